/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/core/smart.h"

static void nothing_is_known_at_first(void **state)
{
    (void)state;
    struct platter_smart s;

    platter_smart_init(&s);
    assert_int_equal(s.time_s, 0);
    assert_nan(s.temperature_c);
    assert_true(s.bad_sectors == PLATTER_SMART_UNKNOWN);
    assert_int_equal(s.n_attributes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

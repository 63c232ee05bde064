/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <math.h>
#include <string.h>

#include "agent/cli/scan_smart.h"
#include "tests/support/capture.h"

static void says_what_moved(void **state)
{
    (void)state;
    struct platter_smart before, after;
    struct capture c;

    platter_smart_init(&before);
    before.n_attributes = 2;
    before.attributes[0] = (struct platter_attribute){.id = 197, .raw = 3};
    before.attributes[1] = (struct platter_attribute){.id = 9, .raw = 1000};
    before.temperature_c = 35;
    after = before;
    after.attributes[1].raw = 1012;
    after.temperature_c = NAN;
    capture_begin(&c);
    platter_scan_smart_print(&before, &after);
    capture_end(&c);
    assert_non_null(strstr(c.text, "the same bad sectors"));
    after.attributes[0].raw = 8;
    after.temperature_c = 41;
    capture_free(&c);
    capture_begin(&c);
    platter_scan_smart_print(&before, &after);
    capture_end(&c);
    assert_non_null(strstr(c.text, "3 -> 8"));
    assert_null(strstr(c.text, "1012"));
    assert_non_null(strstr(c.text, "35"));
    capture_free(&c);
    capture_begin(&c);
    platter_scan_smart_print(&before, NULL);
    capture_end(&c);
    assert_string_equal(c.text, "");
    capture_free(&c);
}

static void only_where_it_is(void **state)
{
    (void)state;
    const struct platter_found sim = {.transport = PLATTER_TRANSPORT_SIM};
    struct platter_smart smart;

    assert_int_not_equal(platter_scan_smart_read(&sim, 1, &smart), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_moved),
        cmocka_unit_test(only_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/report/palette.h"

static void thin_keeps_the_colour(void **state)
{
    (void)state;
    assert_int_equal(platter_ink_thin(PLATTER_INK_BLUE, .5), 0x0072b280);
    assert_int_equal(platter_ink_thin(PLATTER_INK_BLUE, 1), PLATTER_INK_BLUE);
    assert_int_equal(platter_ink_thin(PLATTER_INK_BLUE, 0), 0x0072b200);
}

static unsigned lightness(uint32_t rgba)
{
    return 299 * (rgba >> 24 & 0xff) + 587 * (rgba >> 16 & 0xff) + 114 * (rgba >> 8 & 0xff);
}

static void the_ramp_gets_lighter(void **state)
{
    (void)state;
    assert_int_equal(platter_ink_ramp(0), 0x0d0887ff);
    assert_int_equal(platter_ink_ramp(1), 0xfb9f3aff);
    assert_int_equal(platter_ink_ramp(-1), platter_ink_ramp(0));
    assert_int_equal(platter_ink_ramp(2), platter_ink_ramp(1));
    for (unsigned i = 0; i < 20; i++)
        assert_true(lightness(platter_ink_ramp(i / 20.0)) <
                    lightness(platter_ink_ramp((i + 1) / 20.0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thin_keeps_the_colour),
        cmocka_unit_test(the_ramp_gets_lighter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

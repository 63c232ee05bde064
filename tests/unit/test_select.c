/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "plugin/select.h"

static void empty_wants_all(void **state)
{
    (void)state;
    struct platter_select s;
    platter_select_init(&s);
    assert_true(platter_select_wants(&s, "WDC_1"));
    s.ignore_selected = true;
    assert_true(platter_select_wants(&s, "WDC_1"));
    platter_select_deinit(&s);
}

static void names_and_expressions(void **state)
{
    (void)state;
    struct platter_select s;
    char why[160];
    platter_select_init(&s);
    assert_int_equal(platter_select_add(&s, "WDC_1", why, sizeof why), 0);
    assert_int_equal(platter_select_add(&s, "/^ST.*_[0-9]$/", why, sizeof why), 0);
    assert_true(platter_select_wants(&s, "WDC_1"));
    assert_false(platter_select_wants(&s, "WDC_10"));
    assert_true(platter_select_wants(&s, "ST3320613AS_7"));
    assert_false(platter_select_wants(&s, "xST3320613AS_7"));
    s.ignore_selected = true;
    assert_false(platter_select_wants(&s, "WDC_1"));
    assert_true(platter_select_wants(&s, "WDC_10"));
    platter_select_deinit(&s);
}

static void bad_ones_say_why(void **state)
{
    (void)state;
    struct platter_select s;
    char why[160] = "";
    platter_select_init(&s);
    assert_int_equal(platter_select_add(&s, "/(/", why, sizeof why), -EINVAL);
    assert_non_null(strstr(why, "/(/"));
    assert_int_equal(platter_select_add(&s, "", why, sizeof why), -EINVAL);
    assert_non_null(strstr(why, "empty"));
    assert_true(platter_select_wants(&s, "any"));
    /* Slashes alone are no expression. */
    assert_int_equal(platter_select_add(&s, "//", why, sizeof why), 0);
    assert_false(platter_select_wants(&s, "any"));
    platter_select_deinit(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_wants_all),
        cmocka_unit_test(names_and_expressions),
        cmocka_unit_test(bad_ones_say_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/bench/window.h"

static void whole_windows(void **state)
{
    struct platter_windows w = {.least_bytes = 100};
    struct platter_spread s;

    (void)state;
    /* 100 bytes in 2 ns, 120 in 4 (a window ends with a block), 40 that are not enough */
    assert_int_equal(platter_windows_add(&w, 50, 1), 0);
    assert_int_equal(platter_windows_add(&w, 50, 1), 0);
    assert_int_equal(platter_windows_add(&w, 60, 2), 0);
    assert_int_equal(platter_windows_add(&w, 60, 2), 0);
    assert_int_equal(platter_windows_add(&w, 40, 1), 0);
    assert_int_equal(platter_windows_spread(&w, &s), 0);
    assert_int_equal(s.n, 2);
    assert_near(s.max, 50e9, 1e-12);
    assert_near(s.min, 30e9, 1e-12);
    platter_windows_deinit(&w);
}

static void part_of_one_where_there_is_no_other(void **state)
{
    struct platter_windows w = {.least_bytes = 100};
    struct platter_spread s;

    (void)state;
    assert_int_equal(platter_windows_spread(&w, &s), 0);
    assert_int_equal(s.n, 0);
    assert_nan(s.median);
    platter_windows_add(&w, 40, 2);
    assert_int_equal(platter_windows_spread(&w, &s), 0);
    assert_int_equal(s.n, 1);
    assert_near(s.median, 20e9, 1e-12);
    platter_windows_deinit(&w);
}

static void a_break_drops_the_begun_one(void **state)
{
    struct platter_windows w = {.least_bytes = 100};
    struct platter_spread s;

    (void)state;
    platter_windows_add(&w, 100, 1);
    platter_windows_add(&w, 90, 1000);
    platter_windows_break(&w);
    platter_windows_add(&w, 100, 1);
    platter_windows_spread(&w, &s);
    assert_int_equal(s.n, 2);
    assert_near(s.min, 100e9, 1e-12);
    platter_windows_restart(&w);
    platter_windows_spread(&w, &s);
    assert_int_equal(s.n, 0);
    platter_windows_deinit(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_windows),
        cmocka_unit_test(part_of_one_where_there_is_no_other),
        cmocka_unit_test(a_break_drops_the_begun_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

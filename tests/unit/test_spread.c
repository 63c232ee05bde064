/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/bench/spread.h"

static void of_nothing(void **state)
{
    struct platter_spread s;

    (void)state;
    platter_spread_of(NULL, 0, &s);
    assert_int_equal(s.n, 0);
    assert_nan(s.min);
    assert_nan(s.median);
    assert_nan(s.mean);
    assert_nan(s.p99);
    assert_nan(s.max);
    assert_nan(platter_quantile(NULL, 0, .5));
}

static void of_one(void **state)
{
    struct platter_spread s;
    double one = 7;

    (void)state;
    platter_spread_of(&one, 1, &s);
    assert_true(s.n == 1 && s.min == 7 && s.median == 7 && s.mean == 7 && s.p99 == 7 && s.max == 7);
}

static void of_many_in_any_order(void **state)
{
    struct platter_spread s;
    double values[200];

    (void)state;
    for (unsigned i = 0; i < 200; i++)
        values[i] = (i * 37 + 11) % 200 + 1;
    platter_spread_of(values, 200, &s);
    assert_true(s.min == 1 && s.max == 200);
    assert_near(s.median, 100.5, 1e-12);
    assert_near(s.mean, 100.5, 1e-12);
    assert_near(s.p99, 198, 1e-12);
    assert_near(platter_quantile(values, 200, 1), 200, 1e-12);
    assert_near(platter_quantile(values, 200, 0), 1, 1e-12);
    assert_near(platter_quantile(values, 200, .5), 100, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_nothing),
        cmocka_unit_test(of_one),
        cmocka_unit_test(of_many_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

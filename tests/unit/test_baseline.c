/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>

#include "tests/support/learned.h"

static void few_periods_are_no_baseline(void **state)
{
    (void)state;
    struct visits v;
    struct platter_baseline *base = calloc(1, sizeof *base);

    visits_begin(&v, 5);
    struct platter_learner *l = learned(&v, 4);
    assert_int_equal(platter_baseline_freeze(l, base), -ENODATA);
    free(l);
    l = learned(&v, 5);
    assert_int_equal(platter_baseline_freeze(l, base), 0);
    assert_int_equal(base->n_zones, VISITS_ZONES);
    assert_int_equal(base->periods_a_day, 4);
    assert_int_equal(base->days, 3);
    free(l);
    free(base);
}

/* A period that waited for its samples is as long as a day or more. */
static void few_visits_make_long_periods(void **state)
{
    (void)state;
    struct visits v;
    struct platter_baseline *base = calloc(1, sizeof *base);

    visits_begin(&v, 5);
    struct platter_learner *l = learned(&v, 28);
    for (unsigned i = 0; i < l->periods; i++)
        l->day[i] = (float)i * 1.5f;
    assert_int_equal(platter_baseline_freeze(l, base), 0);
    assert_int_equal(base->periods_a_day, 1);
    for (unsigned i = 0; i < l->periods; i++)
        l->day[i] = (float)i * .5f;
    assert_int_equal(platter_baseline_freeze(l, base), 0);
    assert_int_equal(base->periods_a_day, 2);
    free(l);
    free(base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_periods_are_no_baseline),
        cmocka_unit_test(few_visits_make_long_periods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

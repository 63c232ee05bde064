/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/core/detector.h"
#include "tests/support/visits.h"

static struct visits v;
static struct platter_detector *d;
static struct platter_finding first; /* that was found */

static int set_up(void **state)
{
    (void)state;
    visits_begin(&v, 31);
    d = calloc(1, sizeof *d);
    memset(&first, 0, sizeof first);
    platter_detector_init(d, VISITS_ZONES);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(d);
    return 0;
}

static unsigned take(const struct platter_sample *s)
{
    struct platter_finding found[PLATTER_FINDINGS_MAX];
    unsigned n = platter_detector_sample(d, s, VISITS_SLOW_NS, 30, found);

    if (n && !first.since_s)
        first = found[0];
    return n;
}

/* Samples of that many days; how many findings. */
static unsigned days(unsigned n)
{
    static struct platter_sample s;
    unsigned sum = 0;

    for (unsigned i = 0; i < n * 144; i++) {
        visits_next(&v, &s);
        sum += take(&s);
    }
    return sum;
}

static void it_learns_then_judges(void **state)
{
    (void)state;
    assert_int_equal(days(5), 0);
    assert_int_equal(d->phase, PLATTER_LEARNING);
    assert_int_equal(days(1), 0);
    assert_int_equal(d->phase, PLATTER_PROVISIONAL);
    assert_int_equal(platter_detector_day(d), 5);
    assert_int_equal(days(23), 0);
    assert_int_equal(d->phase, PLATTER_FROZEN);
    v.level[9] = log(1.25);
    assert_true(days(3) >= 1);
    assert_int_equal(first.zone, 9);
}

static void a_provisional_baseline_sees_a_big_change(void **state)
{
    (void)state;
    days(10);
    v.level[0] = log(1.5);
    assert_true(days(4) >= 1);
    assert_int_equal(d->phase, PLATTER_PROVISIONAL);
}

/* A clock that steps back a year, samples twice, another number of zones. */
static void what_does_not_fit_is_ignored(void **state)
{
    (void)state;
    static struct platter_sample s;

    days(6);
    int64_t last = d->last_s;
    v.time_s -= 365 * 86400;
    assert_int_equal(days(1), 0);
    assert_int_equal(d->last_s, last);
    v.time_s = last;
    visits_next(&v, &s);
    s.n_zones = 12;
    assert_int_equal(take(&s), 0);
    assert_int_equal(d->last_s, last);
}

/* Months without a sample, then as before. */
static void a_gap_is_no_change(void **state)
{
    (void)state;
    days(40);
    v.time_s += 120 * 86400;
    assert_int_equal(days(40), 0);
    assert_int_equal(d->phase, PLATTER_FROZEN);
}

/* Four samples a day: it takes longer to learn, and finds it all the same. */
static void few_samples_a_day(void **state)
{
    (void)state;
    static struct platter_sample s;
    unsigned sum = 0;

    for (unsigned i = 0; i < 4 * 60; i++) {
        if (i == 4 * 40)
            v.level[2] = log(1.25);
        v.time_s += 6 * 3600 - VISITS_EVERY_S;
        visits_next(&v, &s);
        sum += take(&s);
    }
    assert_int_equal(d->phase, PLATTER_FROZEN);
    assert_true(sum >= 1);
    assert_int_equal(first.zone, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_learns_then_judges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_provisional_baseline_sees_a_big_change, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_ignored, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_gap_is_no_change, set_up, tear_down),
        cmocka_unit_test_setup_teardown(few_samples_a_day, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/core/period.h"
#include "tests/support/visits.h"

static struct platter_period p;
static struct platter_sample s;

static void fill(struct visits *v, unsigned samples)
{
    platter_period_begin(&p, VISITS_ZONES, v->time_s);
    for (unsigned i = 0; i < samples; i++) {
        visits_next(v, &s);
        platter_period_add(&p, VISITS_ZONES, &s, VISITS_SLOW_NS, i % 2 ? 30 : NAN);
    }
}

static void it_lasts_six_hours_and_six_samples(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 1);
    fill(&v, 5);
    assert_false(platter_period_over(&p, p.begin_s + 10 * PLATTER_PERIOD_S));
    fill(&v, 6);
    assert_false(platter_period_over(&p, p.begin_s + PLATTER_PERIOD_S - 1));
    assert_true(platter_period_over(&p, p.begin_s + PLATTER_PERIOD_S));
    assert_int_equal(platter_period_most(&p, p.begin_s + PLATTER_PERIOD_S), 1);
    fill(&v, 36);
    assert_int_equal(platter_period_most(&p, p.begin_s + PLATTER_PERIOD_S), 2);
    assert_near(platter_period_temperature(&p), 30, 1e-9);
}

static void visits_that_were_disturbed_are_counted_alone(void **state)
{
    (void)state;
    struct visits v;
    struct platter_period_figures f;

    visits_begin(&v, 1);
    v.busy = true;
    fill(&v, 6);
    platter_period_zone_figures(&p.zones[3], 2, &f);
    assert_false(f.counts);
    assert_int_equal(p.zones[3].attempts, 18);
    assert_int_equal(p.zones[3].visits, 0);
    v.busy = false;
    fill(&v, 6);
    platter_period_zone_figures(&p.zones[3], 2, &f);
    assert_true(f.counts && f.timed == 6 * 16 && f.disturbed == 0 && f.slow == 0);
    assert_near(f.access, log(.012), .05);
}

static void slow_blocks_do_not_leak_into_the_level(void **state)
{
    (void)state;
    struct visits v;
    struct platter_period_figures f;

    visits_begin(&v, 1);
    v.noise = 0;
    visits_next(&v, &s);
    double clean = platter_burst_level(&s.zones[0].burst, VISITS_SLOW_NS);
    for (unsigned i = 0; i < 3; i++)
        s.zones[0].burst.block_ns[i] = 400000000;
    assert_true(platter_burst_level(&s.zones[0].burst, VISITS_SLOW_NS) == clean);
    s.zones[0].burst.error_mask = 0xffff;
    assert_nan(platter_burst_level(&s.zones[0].burst, VISITS_SLOW_NS));

    v.slow[0] = .5;
    fill(&v, 10);
    platter_period_zone_figures(&p.zones[0], 2, &f);
    assert_true(f.slow == 20);
    platter_period_zone_figures(&p.zones[0], 1, &f);
    assert_true(f.slow == 10);
}

/* At a short interval a period is full before it is over. */
static void more_than_it_holds_is_left_out(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 1);
    fill(&v, 500);
    assert_int_equal(p.zones[9].visits, PLATTER_PERIOD_VISITS);
    assert_int_equal(p.samples, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_lasts_six_hours_and_six_samples),
        cmocka_unit_test(visits_that_were_disturbed_are_counted_alone),
        cmocka_unit_test(slow_blocks_do_not_leak_into_the_level),
        cmocka_unit_test(more_than_it_holds_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "tests/support/learned.h"

static struct platter_baseline base;

static void freeze(double noise, double wander)
{
    struct visits v;
    struct platter_learner *l = calloc(1, sizeof *l);
    struct platter_period *p = calloc(1, sizeof *p);
    struct platter_sample *s = calloc(1, sizeof *s);

    visits_begin(&v, 11);
    v.noise = noise;
    l->n_zones = VISITS_ZONES;
    for (unsigned i = 0; i < 112; i++) {
        if (i % 4 == 0)
            for (unsigned z = 0; z < VISITS_ZONES; z++)
                v.level[z] = wander * visits_normal(&v);
        platter_period_begin(p, VISITS_ZONES, v.time_s);
        for (unsigned k = 0; k < 36; k++) {
            visits_next(&v, s);
            platter_period_add(p, VISITS_ZONES, s, VISITS_SLOW_NS, NAN);
        }
        platter_learn_period(l, p, v.time_s, (i + 1) / 4.);
    }
    assert_int_equal(platter_baseline_freeze(l, &base), 0);
    free(l);
    free(p);
    free(s);
}

static void a_quiet_drive_has_narrow_limits(void **state)
{
    (void)state;
    freeze(.01, 0);
    for (unsigned z = 0; z < VISITS_ZONES; z++) {
        assert_true(fabs((double)base.zones[z].middle) < .002);
        assert_near((double)base.zones[z].level_k, .01, .3);
        assert_true((double)base.zones[z].level_sd < .005);
        assert_true((double)base.zones[z].tail_limit > .03 &&
                    (double)base.zones[z].tail_limit < .05);
        assert_true((double)base.zones[z].tail_share < .02);
    }
}

static void one_that_wanders_has_wide_ones(void **state)
{
    (void)state;
    freeze(.01, .02);
    for (unsigned z = 0; z < VISITS_ZONES; z++) {
        assert_true((double)base.zones[z].level_k > .05);
        assert_true((double)base.zones[z].level_slew > 1e-4);
    }
    freeze(.01, .2);
    for (unsigned z = 0; z < VISITS_ZONES; z++)
        assert_near((double)base.zones[z].level_k, .12, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quiet_drive_has_narrow_limits),
        cmocka_unit_test(one_that_wanders_has_wide_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

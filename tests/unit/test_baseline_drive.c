/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "tests/support/learned.h"

static struct platter_baseline base;

/* .3 % a degree over a summer, with a little noise. */
static void a_slope_is_found(void **state)
{
    (void)state;
    struct platter_regression r = {.mean_c = 30};
    struct visits v;

    visits_begin(&v, 4);
    for (unsigned day = 0; day < 100; day++) {
        double t = 5 * sin(day / 15.);
        platter_regression_add(&r, .003 * t + .001 * visits_normal(&v), t, day);
    }
    platter_regression_fit(&r, .001);
    assert_near(r.beta, .003, .1);
    assert_true(r.beta_error > 0 && r.beta_error < 3e-4);
}

/* No days, or always the same temperature: no slope, and no certainty. */
static void without_news_the_prior_stands(void **state)
{
    (void)state;
    struct platter_regression r = {0};

    platter_regression_fit(&r, .01);
    assert_true(fabs(r.beta) < 1e-9);
    for (unsigned day = 0; day < 28; day++)
        platter_regression_add(&r, .001, 0, day);
    platter_regression_fit(&r, .01);
    assert_true(fabs(r.beta) < 1e-6);
    assert_near(r.beta_error, .003, .05);
}

static void a_drive_that_follows_its_temperature(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 6);
    struct platter_learner *l = learned(&v, 28);
    assert_int_equal(platter_baseline_freeze(l, &base), 0);
    assert_near(base.level_sd, .0025, 1e-9);
    assert_near(base.level_k, .025, 1e-9);
    assert_true(fabs(base.temperature.beta) < 2e-4);
    assert_true(base.access_sd < .03 && base.access_k >= .02);
    for (unsigned z = 0; z < VISITS_ZONES; z++)
        assert_near((double)base.zones[z].access_middle, log(.012), .01);
    for (unsigned i = 0; i < l->periods; i++)
        l->temperature_c[i] = NAN;
    assert_int_equal(platter_baseline_freeze(l, &base), 0);
    assert_nan(base.temperature.mean_c);
    assert_true(base.temperature.beta == 0);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slope_is_found),
        cmocka_unit_test(without_news_the_prior_stands),
        cmocka_unit_test(a_drive_that_follows_its_temperature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

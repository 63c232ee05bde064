/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "tests/support/learned.h"

static void the_first_two_days_are_for_the_slots(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 2);
    struct platter_learner *l = learned(&v, 1);
    assert_int_equal(l->periods, 0);
    assert_int_equal(l->zones[0].slots.visits, 144);
    free(l);
    l = learned(&v, 4);
    assert_int_equal(l->periods, 9);
    assert_int_equal(l->zones[0].residuals, 9 * 36);
    assert_near((double)l->day[0], 2, 1e-6);
    free(l);
}

static void levels_are_near_nothing(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 2);
    v.slow[4] = .1;
    struct platter_learner *l = learned(&v, 10);
    for (unsigned i = 0; i < l->periods; i++) {
        assert_true(fabs(platter_learned_level(&l->zones[3], i)) < .01);
        assert_near(platter_learned_access(&l->zones[3], i), log(.012), .05);
        assert_int_equal(l->zones[3].slow[i], 0);
        assert_true(l->zones[4].slow[i] > 20);
        assert_int_equal(l->zones[4].visits[i], 36);
    }
    free(l);
}

static void a_busy_period_is_a_gap(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 2);
    v.busy = true;
    struct platter_learner *l = learned(&v, 3);
    assert_true(l->periods > 0);
    for (unsigned i = 0; i < l->periods; i++) {
        assert_nan(platter_learned_level(&l->zones[0], i));
        assert_nan(platter_learned_access(&l->zones[0], i));
    }
    free(l);
}

static void it_is_full_one_day(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 2);
    struct platter_learner *l = learned(&v, 40);
    assert_int_equal(l->periods, PLATTER_LEARN_PERIODS);
    free(l);
}

/* What design.md promises: 2.5 KiB a zone while learning, the judge included. */
static void a_zone_is_small(void **state)
{
    (void)state;
    assert_true(sizeof(struct platter_learn_zone) + sizeof(struct platter_period_zone) +
                    sizeof(struct platter_baseline_zone) <=
                2560);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_two_days_are_for_the_slots),
        cmocka_unit_test(levels_are_near_nothing),
        cmocka_unit_test(a_busy_period_is_a_gap),
        cmocka_unit_test(it_is_full_one_day),
        cmocka_unit_test(a_zone_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

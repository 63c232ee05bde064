/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "tests/support/learned.h"

static struct platter_baseline base;

static void freeze(struct visits *v)
{
    struct platter_learner *l = learned(v, 28);

    assert_int_equal(platter_baseline_freeze(l, &base), 0);
    free(l);
}

static void none_at_all_is_still_a_share(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 7);
    freeze(&v);
    assert_near(base.slow_alone, 1e-4, 1e-9);
    assert_true(base.slow_disturbed == 0);
    assert_true(base.slow_phi_zone == 1);
}

static void a_zone_of_its_own(void **state)
{
    (void)state;
    struct visits v;

    visits_begin(&v, 7);
    for (unsigned z = 0; z < VISITS_ZONES; z++)
        v.slow[z] = .004;
    v.slow[9] = .02;
    freeze(&v);
    assert_near(base.slow_alone, (9 * .004 + .02) / 10, .1);
    assert_near((double)base.zones[9].slow_share * base.slow_alone, .02, .15);
    assert_near((double)base.zones[2].slow_share * base.slow_alone, .004, .2);
    assert_true(base.slow_phi_zone < 1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_at_all_is_still_a_share),
        cmocka_unit_test(a_zone_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

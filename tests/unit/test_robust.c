/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/core/rng.h"
#include "agent/core/robust.h"

static void clips(void **state)
{
    (void)state;
    assert_true(platter_clip(3, 2) == 2 && platter_clip(-3, 2) == -2 && platter_clip(1, 2) == 1);
    assert_true(platter_clamp(0, 1, 4) == 1 && platter_clamp(9, 1, 4) == 4);
}

static void the_median_is_the_middle_one(void **state)
{
    (void)state;
    float one[] = {7}, odd[] = {5, 1, 9}, even[] = {4, 1, 3, 2}, same[] = {2, 2, 2, 2, 2};

    assert_nan(platter_median(one, 0));
    assert_true(platter_median(one, 1) == 7);
    assert_true(platter_median(odd, 3) == 5);
    assert_true(platter_median(even, 4) == 3);
    assert_true(platter_median(same, 5) == 2);
}

/* Every permutation that the generator makes of 0 ... 100 has the median 50. */
static void whatever_the_order(void **state)
{
    (void)state;
    struct platter_rng rng;
    float v[101];

    platter_rng_seed(&rng, 1);
    for (unsigned round = 0; round < 200; round++) {
        for (unsigned i = 0; i < 101; i++)
            v[i] = (float)i;
        for (unsigned i = 100; i > 0; i--) {
            unsigned k = (unsigned)(platter_rng_next(&rng) % (i + 1));
            float t = v[i];
            v[i] = v[k];
            v[k] = t;
        }
        assert_true(platter_median(v, 101) == 50);
    }
}

static void the_spread_of_a_line(void **state)
{
    (void)state;
    float v[] = {-3, -2, -1, 0, 1, 2, 3}, none[1];

    assert_near(platter_spread(v, 7, 0), 2 * 1.4826, 1e-6);
    assert_nan(platter_spread(none, 0, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips),
        cmocka_unit_test(the_median_is_the_middle_one),
        cmocka_unit_test(whatever_the_order),
        cmocka_unit_test(the_spread_of_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

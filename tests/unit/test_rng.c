/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/core/rng.h"

static void equal_seeds_give_equal_sequences(void **state)
{
    (void)state;
    struct platter_rng a, b;

    platter_rng_seed(&a, 7);
    platter_rng_seed(&b, 7);
    for (int i = 0; i < 100; i++)
        assert_true(platter_rng_next(&a) == platter_rng_next(&b));
    platter_rng_seed(&b, 8);
    assert_true(platter_rng_next(&a) != platter_rng_next(&b));
}

static void uniform_is_uniform(void **state)
{
    (void)state;
    struct platter_rng r;
    unsigned bins[10] = {0};
    double sum = 0;

    platter_rng_seed(&r, 1);
    for (int i = 0; i < 100000; i++) {
        double u = platter_rng_uniform(&r);
        assert_true(u >= 0 && u < 1);
        sum += u;
        bins[(int)(u * 10)]++;
    }
    assert_near(sum / 100000, .5, .01);
    /* 10000 expected a bin, standard deviation 95: five of them */
    for (int i = 0; i < 10; i++)
        assert_in_range(bins[i], 9525, 10475);
}

static void hashes_differ_and_stay(void **state)
{
    (void)state;
    assert_true(platter_hash("sda", 3) == platter_hash("sda", 3));
    assert_true(platter_hash("sda", 3) != platter_hash("sdb", 3));
    assert_true(platter_hash("", 0) != platter_hash("", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_seeds_give_equal_sequences),
        cmocka_unit_test(uniform_is_uniform),
        cmocka_unit_test(hashes_differ_and_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

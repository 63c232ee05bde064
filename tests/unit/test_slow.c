/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/bench/slow.h"
#include "agent/drive/sim.h"
#include <platter/errors.h>

static struct platter_drive *open_sim(const char *name)
{
    struct platter_drive *d = NULL;

    assert_int_equal(platter_sim_new(platter_model_find(name), PLATTER_SIM_VIRTUAL, 1, &d), 0);
    return d;
}

static void stretches(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = open_sim("wd80eazz");
    const struct platter_slow_plan plan = {50, 32 << 20, 5000000};
    struct platter_slow out;

    (void)state;
    assert_int_equal(platter_slow_run(d, &plan, NULL, &out), 0);
    assert_int_equal(out.blocks, 50 * 255);
    assert_int_equal(out.errors, 0);
    /* 0.65 % of this drive's blocks. */
    assert_in_range(out.slow, 20, 250);
}

static void the_whole_drive(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = open_sim("st380815as");
    const struct platter_slow_plan plan = {0, 0, 1};
    struct platter_slow out;

    (void)state;
    assert_int_equal(platter_slow_run(d, &plan, NULL, &out), 0);
    assert_int_equal(out.blocks, d->geometry.capacity_bytes / PLATTER_SLOW_BLOCK_BYTES - 1);
    assert_int_equal(out.slow, out.blocks);
}

static int stop(void *user, double share)
{
    (void)user;
    (void)share;
    return 77;
}

static void ended_early(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = open_sim("wd80eazz");
    const struct platter_slow_plan plan = {0, 0, 5000000};
    const struct platter_watch watch = {stop, NULL};
    struct platter_slow out;

    (void)state;
    assert_int_equal(platter_slow_run(d, &plan, &watch, &out), 77);
    assert_int_equal(out.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches),
        cmocka_unit_test(the_whole_drive),
        cmocka_unit_test(ended_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>

#include "agent/bench/random.h"
#include "agent/drive/fault.h"
#include "agent/drive/sim.h"
#include <platter/units.h>

static struct platter_drive *drive(const struct platter_fault *fault)
{
    struct platter_drive *d;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    if (fault)
        assert_int_equal(platter_fault_new(d, fault, 1, &d), 0);
    return d;
}

static struct platter_random_plan plan_of(const struct platter_drive *d)
{
    return (struct platter_random_plan){.to_bytes = d->geometry.capacity_bytes,
                                        .size_bytes = 4096,
                                        .size_max_bytes = 4096,
                                        .depth = 1,
                                        .count = 2000,
                                        .seed = 1};
}

static void by_count(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_random_plan plan = plan_of(d);
    struct platter_random r;

    (void)state;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), 0);
    assert_int_equal(r.reads, 2000);
    assert_int_equal(r.time.n, 2000);
    assert_near(r.time.mean, 11.95e-3, .03);
    assert_near(r.ops_per_s, 1 / r.time.mean, 1e-3);
    assert_near(r.bps, r.ops_per_s * 4096, 1e-9);
    assert_true(r.time.median <= r.time.p99 && r.time.p99 <= r.time.max);
    assert_int_equal(r.depth, 1);
    assert_string_equal(r.note, "");
}

static void by_time(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_random_plan plan = plan_of(d);
    struct platter_random r;

    (void)state;
    plan.for_ns = 2 * PLATTER_NS_PER_S;
    plan.count = PLATTER_RANDOM_COUNT_MAX;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), 0);
    assert_true(r.reads > 100 && r.reads < 250);
    assert_true(r.duration_ns >= plan.for_ns && r.duration_ns < plan.for_ns + 100000000);
}

static void mixed_sizes_in_a_range(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_random_plan plan = plan_of(d);
    struct platter_random r;

    (void)state;
    plan.size_max_bytes = 1048576;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), 0);
    assert_near(r.bps / r.ops_per_s, 1048576 / 2.0, .05);
    /* the smallest range that has room: always the same place */
    plan.from_bytes = 8192;
    plan.to_bytes = 8192 + 1048576;
    plan.count = 50;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), 0);
    assert_int_equal(r.reads, 50);
}

static void several_in_flight(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_random_plan plan = plan_of(d);
    struct platter_random r;

    (void)state;
    plan.depth = 8;
    plan.count = 400;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), 0);
    assert_int_equal(r.reads, 400);
    assert_int_equal(r.depth, 8);
    /* each waits for those before it: Little's law */
    assert_near(r.time.mean * r.ops_per_s, 8, .05);
}

static void errors_and_ends(void **state)
{
    struct platter_fault fault = {.kind = PLATTER_FAULT_ERROR, .len_bytes = UINT64_MAX};
    struct platter_drive *d = drive(&fault);
    struct platter_random_plan plan = plan_of(d);
    struct platter_random r;

    (void)state;
    plan.count = 10;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), 0);
    assert_int_equal(r.errors, 10);
    assert_int_equal(r.reads, 0);
    assert_nan(r.ops_per_s);
    assert_nan(r.time.mean);
    platter_drive_free(d);

    fault.kind = PLATTER_FAULT_GONE;
    d = drive(&fault);
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), PLATTER_READ_GONE);
    assert_int_equal(r.reads, 0);
    platter_drive_free(d);
}

static int end_it(void *user, double share)
{
    (void)user;
    return share > .25 ? 77 : 0;
}

static void somebody_ends_it(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_random_plan plan = plan_of(d);
    const struct platter_watch watch = {end_it, NULL};
    struct platter_random r;

    (void)state;
    plan.depth = 4;
    assert_int_equal(platter_random_run(d, &plan, &watch, &r), 77);
    assert_true(r.reads > 490 && r.reads < 530);
    assert_true(isfinite(r.time.p99));
}

static void bad_plans(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_random_plan plan = plan_of(d);
    struct platter_random r;

    (void)state;
    plan.size_bytes = 1000;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), -EINVAL);
    plan = plan_of(d);
    plan.to_bytes += 512;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), -EINVAL);
    plan = plan_of(d);
    plan.to_bytes = 2048;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), -EINVAL);
    plan = plan_of(d);
    plan.depth = 0;
    assert_int_equal(platter_random_run(d, &plan, NULL, &r), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_count),
        cmocka_unit_test(by_time),
        cmocka_unit_test(mixed_sizes_in_a_range),
        cmocka_unit_test(several_in_flight),
        cmocka_unit_test(errors_and_ends),
        cmocka_unit_test(somebody_ends_it),
        cmocka_unit_test(bad_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

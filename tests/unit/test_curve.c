/* SPDX-License-Identifier: MIT */
/* Curves of simulated drives, whose rates are known. */
#include "tests/support/unit.h"

#include <errno.h>

#include "agent/bench/curve.h"
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

static struct platter_curve_plan plan_of(const struct platter_drive *d)
{
    return (struct platter_curve_plan){
        .to_bytes = d->geometry.capacity_bytes,
        .block_bytes = 65536,
        .access_bytes = 4096,
        .points = 50,
        .accesses = 2000,
        .point_ns = platter_accuracy_ns[0],
        .seed = 1,
    };
}

static void a_healthy_drive(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_curve_plan plan = plan_of(d);
    struct platter_curve c;

    (void)state;
    assert_int_equal(platter_curve_run(d, &plan, NULL, &c), 0);
    assert_int_equal(c.n_points, 50);
    assert_int_equal(c.n_accesses, 2000);
    assert_int_equal(c.errors, 0);
    /* the first of equal cells: the curve of a falling rate begins a little above its average */
    assert_near(c.avg_bps, 119.3e6, .01);
    assert_near(c.max_bps, 151.65e6, .001);
    assert_near(c.access.mean, 11.95e-3, .03);
    assert_near(c.points[0].bps, 144.87e6, .01);
    assert_true(c.points[49].bps < 90e6 && c.points[49].bps > 80e6);
    for (uint32_t i = 0; i < c.n_points; i++) {
        const struct platter_curve_point *p = &c.points[i];
        assert_true(p->min_bps <= p->median_bps && p->median_bps <= p->max_bps);
        assert_true(p->min_bps <= p->bps && p->bps <= p->max_bps);
        assert_true(p->p99_block_s > 65536 / p->max_bps && p->p99_block_s < .01);
        assert_true(p->blocks > 100);
        assert_int_equal(p->offset_bytes % 65536, 0);
    }
    /* on a virtual clock nobody's CPU was busy */
    assert_nan(c.cpu_share);
    assert_true(c.burst_bps > 0);
    platter_curve_deinit(&c);
}

static void equal_seeds_give_equal_curves(void **state)
{
    struct platter_curve c[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
        struct platter_curve_plan plan = plan_of(d);
        plan.accesses = 10;
        assert_int_equal(platter_curve_run(d, &plan, NULL, &c[i]), 0);
    }
    assert_true(c[0].avg_bps == c[1].avg_bps && c[0].access.mean == c[1].access.mean);
    platter_curve_deinit(&c[0]);
    platter_curve_deinit(&c[1]);
}

/* All blocks but the first one and the reads of other phases. */
static void full_reads_every_byte(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_curve_plan plan = plan_of(d);
    struct platter_curve c;
    uint64_t blocks = 0;

    (void)state;
    plan.full = true;
    plan.accesses = 0;
    plan.from_bytes = 512;
    plan.to_bytes = 512 + 100 * PLATTER_MIB;
    assert_int_equal(platter_curve_run(d, &plan, NULL, &c), 0);
    assert_int_equal(c.n_points, 50);
    for (uint32_t i = 0; i < c.n_points; i++)
        blocks += c.points[i].blocks;
    assert_int_equal(blocks, 1600 - 1);
    assert_nan(c.access.mean);
    platter_curve_deinit(&c);
}

static void small_ranges_have_fewer_points(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_curve_plan plan = plan_of(d);
    struct platter_curve c;

    (void)state;
    plan.accesses = 3;
    plan.to_bytes = 4096 + 2 * 65536;
    assert_int_equal(platter_curve_run(d, &plan, NULL, &c), 0);
    assert_int_equal(c.n_points, 1);
    assert_true(c.points[0].blocks >= 1 && c.points[0].bps > 0 && c.points[0].min_bps > 0);
    platter_curve_deinit(&c);

    plan.to_bytes = 10 * (4096 + 2 * 65536) + 512;
    assert_int_equal(platter_curve_run(d, &plan, NULL, &c), 0);
    assert_int_equal(c.n_points, 10);
    for (uint32_t i = 0; i < c.n_points; i++)
        assert_true(c.points[i].blocks >= 1);
    platter_curve_deinit(&c);
}

static void bad_plans(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_curve_plan good = plan_of(d), bad[7];
    struct platter_curve c;

    (void)state;
    for (unsigned i = 0; i < 7; i++)
        bad[i] = good;
    bad[0].block_bytes = 1000;
    bad[1].block_bytes = 0;
    bad[2].to_bytes += 512;
    bad[3].from_bytes = bad[3].to_bytes;
    bad[4].points = 0;
    bad[5].from_bytes = 100;
    bad[6].access_bytes = 16777216;
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(platter_curve_run(d, &bad[i], NULL, &c), -EINVAL);
        assert_int_equal(c.n_points, 0);
        platter_curve_deinit(&c);
    }
}

static void unreadable_blocks_are_left_out(void **state)
{
    const struct platter_fault fault = {.kind = PLATTER_FAULT_ERROR,
                                        .first_byte = 4096 + 65536,
                                        .len_bytes = 2 * 65536,
                                        .delay_ns = 50000000};
    CLEANUP_DRIVE struct platter_drive *d = drive(&fault);
    struct platter_curve_plan plan = plan_of(d);
    struct platter_curve c;

    (void)state;
    assert_int_equal(platter_curve_run(d, &plan, NULL, &c), 0);
    assert_int_equal(c.errors, 2);
    assert_int_equal(c.points[0].errors, 2);
    assert_int_equal(c.first_error_byte, 4096 + 65536);
    assert_near(c.points[0].bps, 144.87e6, .05);
    platter_curve_deinit(&c);
}

/* The drive goes at 40 %: what was measured is kept. */
static void gone_on_the_way(void **state)
{
    const struct platter_fault fault = {
        .kind = PLATTER_FAULT_GONE, .first_byte = 800000000000, .len_bytes = UINT64_MAX / 2};
    CLEANUP_DRIVE struct platter_drive *d = drive(&fault);
    struct platter_curve_plan plan = plan_of(d);
    struct platter_curve c;

    (void)state;
    assert_int_equal(platter_curve_run(d, &plan, NULL, &c), PLATTER_READ_GONE);
    assert_int_equal(c.n_points, 20);
    assert_true(c.avg_bps > 130e6);
    assert_int_equal(c.n_accesses, 0);
    assert_nan(c.access.mean);
    assert_nan(c.burst_bps);
    platter_curve_deinit(&c);
}

static int end_at_half(void *user, double share)
{
    double *last = user;

    assert_true(share >= *last - 1e-9 && share <= 1);
    *last = share;
    return share >= .5 ? 77 : 0;
}

static void somebody_ends_it(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_curve_plan plan = plan_of(d);
    double last = 0;
    const struct platter_watch watch = {end_at_half, &last};
    struct platter_curve c;

    (void)state;
    plan.accesses = 0;
    assert_int_equal(platter_curve_run(d, &plan, &watch, &c), 77);
    assert_true(c.n_points >= 24 && c.n_points <= 27);
    assert_true(isfinite(c.avg_bps));
    platter_curve_deinit(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_healthy_drive),
        cmocka_unit_test(equal_seeds_give_equal_curves),
        cmocka_unit_test(full_reads_every_byte),
        cmocka_unit_test(small_ranges_have_fewer_points),
        cmocka_unit_test(bad_plans),
        cmocka_unit_test(unreadable_blocks_are_left_out),
        cmocka_unit_test(gone_on_the_way),
        cmocka_unit_test(somebody_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

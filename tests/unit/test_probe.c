/* SPDX-License-Identifier: MIT */
/* The probe on simulated drives, in virtual time, with what real drives do added by the fault
 * filter. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/core/state.h"
#include "agent/drive/fault.h"
#include "agent/drive/probe.h"
#include "agent/drive/sim.h"
#include <platter/units.h>

#define MS PLATTER_NS_PER_MS

struct bench {
    struct platter_plan plan;
    struct platter_probe probe;
    struct platter_drive *drive;
    struct platter_sample sample;
};

/* Where a drive would be read, to place faults there. */
static struct platter_plan plan_of(const char *name)
{
    struct platter_geometry g;
    struct platter_plan plan;

    platter_model_geometry(platter_model_find(name), &g);
    assert_int_equal(platter_plan_init(&plan, &g, 10, 2), 0);
    return plan;
}

static void setup(struct bench *b, const char *name, const struct platter_fault *faults, unsigned n)
{
    memset(b, 0, sizeof *b);
    assert_int_equal(platter_sim_new(platter_model_find(name), PLATTER_SIM_VIRTUAL, 1, &b->drive),
                     0);
    assert_int_equal(platter_fault_new(b->drive, faults, n, &b->drive), 0);
    b->plan = plan_of(name);
    b->probe.plan = &b->plan;
    platter_rng_seed(&b->probe.rng, 1);
}

static struct platter_zone zone_of(const struct bench *b, unsigned zone)
{
    struct platter_zone z;

    platter_zone_sample_figures(&b->sample.zones[zone], 5 * MS, b->drive->geometry.rev_ns, &z);
    return z;
}

static void a_healthy_drive(void **state)
{
    (void)state;
    struct bench b;
    double access_s = 0;

    setup(&b, "wd2002faex", NULL, 0);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_int_equal(b.sample.n_zones, 10);
    assert_int_equal(b.sample.bursts, 10);
    assert_int_equal(b.sample.contended, 0);
    assert_int_equal(b.sample.n_bad, 0);
    /* 23.4 MiB: 11 bursts of 2.125 MiB and 21 small reads; 0.2 s of media time
     */
    assert_near((double)b.sample.bytes_read, 23.46 * 1048576, .01);
    assert_near((double)b.sample.duration_ns, .6e9, .1);
    for (unsigned z = 0; z < 10; z++) {
        struct platter_zone f = zone_of(&b, z);
        /* inside a track the media run by skew/rev faster; a burst crosses two tracks at most */
        assert_near(f.throughput_bps,
                    platter_model_rate_bps(platter_model_find("wd2002faex"),
                                           platter_plan_burst(&b.plan, z, 0)),
                    .06);
        assert_int_equal(platter_counts_blocks(&f.counts), 16);
        assert_int_equal(b.sample.zones[z].accesses, 2);
        access_s += f.access_s / 10;
    }
    assert_true(access_s > .008 && access_s < .018);
    assert_int_equal(b.sample.walk.timed, 16);
    assert_int_equal(b.sample.walk.zone, PLATTER_ZONE_WALK);
    platter_drive_free(b.drive);
}

static void every_slot_and_cell_in_turn(void **state)
{
    (void)state;
    struct bench b;

    setup(&b, "wd80eazz", NULL, 0);
    for (uint64_t i = 0; i < 130; i++) {
        b.probe.sample = i;
        assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
        assert_int_equal(b.sample.number, i);
        unsigned slot = platter_plan_slot(&b.plan, i);
        for (unsigned z = 0; z < 10; z++)
            assert_int_equal(b.sample.zones[z].burst.offset_bytes,
                             platter_plan_burst(&b.plan, z, slot));
        assert_int_equal(b.sample.walk.offset_bytes, platter_plan_walk(&b.plan, i));
    }
    platter_drive_free(b.drive);
}

static void a_read_error_is_counted_and_sampling_goes_on(void **state)
{
    (void)state;
    struct bench b;
    struct platter_fault fault = {
        .kind = PLATTER_FAULT_ERROR, .len_bytes = 512, .delay_ns = 900 * MS};

    struct platter_plan plan = plan_of("wd2002faex");
    fault.first_byte = platter_plan_burst(&plan, 4, 0) + 3 * 131072 + 512 * 7;
    setup(&b, "wd2002faex", &fault, 1);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_int_equal(b.sample.n_bad, 1);
    assert_int_equal(b.sample.bad[0].zone, 4);
    assert_int_equal(b.sample.bad[0].offset_bytes, fault.first_byte - 512 * 7);
    assert_int_equal(b.sample.bad[0].len_bytes, 131072);
    struct platter_zone z = zone_of(&b, 4);
    assert_int_equal(z.counts.by_class[PLATTER_ERROR], 1);
    assert_int_equal(platter_counts_blocks(&z.counts), 16);
    assert_near(z.throughput_bps, zone_of(&b, 3).throughput_bps, .1);
    assert_int_equal(zone_of(&b, 9).counts.by_class[PLATTER_ERROR], 0);
    platter_drive_free(b.drive);
}

static void errors_of_access_warm_up_and_walk_are_counted(void **state)
{
    (void)state;
    struct bench b;
    const uint64_t sample = 4992; /* slot 0 again */
    struct platter_plan plan = plan_of("wd80eazz");
    const struct platter_fault faults[] = {
        {PLATTER_FAULT_ERROR, platter_plan_access(&plan, 2, 0, 1), 1, 0, 0},
        {PLATTER_FAULT_ERROR, platter_plan_burst(&plan, 6, 0), 1, 0, 0},
        {PLATTER_FAULT_ERROR, platter_plan_walk(&plan, sample) + 131072, 1, 0, 0},
    };

    setup(&b, "wd80eazz", faults, 3);
    b.probe.sample = sample;
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_int_equal(b.sample.n_bad, 3);
    assert_int_equal(b.sample.zones[2].errors, 1);
    assert_int_equal(b.sample.zones[6].errors, 1);
    assert_int_equal(b.sample.bad[2].zone, PLATTER_ZONE_WALK);
    assert_true(zone_of(&b, 2).access_s > 0); /* the other round's read */
    assert_int_equal(b.sample.walk.error_mask, 1);
    platter_drive_free(b.drive);
}

static void slow_blocks_and_lost_revolutions(void **state)
{
    (void)state;
    struct bench b;
    struct platter_fault fault = {
        .kind = PLATTER_FAULT_DELAY, .len_bytes = 131072, .delay_ns = 3 * 8333000};

    struct platter_plan plan = plan_of("wd2002faex");
    fault.first_byte = platter_plan_burst(&plan, 9, 0) + 5 * 131072;
    setup(&b, "wd2002faex", &fault, 1);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    struct platter_zone z = zone_of(&b, 9);
    assert_int_equal(z.counts.slow, 1);
    assert_int_equal(z.counts.revolutions, 3);
    assert_int_equal(z.counts.by_class[PLATTER_LT50], 1);
    assert_true(z.worst_s > .0249);
    platter_drive_free(b.drive);
}

/* Foreign use, of each kind, once: the burst is made again at a neighbouring slot and is quiet. */
static void a_contended_burst_is_made_again(void **state)
{
    (void)state;
    const enum platter_fault_kind kinds[] = {PLATTER_FAULT_FOREIGN, PLATTER_FAULT_WRITTEN,
                                             PLATTER_FAULT_STOLEN};

    for (unsigned k = 0; k < 3; k++) {
        struct bench b;
        struct platter_fault fault = {.kind = kinds[k], .len_bytes = 131072, .delay_ns = 600000};

        struct platter_plan plan = plan_of("wd2002faex");
        fault.first_byte = platter_plan_burst(&plan, 7, 0) + 131072;
        setup(&b, "wd2002faex", &fault, 1);
        assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
        assert_int_equal(b.sample.bursts, 11);
        assert_int_equal(b.sample.contended, 1);
        assert_int_equal(b.sample.zones[7].burst.tries, 2);
        assert_int_equal(b.sample.zones[7].burst.slot, 1);
        assert_int_equal(b.sample.zones[7].burst.flags, 0);
        struct platter_zone z = zone_of(&b, 7);
        assert_int_equal(z.contended, 1);
        assert_true(z.throughput_bps > 0);
        platter_drive_free(b.drive);
    }
}

static void a_busy_drive_gives_nothing_but_counts(void **state)
{
    (void)state;
    struct bench b;
    struct platter_fault fault = {.kind = PLATTER_FAULT_FOREIGN, .len_bytes = UINT64_MAX};

    setup(&b, "wd80eazz", &fault, 1);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_int_equal(b.sample.bursts, 30);
    assert_int_equal(b.sample.contended, 30);
    for (unsigned i = 0; i < 10; i++) {
        struct platter_zone z = zone_of(&b, i);
        assert_int_equal(z.contended, 3);
        assert_nan(z.throughput_bps);
        assert_nan(z.access_s);
        assert_int_equal(platter_counts_blocks(&z.counts), 0);
    }
    platter_drive_free(b.drive);
}

static void a_run_delay_under_half_a_millisecond_is_quiet(void **state)
{
    (void)state;
    struct bench b;
    /* a burst is 17 reads */
    struct platter_fault fault = {
        .kind = PLATTER_FAULT_STOLEN, .len_bytes = UINT64_MAX, .delay_ns = 500000 / 17};

    setup(&b, "wd80eazz", &fault, 1);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_int_equal(b.sample.contended, 0);
    platter_drive_free(b.drive);
}

static void the_drives_buffer_is_not_the_surface(void **state)
{
    (void)state;
    struct bench b;

    setup(&b, "wd80eazz", NULL, 0);
    b.probe.outer_bps = 100e6; /* all outer zones are 1.3 times faster than that */
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_true(b.sample.zones[0].burst.flags & PLATTER_FLAG_CACHED);
    assert_int_equal(zone_of(&b, 0).cached, 1);
    assert_nan(zone_of(&b, 0).throughput_bps);
    assert_int_equal(b.sample.contended, 0);
    assert_int_equal(b.sample.zones[0].burst.tries, 1);
    platter_drive_free(b.drive);
}

/* A slow block in the very first burst: the drive's reference must not come from it. */
static void one_slow_block_blinds_nothing(void **state)
{
    (void)state;
    struct bench b;
    struct platter_state st;
    const struct platter_fault fault = {PLATTER_FAULT_DELAY, 3 * 131072, 1, 300 * MS, 1};

    setup(&b, "wd2002faex", &fault, 1);
    platter_state_init(&st, 10, 5 * MS, 0);
    for (uint64_t i = 0; i < 30; i++) {
        b.probe.sample = i;
        b.probe.outer_bps = platter_state_outer_bps(&st);
        assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
        for (unsigned z = 0; z < 10; z++)
            assert_true(platter_burst_quiet(&b.sample.zones[z].burst));
        platter_state_add(&st, &b.sample, (i + 1) * 600000 * MS);
    }
    assert_near(platter_state_outer_bps(&st), 151e6, .02);
    platter_drive_free(b.drive);
}

static void a_drive_that_goes_away(void **state)
{
    (void)state;
    struct bench b;
    struct platter_fault fault = {.kind = PLATTER_FAULT_GONE, .len_bytes = 1};

    struct platter_plan plan = plan_of("wd2002faex");
    fault.first_byte = platter_plan_burst(&plan, 6, 0) + 131072;
    setup(&b, "wd2002faex", &fault, 1);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), PLATTER_READ_GONE);
    /* 0 2 4 6: what was measured before is kept */
    assert_int_equal(b.sample.zones[4].burst.timed, 16);
    assert_int_equal(b.sample.zones[8].burst.timed, 0);
    platter_drive_free(b.drive);
}

static void a_zone_that_takes_too_long_is_cut(void **state)
{
    (void)state;
    struct bench b;
    struct platter_fault fault = {.kind = PLATTER_FAULT_DELAY, .delay_ns = 9000 * MS};

    struct platter_plan plan = plan_of("wd2002faex");
    fault.first_byte = platter_plan_burst(&plan, 3, 0);
    fault.len_bytes = 3 << 20;
    setup(&b, "wd2002faex", &fault, 1);
    b.probe.deadline_ns = 30000 * MS;
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_true(b.sample.zones[3].burst.flags & PLATTER_FLAG_CUT);
    assert_int_equal(b.sample.zones[3].burst.timed, 3);
    assert_int_equal(zone_of(&b, 3).counts.by_class[PLATTER_GE500], 3);
    assert_int_equal(b.sample.zones[4].burst.timed, 16);
    platter_drive_free(b.drive);
}

#define DAY 86400
#define SAMPLES_A_DAY 48

/* One block that cannot be read, three weeks of sampling: met once, verified after each week, and
 * used again once it can be read. Meanwhile its slot's turn, every 64 samples, goes to a neighbour.
 */
static void a_bad_block_is_read_once_a_week(void **state)
{
    (void)state;
    struct bench b;
    struct platter_bad_places bad = {.n = 0};
    struct platter_fault fault = {
        .kind = PLATTER_FAULT_ERROR, .len_bytes = 512, .delay_ns = 7000 * MS, .times = 3};
    struct platter_geometry g;
    struct platter_plan plan;
    unsigned met[4] = {0}, at_neighbour = 0, at_place = 0;

    platter_model_geometry(platter_model_find("wd2002faex"), &g);
    assert_int_equal(platter_plan_init(&plan, &g, 3, 1), 0);
    fault.first_byte = platter_plan_burst(&plan, 1, platter_plan_slot(&plan, 5)) + 4 * 131072;
    setup(&b, "wd2002faex", &fault, 1);
    b.probe.plan = &plan;
    b.probe.avoid = &bad;
    for (int64_t i = 0; i < 22 * SAMPLES_A_DAY; i++) {
        int64_t now_s = 1796000000 + i * (DAY / SAMPLES_A_DAY);
        int due = platter_bad_places_due(&bad, now_s);
        b.probe.sample = (uint64_t)i;
        b.probe.verify = due < 0 ? NULL : &bad.place[due];
        assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
        platter_bad_places_learn(&bad, &b.sample, false, now_s);
        met[i / (7 * SAMPLES_A_DAY)] += b.sample.n_bad;
        assert_int_equal(b.sample.zones[1].burst.timed, 16);
        if (i % 64 == 5 && b.sample.zones[1].burst.slot != platter_plan_slot(&plan, 5))
            at_neighbour++;
        else if (i % 64 == 5)
            at_place++;
    }
    assert_int_equal(met[0], 1);
    assert_int_equal(met[1], 1);
    assert_int_equal(met[2], 1);
    assert_int_equal(met[3], 0);
    assert_int_equal(bad.n, 0);
    /* of 17 turns the first, which met it, and the one after the third week */
    assert_int_equal(at_place, 2);
    assert_int_equal(at_neighbour, 15);
    platter_drive_free(b.drive);
}

/* Access reads, walk and settling leave them out too; slow ones are learned if nobody disturbed. */
static void nothing_goes_to_a_bad_place(void **state)
{
    (void)state;
    struct bench b;
    const uint64_t sample = 4992; /* slot 0 again */
    struct platter_bad_places bad = {.n = 0};
    struct platter_plan plan = plan_of("wd80eazz");
    const struct platter_fault faults[] = {
        {PLATTER_FAULT_DELAY, platter_plan_access(&plan, 2, 0, 1), 1, 600 * MS, 0},
        {PLATTER_FAULT_DELAY, platter_plan_burst(&plan, 6, 0), 1, 600 * MS, 0},
        {PLATTER_FAULT_ERROR, platter_plan_walk(&plan, sample) + 131072, 1, 0, 0},
        {PLATTER_FAULT_DELAY, platter_plan_burst(&plan, 8, 0), 1, 600 * MS, 0},
        {PLATTER_FAULT_FOREIGN, platter_plan_burst(&plan, 8, 0), 1, 0, 0},
        {PLATTER_FAULT_DELAY, platter_plan_access(&plan, 1, 16, 0), 1, 600 * MS, 0},
    };

    setup(&b, "wd80eazz", faults, 6);
    b.probe.avoid = &bad;
    b.probe.sample = sample;
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    /* not the disturbed one, and not the read that settles the drive */
    assert_int_equal(b.sample.n_stuck, 2);
    assert_int_equal(b.sample.n_bad, 1);
    platter_bad_places_learn(&bad, &b.sample, false, 1796000000);
    assert_int_equal(bad.n, 3);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_int_equal(b.sample.n_stuck, 0);
    assert_int_equal(b.sample.n_bad, 0);
    assert_int_equal(b.sample.walk.timed, 0);
    assert_int_equal(b.sample.zones[2].access_flags[1], 0);
    assert_true(b.sample.zones[2].access_ns[1] < 30 * MS);
    assert_int_equal(b.sample.zones[6].burst.slot, 1);
    platter_drive_free(b.drive);
}

/* Each actuator's heads are brought to a known place. */
static void every_access_range_is_settled(void **state)
{
    (void)state;
    struct bench b;
    struct platter_geometry g;
    uint64_t bytes;

    setup(&b, "wd80eazz", NULL, 0);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    bytes = b.sample.bytes_read;
    platter_model_geometry(platter_model_find("wd80eazz"), &g);
    g.n_ranges = 2;
    g.range_bytes[1] = g.capacity_bytes / 2 / 4096 * 4096;
    assert_int_equal(platter_plan_init(&b.plan, &g, 10, 2), 0);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_int_equal(b.sample.bytes_read, bytes + b.plan.access_bytes);
    platter_drive_free(b.drive);
}

static int stop_at_the_fifth(void *user, const struct platter_sample *so_far)
{
    (void)so_far;
    return ++*(unsigned *)user == 25 ? 77 : 0;
}

static void the_caller_may_stop_it(void **state)
{
    (void)state;
    struct bench b;
    unsigned steps = 0;

    setup(&b, "wd2002faex", NULL, 0);
    b.probe.progress = stop_at_the_fifth;
    b.probe.user = &steps;
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 77);
    assert_int_equal(b.sample.bursts, 5);
    assert_true(b.sample.duration_ns > 0);
    platter_drive_free(b.drive);
}

static void equal_seeds_give_equal_samples(void **state)
{
    (void)state;
    struct bench a, b;

    setup(&a, "wd80eazz", NULL, 0);
    setup(&b, "wd80eazz", NULL, 0);
    assert_int_equal(platter_probe_run(a.drive, &a.probe, &a.sample), 0);
    assert_int_equal(platter_probe_run(b.drive, &b.probe, &b.sample), 0);
    assert_memory_equal(&a.sample, &b.sample, sizeof a.sample);
    platter_drive_free(a.drive);
    platter_drive_free(b.drive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_healthy_drive),
        cmocka_unit_test(every_slot_and_cell_in_turn),
        cmocka_unit_test(a_read_error_is_counted_and_sampling_goes_on),
        cmocka_unit_test(errors_of_access_warm_up_and_walk_are_counted),
        cmocka_unit_test(slow_blocks_and_lost_revolutions),
        cmocka_unit_test(a_contended_burst_is_made_again),
        cmocka_unit_test(a_busy_drive_gives_nothing_but_counts),
        cmocka_unit_test(a_run_delay_under_half_a_millisecond_is_quiet),
        cmocka_unit_test(the_drives_buffer_is_not_the_surface),
        cmocka_unit_test(one_slow_block_blinds_nothing),
        cmocka_unit_test(a_drive_that_goes_away),
        cmocka_unit_test(a_zone_that_takes_too_long_is_cut),
        cmocka_unit_test(a_bad_block_is_read_once_a_week),
        cmocka_unit_test(nothing_goes_to_a_bad_place),
        cmocka_unit_test(every_access_range_is_settled),
        cmocka_unit_test(the_caller_may_stop_it),
        cmocka_unit_test(equal_seeds_give_equal_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

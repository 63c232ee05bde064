/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdlib.h>

#include "agent/bench/scan_again.h"
#include "agent/core/rng.h"
#include "agent/drive/fault.h"
#include "agent/drive/sim.h"
#include <platter/units.h>

#define BLOCK 131072u
#define MS PLATTER_NS_PER_MS
#define STOP 77

static struct platter_scan scan;

static struct platter_drive *faulty(const struct platter_fault *faults, unsigned n)
{
    struct platter_drive *d;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    assert_int_equal(platter_fault_new(d, faults, n, &d), 0);
    return d;
}

static void begin(struct platter_drive *d, uint64_t blocks, enum platter_scan_method method)
{
    const struct platter_scan_plan plan = {.end_byte = blocks * BLOCK,
                                           .block_bytes = BLOCK,
                                           .method = method,
                                           .slow_ns = 5 * MS,
                                           .rev_ns = d->geometry.rev_ns};

    assert_int_equal(platter_scan_init(&scan, &plan), 0);
}

static int end(void **state)
{
    (void)state;
    platter_scan_deinit(&scan);
    return 0;
}

/* 62 slow blocks in 61,035: all of them, and no other. */
static void finds_62_of_61035(void **state)
{
    (void)state;
    enum { N = 62, BLOCKS = 61035 };
    struct platter_fault faults[N];
    const struct platter_scan_hooks hooks = {NULL, NULL, NULL};
    struct platter_rng rng;
    uint32_t found = 0;

    platter_rng_seed(&rng, 62);
    for (unsigned i = 0; i < N; i++) {
        uint64_t at = (i * (BLOCKS / N) + platter_rng_next(&rng) % 900) * BLOCK;
        faults[i] = (struct platter_fault){PLATTER_FAULT_DELAY, at + 512, 512, 10 * MS, 0};
    }
    CLEANUP_DRIVE struct platter_drive *d = faulty(faults, N);
    begin(d, BLOCKS, PLATTER_SCAN_READ);
    assert_int_equal(platter_scan_run(d, &scan, 4, &hooks), 0);
    uint64_t device_ns = platter_drive_now_ns(d);
    assert_int_equal(scan.duration_ns, device_ns);
    assert_int_equal(platter_scan_again(d, &scan, 2, &hooks), 0);
    platter_scan_settle(&scan);
    assert_int_equal(scan.done, BLOCKS);
    assert_int_equal(scan.counts.slow, N);
    assert_int_equal(scan.n_slow, N);
    for (unsigned i = 0; i < N; i++) {
        assert_int_equal(scan.slow[i].slow_again, 2);
        for (unsigned k = 0; k < N; k++)
            found += scan.slow[i].first_byte == faults[k].first_byte - 512;
    }
    assert_int_equal(found, N);
}

static int stop_half_way(void *user, const struct platter_scan *s, enum platter_scan_phase phase,
                         double share)
{
    (void)user;
    (void)phase;
    assert_int_equal(share * (double)s->n_blocks, (double)s->done);
    return share > .5 ? STOP : 0;
}

/* Ended and gone on with is the same as in one go. */
static void goes_on(void **state)
{
    (void)state;
    const struct platter_fault fault = {PLATTER_FAULT_DELAY, 3000 * BLOCK, BLOCK, 20 * MS, 0};
    CLEANUP_DRIVE struct platter_drive *d = faulty(&fault, 1);
    const struct platter_scan_hooks stop = {stop_half_way, NULL, NULL}, none = {NULL, NULL, NULL};

    begin(d, 8000, PLATTER_SCAN_READ);
    assert_int_equal(platter_scan_run(d, &scan, 3, &stop), STOP);
    assert_in_range(scan.done, 4000, 4200);
    assert_int_equal(scan.counts.slow, 1);
    assert_int_equal(platter_scan_run(d, &scan, 3, &none), 0);
    assert_int_equal(scan.done, 8000);
    assert_int_equal(scan.bytes, 8000ull * BLOCK);
    platter_scan_settle(&scan);
    assert_int_equal(platter_counts_blocks(&scan.counts), 8000);
}

/* EIO every 1000 blocks: each is found, down to its sectors, and the rest is read. */
static void survives_errors(void **state)
{
    (void)state;
    enum { N = 20 };
    struct platter_fault faults[N];
    const struct platter_scan_hooks hooks = {NULL, NULL, NULL};

    for (unsigned i = 0; i < N; i++)
        faults[i] = (struct platter_fault){PLATTER_FAULT_ERROR, (i + 1ull) * 1000 * BLOCK + 7 * 512,
                                           3 * 512, 40 * MS, 0};
    CLEANUP_DRIVE struct platter_drive *d = faulty(faults, N);
    begin(d, 20500, PLATTER_SCAN_READ);
    assert_int_equal(platter_scan_run(d, &scan, 4, &hooks), 0);
    assert_int_equal(scan.counts.by_class[PLATTER_ERROR], N);
    assert_int_equal(scan.n_bad, N);
    assert_int_equal(platter_scan_split(d, &scan, &hooks), 0);
    assert_int_equal(scan.n_bad, N);
    for (unsigned i = 0; i < N; i++) {
        assert_true(scan.bad[i].exact);
        assert_int_equal(scan.bad[i].first_byte, faults[i].first_byte);
        assert_int_equal(scan.bad[i].len_bytes, faults[i].len_bytes);
    }
    assert_int_equal(platter_scan_again(d, &scan, 2, &hooks), 0);
    platter_scan_settle(&scan);
    assert_int_equal(scan.counts.slow, 0);
}

static void drive_goes_away(void **state)
{
    (void)state;
    const struct platter_fault gone = {PLATTER_FAULT_GONE, 4000ull * BLOCK, BLOCK, 0, 0};
    /* Some controllers answer with errors for ever. */
    const struct platter_fault dead = {PLATTER_FAULT_ERROR, 4000ull * BLOCK, UINT64_MAX / 2, 0, 0};
    const struct platter_scan_hooks hooks = {NULL, NULL, NULL};

    for (unsigned i = 0; i < 2; i++) {
        CLEANUP_DRIVE struct platter_drive *d = faulty(i ? &dead : &gone, 1);
        begin(d, 10000, PLATTER_SCAN_READ);
        assert_int_equal(platter_scan_run(d, &scan, 4, &hooks), PLATTER_READ_GONE);
        assert_int_equal(scan.done, 4000);
        assert_int_equal(scan.n_bad, 0);
        assert_int_equal(scan.counts.by_class[PLATTER_ERROR], 0);
        platter_scan_deinit(&scan);
    }
}

static void other_methods(void **state)
{
    (void)state;
    const struct platter_fault faults[] = {{PLATTER_FAULT_DELAY, 300ull * BLOCK, BLOCK, 40 * MS, 0},
                                           {PLATTER_FAULT_ERROR, 700ull * BLOCK, 512, 40 * MS, 0}};
    const struct platter_scan_hooks hooks = {NULL, NULL, NULL};

    for (unsigned m = PLATTER_SCAN_VERIFY; m < PLATTER_SCAN_METHODS; m++) {
        CLEANUP_DRIVE struct platter_drive *d = faulty(faults, 2);
        begin(d, 2001, (enum platter_scan_method)m);
        assert_int_equal(platter_scan_run(d, &scan, 4, &hooks), 0);
        assert_int_equal(platter_scan_split(d, &scan, &hooks), 0);
        assert_int_equal(platter_scan_again(d, &scan, 1, &hooks), 0);
        platter_scan_settle(&scan);
        assert_int_equal(scan.done, 2001);
        assert_int_equal(scan.counts.slow, 1);
        assert_int_equal(scan.slow[0].first_byte, faults[0].first_byte);
        assert_int_equal(scan.n_bad, 1);
        assert_int_equal(scan.bad[0].len_bytes, 512);
        platter_scan_deinit(&scan);
    }
}

/* What others do to a block is not the drive's: it is read again, and not counted. */
static void disturbed_blocks_are_read_again(void **state)
{
    (void)state;
    const struct platter_fault faults[] = {
        {PLATTER_FAULT_DELAY, 500ull * BLOCK, BLOCK, 30 * MS, 1},
        {PLATTER_FAULT_STOLEN, 500ull * BLOCK, BLOCK, 30 * MS, 1}};
    const struct platter_scan_hooks hooks = {NULL, NULL, NULL};
    CLEANUP_DRIVE struct platter_drive *d = faulty(faults, 2);

    begin(d, 1000, PLATTER_SCAN_READ);
    assert_int_equal(platter_scan_run(d, &scan, 4, &hooks), 0);
    /* The first block holds the way there. */
    assert_in_range(scan.n_slow, 1, 2);
    assert_true(scan.slow[scan.n_slow - 1].disturbed);
    assert_int_equal(platter_scan_again(d, &scan, 2, &hooks), 0);
    platter_scan_settle(&scan);
    assert_int_equal(scan.counts.slow, 0);
    assert_int_equal(scan.n_slow, 0);
    assert_int_equal(scan.counts.by_class[PLATTER_LT5], 1000);
}

static bool hot_at_first(void *user)
{
    unsigned *asked = user;

    return (*asked)++ < 3;
}

static void waits_while_hot(void **state)
{
    (void)state;
    CLEANUP_DRIVE struct platter_drive *d = faulty(NULL, 0);
    unsigned asked = 0;
    const struct platter_scan_hooks hooks = {NULL, hot_at_first, &asked};

    begin(d, 2000, PLATTER_SCAN_READ);
    assert_int_equal(platter_scan_run(d, &scan, 4, &hooks), 0);
    assert_int_equal(scan.done, 2000);
    assert_int_equal(scan.paused_ns, 2 * 30 * PLATTER_NS_PER_S);
    assert_true(scan.duration_ns > scan.paused_ns);
    assert_true(scan.block_ns < 10 * PLATTER_NS_PER_S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(finds_62_of_61035, end),
        cmocka_unit_test_teardown(goes_on, end),
        cmocka_unit_test_teardown(survives_errors, end),
        cmocka_unit_test(drive_goes_away),
        cmocka_unit_test(other_methods),
        cmocka_unit_test_teardown(disturbed_blocks_are_read_again, end),
        cmocka_unit_test_teardown(waits_while_hot, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

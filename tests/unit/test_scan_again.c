/* SPDX-License-Identifier: MIT */
/* Halving and reading again, on their own; test_scan.c runs them after a scan. */
#include "tests/support/unit.h"

#include "agent/bench/scan_again.h"
#include "agent/drive/fault.h"
#include "agent/drive/sim.h"
#include <platter/units.h>

#define BLOCK 131072u
#define MS PLATTER_NS_PER_MS
#define STOP 78

static struct platter_scan scan;
static const struct platter_scan_hooks no_hooks = {NULL, NULL, NULL};

static struct platter_drive *begin(const struct platter_fault *faults, unsigned n)
{
    const struct platter_scan_plan plan = {
        .end_byte = 1000 * BLOCK, .block_bytes = BLOCK, .slow_ns = 5 * MS};
    struct platter_drive *d;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    assert_int_equal(platter_fault_new(d, faults, n, &d), 0);
    assert_int_equal(platter_scan_init(&scan, &plan), 0);
    return d;
}

static int end(void **state)
{
    (void)state;
    platter_scan_deinit(&scan);
    return 0;
}

static void put_bad(uint64_t byte, uint64_t len)
{
    const struct platter_scan_bad bad = {byte, len, false};
    assert_int_equal(platter_scan_add_bad(&scan, &bad), 0);
}

static void halves_to_sectors(void **state)
{
    (void)state;
    const struct platter_fault faults[] = {
        {PLATTER_FAULT_ERROR, 3 * BLOCK, 512, MS, 0},         /* the first sector */
        {PLATTER_FAULT_ERROR, 6 * BLOCK - 512, 1024, MS, 0},  /* over a block's edge */
        {PLATTER_FAULT_ERROR, 8 * BLOCK, BLOCK, MS, 0},       /* all of one */
        {PLATTER_FAULT_ERROR, 20 * BLOCK + 1024, 512, MS, 0}, /* two in one block */
        {PLATTER_FAULT_ERROR, 20 * BLOCK + 100 * 512, 512, MS, 0},
    };
    static const struct platter_scan_bad want[] = {
        {3 * BLOCK, 512, true},         {6 * BLOCK - 512, 1024, true},   {8 * BLOCK, BLOCK, true},
        {20 * BLOCK + 1024, 512, true}, {20 * BLOCK + 51200, 512, true},
    };
    CLEANUP_DRIVE struct platter_drive *d = begin(faults, 5);

    put_bad(20 * BLOCK, BLOCK);
    put_bad(3 * BLOCK, BLOCK);
    put_bad(5 * BLOCK, 2 * BLOCK);
    put_bad(8 * BLOCK, BLOCK);
    put_bad(30 * BLOCK, BLOCK); /* can be read by now */
    assert_int_equal(platter_scan_split(d, &scan, &no_hooks), 0);
    assert_true(scan.split_done);
    assert_int_equal(scan.n_bad, sizeof want / sizeof want[0]);
    for (uint32_t i = 0; i < scan.n_bad; i++) {
        assert_int_equal(scan.bad[i].first_byte, want[i].first_byte);
        assert_int_equal(scan.bad[i].len_bytes, want[i].len_bytes);
        assert_true(scan.bad[i].exact);
    }
}

/* A drive that thinks for a minute about each read that fails: whole blocks are left. */
static void gives_up_in_time(void **state)
{
    (void)state;
    const struct platter_fault fault = {PLATTER_FAULT_ERROR, 0, 100 * BLOCK, 60000 * MS, 0};
    CLEANUP_DRIVE struct platter_drive *d = begin(&fault, 1);
    uint64_t covered = 0;

    put_bad(0, 100 * BLOCK);
    assert_int_equal(platter_scan_split(d, &scan, &no_hooks), 0);
    for (uint32_t i = 0; i < scan.n_bad; i++)
        covered += scan.bad[i].len_bytes;
    assert_int_equal(covered, 100 * BLOCK);
    assert_true(platter_drive_now_ns(d) < PLATTER_SCAN_SPLIT_NS + 120 * PLATTER_NS_PER_S);
}

static int stop(void *user, const struct platter_scan *s, enum platter_scan_phase phase,
                double share)
{
    (void)user;
    (void)s;
    (void)phase;
    return share > .1 ? STOP : 0;
}

/* Nothing is lost when it is ended, or when the drive goes. */
static void keeps_what_there_is(void **state)
{
    (void)state;
    const struct platter_fault faults[] = {{PLATTER_FAULT_ERROR, 0, 50 * BLOCK, 200 * MS, 0},
                                           {PLATTER_FAULT_GONE, 60 * BLOCK, BLOCK, 0, 0}};
    const struct platter_scan_hooks hooks = {stop, NULL, NULL};
    CLEANUP_DRIVE struct platter_drive *d = begin(faults, 2);
    uint64_t covered = 0;

    for (unsigned i = 0; i < 25; i++)
        put_bad(2ull * i * BLOCK, BLOCK);
    assert_int_equal(platter_scan_split(d, &scan, &hooks), STOP);
    assert_false(scan.split_done);
    for (uint32_t i = 0; i < scan.n_bad; i++)
        covered += scan.bad[i].len_bytes;
    assert_int_equal(covered, 25 * BLOCK);

    const struct platter_scan_slow slow = {.first_byte = 60 * BLOCK, .time_us = 9000};
    platter_scan_add_slow(&scan, &slow);
    assert_int_equal(platter_scan_again(d, &scan, 2, &no_hooks), PLATTER_READ_GONE);
    assert_int_equal(scan.n_slow, 1);
}

/* Neighbours, the first blocks and the last one are timed without a seek in them. */
static void times_without_seeks(void **state)
{
    (void)state;
    static const unsigned places[] = {0, 1, 2, 3, 5, 500, 501, 999};
    CLEANUP_DRIVE struct platter_drive *d = begin(NULL, 0);

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const struct platter_scan_slow e = {.first_byte = places[i] * (uint64_t)BLOCK,
                                            .time_us = 30000};
        platter_scan_add_slow(&scan, &e);
    }
    assert_int_equal(platter_scan_again(d, &scan, 3, &no_hooks), 0);
    assert_true(scan.again_done);
    for (uint32_t i = 0; i < scan.n_slow; i++) {
        assert_int_equal(scan.slow[i].reads, 3);
        assert_int_equal(scan.slow[i].slow_again, 0);
        assert_in_range(scan.slow[i].again_us, 200, 2000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(halves_to_sectors, end),
        cmocka_unit_test_teardown(gives_up_in_time, end),
        cmocka_unit_test_teardown(keeps_what_there_is, end),
        cmocka_unit_test_teardown(times_without_seeks, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

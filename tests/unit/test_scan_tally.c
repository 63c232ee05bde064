/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <platter/units.h>

#include "agent/bench/scan_tally.h"

#define BLOCK 131072u
#define MS PLATTER_NS_PER_MS

static struct platter_scan scan;

static void begin(uint64_t blocks, enum platter_scan_method method)
{
    const struct platter_scan_plan plan = {.end_byte = blocks * BLOCK - 4096,
                                           .block_bytes = BLOCK,
                                           .method = method,
                                           .slow_ns = 5 * MS,
                                           .rev_ns = 8 * MS};

    assert_int_equal(platter_scan_init(&scan, &plan), 0);
}

static int end(void **state)
{
    (void)state;
    platter_scan_deinit(&scan);
    return 0;
}

static void goes_through_all_blocks(void **state)
{
    (void)state;
    uint32_t len;

    begin(5, PLATTER_SCAN_READ);
    assert_int_equal(scan.n_blocks, 5);
    assert_int_equal(platter_scan_block(&scan, 3, &len), 3 * BLOCK);
    assert_int_equal(len, BLOCK);
    assert_int_equal(platter_scan_block(&scan, 4, &len), 4 * BLOCK);
    assert_int_equal(len, BLOCK - 4096);
    platter_scan_deinit(&scan);

    static const unsigned order[] = {0, 4, 1, 3, 2};
    begin(5, PLATTER_SCAN_BUTTERFLY);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(platter_scan_block(&scan, i, &len), order[i] * BLOCK);
}

static void counts_classes_and_turns(void **state)
{
    (void)state;
    begin(100000, PLATTER_SCAN_READ);
    for (unsigned i = 0; i < 2000; i++)
        platter_scan_took(&scan, MS, false);
    platter_scan_took(&scan, 9 * MS, false);
    platter_scan_took(&scan, 26 * MS, false);
    platter_scan_took(&scan, 600 * MS, false);
    platter_scan_failed(&scan, 3000 * MS);
    assert_int_equal(scan.done, 2004);
    assert_int_equal(scan.counts.by_class[PLATTER_LT5], 2000);
    assert_int_equal(scan.counts.by_class[PLATTER_LT10], 1);
    assert_int_equal(scan.counts.by_class[PLATTER_LT50], 1);
    assert_int_equal(scan.counts.by_class[PLATTER_GE500], 1);
    assert_int_equal(scan.counts.by_class[PLATTER_ERROR], 1);
    assert_int_equal(scan.counts.slow, 3);
    assert_int_equal(scan.turns[0], 1);
    assert_int_equal(scan.turns[2], 1);
    assert_int_equal(scan.turns[4], 1);
    assert_int_equal(scan.bytes, 2003ull * BLOCK);
    assert_int_equal(scan.worst_byte, 2002ull * BLOCK);
    struct platter_scan_cell all = platter_scan_cells(&scan, 0, scan.n_cells);
    assert_int_equal(all.blocks, 2004);
    assert_int_equal(all.slow, 3);
    assert_int_equal(all.errors, 1);
    assert_true(scan.n_cells <= PLATTER_SCAN_CELLS);
}

/* Disturbed ones count for what they took when read again. */
static void settles(void **state)
{
    (void)state;
    begin(100, PLATTER_SCAN_READ);
    platter_scan_took(&scan, MS, false);
    for (unsigned i = 0; i < 3; i++)
        platter_scan_took(&scan, 30 * MS, true);
    assert_int_equal(scan.counts.slow, 0);
    assert_int_equal(scan.n_slow, 3);
    scan.slow[0].reads = scan.slow[1].reads = 2;
    scan.slow[0].again_us = 1000;
    scan.slow[1].again_us = 12000;
    scan.slow[1].slow_again = 1;
    platter_scan_settle(&scan);
    assert_int_equal(scan.n_slow, 2);
    assert_int_equal(scan.counts.slow, 2);
    assert_int_equal(scan.counts.by_class[PLATTER_LT5], 2);
    assert_int_equal(scan.counts.by_class[PLATTER_LT20], 1);
    assert_int_equal(scan.counts.by_class[PLATTER_LT50], 1);
    assert_int_equal(platter_counts_blocks(&scan.counts), scan.done);
}

/* More slow blocks than the list takes: the slowest stay, all are counted. */
static void keeps_the_slowest(void **state)
{
    (void)state;
    const uint32_t n = 3 * PLATTER_SCAN_SLOW_MAX;
    uint32_t longest = 0;

    begin(n, PLATTER_SCAN_READ);
    for (uint32_t i = 0; i < n; i++)
        platter_scan_took(&scan, 6 * MS + i % 1000 * PLATTER_NS_PER_US, i % 7 == 0);
    assert_true(scan.n_slow <= PLATTER_SCAN_SLOW_MAX && scan.n_slow > PLATTER_SCAN_SLOW_MAX / 4);
    platter_scan_settle(&scan);
    assert_int_equal(scan.counts.slow, n);
    assert_int_equal(scan.n_slow + scan.unlisted, n);
    for (uint32_t i = 0; i < scan.n_slow; i++) {
        assert_true(scan.slow[i].time_us >= scan.slow_floor_us);
        assert_true(i == 0 || scan.slow[i].first_byte > scan.slow[i - 1].first_byte);
        longest += scan.slow[i].time_us == 6999;
    }
    assert_in_range(longest, n / 1000 - 1, n / 1000 + 1);
}

static void joins_bad_neighbours(void **state)
{
    (void)state;
    begin(100, PLATTER_SCAN_READ);
    for (unsigned i = 0; i < 10; i++)
        if (i == 3)
            platter_scan_took(&scan, MS, false);
        else
            platter_scan_failed(&scan, MS);
    assert_int_equal(scan.n_bad, 2);
    assert_int_equal(scan.bad[0].len_bytes, 3 * BLOCK);
    platter_scan_take_back(&scan, 6);
    assert_int_equal(scan.done, 4);
    assert_int_equal(scan.n_bad, 1);
    assert_int_equal(scan.counts.by_class[PLATTER_ERROR], 3);
}

/* Every second block bad: the list is full, and covers them all the same. */
static void bad_list_never_forgets(void **state)
{
    (void)state;
    const uint64_t n = 4ull * PLATTER_SCAN_BAD_MAX / 2 + 300;
    uint64_t covered = 0;

    begin(n, PLATTER_SCAN_READ);
    for (uint64_t i = 0; i < n; i++)
        if (i % 2)
            platter_scan_took(&scan, MS, false);
        else
            platter_scan_failed(&scan, MS);
    assert_true(scan.bad_merged);
    assert_int_equal(scan.n_bad, PLATTER_SCAN_BAD_MAX);
    for (uint32_t i = 0; i < scan.n_bad; i++)
        covered += (scan.bad[i].len_bytes + BLOCK) / (2 * BLOCK);
    assert_int_equal(covered, scan.counts.by_class[PLATTER_ERROR]);
}

/* In butterfly the seek is no fault of the place. */
static void butterfly_allows_for_seeks(void **state)
{
    (void)state;
    begin(10000, PLATTER_SCAN_BUTTERFLY);
    for (unsigned i = 0; i < 1000; i++)
        platter_scan_took(&scan, (16 + i % 8) * MS, false);
    assert_int_equal(scan.counts.slow, 0);
    platter_scan_took(&scan, 45 * MS, false);
    assert_int_equal(scan.counts.slow, 1);
    assert_int_equal(scan.counts.revolutions, 0);
}

static void refuses_odd_plans(void **state)
{
    (void)state;
    struct platter_scan s;
    struct platter_scan_plan plan = {.first_byte = 8, .end_byte = 8, .block_bytes = BLOCK};
    enum platter_scan_method m;

    assert_int_equal(platter_scan_init(&s, &plan), -EINVAL);
    plan = (struct platter_scan_plan){.end_byte = 8};
    assert_int_equal(platter_scan_init(&s, &plan), -EINVAL);
    assert_int_equal(platter_scan_method_of("sideways", &m), -EINVAL);
    for (unsigned i = 0; i < PLATTER_SCAN_METHODS; i++) {
        const char *name = platter_scan_method_name((enum platter_scan_method)i);
        assert_int_equal(platter_scan_method_of(name, &m), 0);
        assert_int_equal(m, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(goes_through_all_blocks, end),
        cmocka_unit_test_teardown(counts_classes_and_turns, end),
        cmocka_unit_test_teardown(settles, end),
        cmocka_unit_test_teardown(keeps_the_slowest, end),
        cmocka_unit_test_teardown(joins_bad_neighbours, end),
        cmocka_unit_test_teardown(bad_list_never_forgets, end),
        cmocka_unit_test_teardown(butterfly_allows_for_seeks, end),
        cmocka_unit_test(refuses_odd_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/sample.h"
#include <platter/units.h>

#define MS PLATTER_NS_PER_MS

/* 16 blocks of 1 ms: 128 KiB in 1 ms is 131.072 MB/s. */
static struct platter_burst even_burst(void)
{
    struct platter_burst b = {.block_bytes = 131072, .timed = 16, .tries = 1};

    for (unsigned i = 0; i < 16; i++)
        b.block_ns[i] = MS;
    return b;
}

static void an_even_burst(void **state)
{
    (void)state;
    struct platter_burst b = even_burst();
    struct platter_burst_figures f;

    platter_burst_figures(&b, 5 * MS, 0, &f);
    assert_near(f.throughput_bps, 131.072e6, 1e-12);
    assert_near(f.worst_s, .001, 1e-12);
    assert_near(f.median_s, .001, 1e-12);
    assert_int_equal(f.counts.by_class[PLATTER_LT5], 16);
    assert_int_equal(f.counts.slow, 0);
}

static void every_class_has_its_block(void **state)
{
    (void)state;
    const uint64_t ms[] = {4, 5, 9, 10, 19, 20, 49, 50, 149, 150, 499, 500, 60000};
    const uint64_t expected[PLATTER_CLASSES] = {1, 2, 2, 2, 2, 2, 2, 0};
    struct platter_burst b = {.block_bytes = 131072, .timed = 13};
    struct platter_burst_figures f;

    for (unsigned i = 0; i < 13; i++)
        b.block_ns[i] = ms[i] * MS;
    platter_burst_figures(&b, 5 * MS, 0, &f);
    for (unsigned c = 0; c < PLATTER_CLASSES; c++)
        assert_int_equal(f.counts.by_class[c], expected[c]);
    assert_int_equal(f.counts.slow, 12);
    assert_near(f.worst_s, 60, 1e-12);
    /* 4999999 ns is not slow, 5000000 is */
    b.timed = 2;
    b.block_ns[0] = 5 * MS - 1;
    b.block_ns[1] = 5 * MS;
    platter_burst_figures(&b, 5 * MS, 0, &f);
    assert_int_equal(f.counts.slow, 1);
    /* the slow limit is an option, the classes are not */
    platter_burst_figures(&b, 20 * MS, 0, &f);
    assert_int_equal(f.counts.slow, 0);
    assert_int_equal(f.counts.by_class[PLATTER_LT10], 1);
}

static void revolutions_are_counted_from_the_median(void **state)
{
    (void)state;
    struct platter_burst b = even_burst();
    struct platter_burst_figures f;
    const uint64_t rev = 8333333;

    assert_int_equal(platter_lost_revolutions(MS + rev, MS, rev), 1);
    assert_int_equal(platter_lost_revolutions(MS + rev / 2 - 1, MS, rev), 0);
    assert_int_equal(platter_lost_revolutions(MS + rev / 2 + 1, MS, rev), 1);
    assert_int_equal(platter_lost_revolutions(MS + 3 * rev - 1000, MS, rev), 3);
    assert_int_equal(platter_lost_revolutions(0, MS, rev), 0);
    assert_int_equal(platter_lost_revolutions(100 * MS, MS, 0), 0);

    b.block_ns[3] += rev;
    b.block_ns[9] += 2 * rev;
    platter_burst_figures(&b, 5 * MS, rev, &f);
    assert_int_equal(f.counts.revolutions, 3);
    assert_int_equal(f.counts.slow, 2);
    /* slow ones are part of the throughput */
    assert_near(f.throughput_bps, 16 * 131072 / (.016 + 3 * 8.333333e-3), 1e-6);
    platter_burst_figures(&b, 5 * MS, 0, &f);
    assert_int_equal(f.counts.revolutions, 0);
}

static void an_error_has_no_time(void **state)
{
    (void)state;
    struct platter_burst b = even_burst();
    struct platter_burst_figures f;

    b.error_mask = 1u << 15 | 1u;
    b.block_ns[0] = b.block_ns[15] = 7000 * MS;
    platter_burst_figures(&b, 5 * MS, 8333333, &f);
    assert_near(f.throughput_bps, 131.072e6, 1e-12);
    assert_near(f.worst_s, .001, 1e-12);
    assert_int_equal(f.counts.by_class[PLATTER_ERROR], 2);
    assert_int_equal(f.counts.by_class[PLATTER_GE500], 0);
    assert_int_equal(f.counts.slow, 0);
    b.error_mask = 0xffff;
    platter_burst_figures(&b, 5 * MS, 0, &f);
    assert_nan(f.throughput_bps);
    assert_nan(f.worst_s);
    assert_int_equal(f.counts.by_class[PLATTER_ERROR], 16);
}

static void nothing_read_is_nan(void **state)
{
    (void)state;
    struct platter_burst b = {.block_bytes = 131072};
    struct platter_burst_figures f;

    platter_burst_figures(&b, 5 * MS, 0, &f);
    assert_nan(f.throughput_bps);
    assert_nan(f.median_s);
    assert_false(platter_burst_quiet(&b));
    b.timed = 60000; /* from outside: more than there are */
    platter_burst_figures(&b, 5 * MS, 0, &f);
    assert_nan(f.throughput_bps);
}

static void only_quiet_reads_make_a_zone(void **state)
{
    (void)state;
    struct platter_zone_sample s = {.burst = even_burst(), .accesses = 3};
    struct platter_zone z;

    s.access_ns[0] = 12 * MS;
    s.access_ns[1] = 14 * MS;
    s.access_ns[2] = 400 * MS;
    s.access_flags[2] = PLATTER_FLAG_FOREIGN;
    platter_zone_sample_figures(&s, 5 * MS, 0, &z);
    assert_near(z.access_s, .013, 1e-12);
    assert_near(z.throughput_bps, 131.072e6, 1e-12);
    assert_int_equal(platter_counts_blocks(&z.counts), 16);

    s.burst.flags = PLATTER_FLAG_DELAYED;
    s.contended_tries = 3;
    s.errors = 2;
    s.access_flags[0] = PLATTER_FLAG_CACHED;
    s.access_flags[1] = PLATTER_FLAG_ERROR;
    platter_zone_sample_figures(&s, 5 * MS, 0, &z);
    assert_nan(z.throughput_bps);
    assert_nan(z.worst_s);
    assert_nan(z.access_s);
    assert_int_equal(z.contended, 3);
    assert_int_equal(z.cached, 1);
    /* errors count whoever else was there */
    assert_int_equal(z.counts.by_class[PLATTER_ERROR], 2);
    assert_int_equal(platter_counts_blocks(&z.counts), 2);
    /* foreign use that cannot be seen is said, not guessed */
    s.burst.flags = PLATTER_FLAG_UNWATCHED;
    platter_zone_sample_figures(&s, 5 * MS, 0, &z);
    assert_near(z.throughput_bps, 131.072e6, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_even_burst),
        cmocka_unit_test(every_class_has_its_block),
        cmocka_unit_test(revolutions_are_counted_from_the_median),
        cmocka_unit_test(an_error_has_no_time),
        cmocka_unit_test(nothing_read_is_nan),
        cmocka_unit_test(only_quiet_reads_make_a_zone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

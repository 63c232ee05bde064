/* SPDX-License-Identifier: MIT */
#include "agent/core/sample.h"

#include <math.h>
#include <string.h>

#include <platter/units.h>

/*
 * Pairs to put in order, one after another, so that 16 values are sorted (Batcher, "Sorting
 * networks and their applications", AFIPS 1968): no branch depends on the values, which matters
 * where years are simulated.
 */
/* clang-format off */
#define NETWORK(P) \
    P(0, 1) P(2, 3) P(4, 5) P(6, 7) P(8, 9) P(10, 11) P(12, 13) P(14, 15) P(0, 2) P(1, 3) \
    P(4, 6) P(5, 7) P(8, 10) P(9, 11) P(12, 14) P(13, 15) P(1, 2) P(5, 6) P(9, 10) \
    P(13, 14) P(0, 4) P(1, 5) P(2, 6) P(3, 7) P(8, 12) P(9, 13) P(10, 14) P(11, 15) \
    P(2, 4) P(3, 5) P(10, 12) P(11, 13) P(1, 2) P(3, 4) P(5, 6) P(9, 10) P(11, 12) \
    P(13, 14) P(0, 8) P(1, 9) P(2, 10) P(3, 11) P(4, 12) P(5, 13) P(6, 14) P(7, 15) \
    P(4, 8) P(5, 9) P(6, 10) P(7, 11) P(2, 4) P(3, 5) P(6, 8) P(7, 9) P(10, 12) P(11, 13) \
    P(1, 2) P(3, 4) P(5, 6) P(7, 8) P(9, 10) P(11, 12) P(13, 14)
/* clang-format on */
#define IN_ORDER(i, k)               \
    {                                \
        uint64_t a = v[i], b = v[k]; \
        v[i] = a < b ? a : b;        \
        v[k] = a < b ? b : a;        \
    }

/* Sorts in place; room for PLATTER_BURST_BLOCKS, which what is over n is used for. */
static void sort(uint64_t *v, unsigned n)
{
    for (unsigned i = n; i < PLATTER_BURST_BLOCKS; i++)
        v[i] = UINT64_MAX;
    NETWORK(IN_ORDER)
}

/* Median of the n > 0 values; of an even number the mean of the two in the middle. */
static double median(uint64_t *v, unsigned n)
{
    sort(v, n);
    return n % 2 ? (double)v[n / 2] : ((double)v[n / 2 - 1] + (double)v[n / 2]) / 2;
}

static unsigned times_of(const struct platter_burst *burst, uint64_t *times)
{
    unsigned n = 0;
    unsigned timed = burst->timed < PLATTER_BURST_BLOCKS ? burst->timed : PLATTER_BURST_BLOCKS;

    for (unsigned i = 0; i < timed; i++)
        if (!(burst->error_mask >> i & 1))
            times[n++] = burst->block_ns[i];
    return n;
}

uint64_t platter_lost_revolutions(uint64_t block_ns, uint64_t median_ns, uint64_t rev_ns)
{
    /* Mostly so, and without a division. */
    if (!rev_ns || block_ns <= median_ns || block_ns - median_ns < rev_ns / 2)
        return 0;
    return (block_ns - median_ns + rev_ns / 2) / rev_ns;
}

double platter_burst_bps(const struct platter_burst *burst)
{
    uint64_t sum_ns = 0;
    unsigned n = 0,
             timed = burst->timed < PLATTER_BURST_BLOCKS ? burst->timed : PLATTER_BURST_BLOCKS;

    for (unsigned i = 0; i < timed; i++)
        if (!(burst->error_mask >> i & 1)) {
            sum_ns += burst->block_ns[i];
            n++;
        }
    return sum_ns ? (double)n * burst->block_bytes / ((double)sum_ns / (double)PLATTER_NS_PER_S)
                  : NAN;
}

static uint64_t lost_revolutions(const uint64_t *times, unsigned n, double median_s,
                                 uint64_t rev_ns)
{
    uint64_t median_ns = (uint64_t)(median_s * (double)PLATTER_NS_PER_S), sum = 0;

    for (unsigned i = 0; i < n; i++)
        sum += platter_lost_revolutions(times[i], median_ns, rev_ns);
    return sum;
}

void platter_burst_figures(const struct platter_burst *burst, uint64_t slow_ns, uint64_t rev_ns,
                           struct platter_burst_figures *out)
{
    struct platter_burst_figures f = {NAN, NAN, NAN, {{0}, 0, 0}};
    uint64_t times[PLATTER_BURST_BLOCKS];
    unsigned n = times_of(burst, times);
    uint64_t sum_ns = 0, worst_ns = 0, best_ns = UINT64_MAX;

    f.counts.by_class[PLATTER_ERROR] = (uint64_t)__builtin_popcount(burst->error_mask);
    for (unsigned i = 0; i < n; i++) {
        sum_ns += times[i];
        worst_ns = times[i] > worst_ns ? times[i] : worst_ns;
        best_ns = times[i] < best_ns ? times[i] : best_ns;
        f.counts.by_class[platter_class_of(times[i])]++;
        f.counts.slow += times[i] >= slow_ns;
    }
    if (n) {
        f.median_s = median(times, n) / (double)PLATTER_NS_PER_S;
        f.worst_s = (double)worst_ns / (double)PLATTER_NS_PER_S;
        /* Mostly no block is half a turn over any other. */
        if (rev_ns && worst_ns - best_ns >= rev_ns / 2)
            f.counts.revolutions = lost_revolutions(times, n, f.median_s, rev_ns);
    }
    if (sum_ns)
        f.throughput_bps =
            (double)n * burst->block_bytes / ((double)sum_ns / (double)PLATTER_NS_PER_S);
    *out = f;
}

bool platter_burst_quiet(const struct platter_burst *burst)
{
    return burst->timed && !(burst->flags & (PLATTER_FLAGS_CONTENDED | PLATTER_FLAG_CACHED));
}

static bool access_quiet(const struct platter_zone_sample *zone, unsigned i)
{
    return !(zone->access_flags[i] & (PLATTER_FLAGS_CONTENDED | PLATTER_FLAG_CACHED |
                                      PLATTER_FLAG_ERROR | PLATTER_FLAG_LEFT_OUT));
}

static unsigned accesses_of(const struct platter_zone_sample *zone)
{
    return zone->accesses < PLATTER_ACCESSES_MAX ? zone->accesses : PLATTER_ACCESSES_MAX;
}

double platter_zone_sample_access_s(const struct platter_zone_sample *zone)
{
    double sum_ns = 0;
    unsigned n = 0;

    for (unsigned i = 0; i < accesses_of(zone); i++)
        if (access_quiet(zone, i)) {
            sum_ns += (double)zone->access_ns[i];
            n++;
        }
    return n ? sum_ns / n / (double)PLATTER_NS_PER_S : NAN;
}

void platter_zone_sample_figures(const struct platter_zone_sample *zone, uint64_t slow_ns,
                                 uint64_t rev_ns, struct platter_zone *out)
{
    struct platter_burst_figures f;
    struct platter_zone z = {NAN, NAN, NAN, {{0}, 0, 0}, 0, 0};

    platter_burst_figures(&zone->burst, slow_ns, rev_ns, &f);
    if (platter_burst_quiet(&zone->burst)) {
        z.throughput_bps = f.throughput_bps;
        z.worst_s = f.worst_s;
        z.counts = f.counts;
    }
    z.counts.by_class[PLATTER_ERROR] = zone->errors;
    z.access_s = platter_zone_sample_access_s(zone);
    z.contended = zone->contended_tries;
    z.cached = zone->cached_tries;
    for (unsigned i = 0; i < accesses_of(zone); i++)
        z.cached += zone->access_flags[i] & PLATTER_FLAG_CACHED ? 1 : 0;
    *out = z;
}

/* SPDX-License-Identifier: MIT */
#include "agent/core/sample.h"

#include <math.h>
#include <string.h>

#include <platter/units.h>

/* Sorts in place; bursts have at most 16 blocks. */
static void sort(uint64_t *v, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned k = i; k > 0 && v[k - 1] > v[k]; k--) {
            uint64_t t = v[k];
            v[k] = v[k - 1];
            v[k - 1] = t;
        }
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
    if (!rev_ns || block_ns <= median_ns)
        return 0;
    return (block_ns - median_ns + rev_ns / 2) / rev_ns;
}

void platter_burst_figures(const struct platter_burst *burst, uint64_t slow_ns, uint64_t rev_ns,
                           struct platter_burst_figures *out)
{
    struct platter_burst_figures f = {NAN, NAN, NAN, {{0}, 0, 0}};
    uint64_t times[PLATTER_BURST_BLOCKS];
    unsigned n = times_of(burst, times);
    uint64_t sum_ns = 0, worst_ns = 0;

    f.counts.by_class[PLATTER_ERROR] = (uint64_t)__builtin_popcount(burst->error_mask);
    if (n) {
        double middle = median(times, n);
        f.median_s = middle / (double)PLATTER_NS_PER_S;
        for (unsigned i = 0; i < n; i++) {
            sum_ns += times[i];
            worst_ns = times[i] > worst_ns ? times[i] : worst_ns;
            f.counts.by_class[platter_class_of(times[i])]++;
            f.counts.slow += times[i] >= slow_ns;
            f.counts.revolutions += platter_lost_revolutions(times[i], (uint64_t)middle, rev_ns);
        }
        f.worst_s = (double)worst_ns / (double)PLATTER_NS_PER_S;
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
    return !(zone->access_flags[i] &
             (PLATTER_FLAGS_CONTENDED | PLATTER_FLAG_CACHED | PLATTER_FLAG_ERROR));
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

/* SPDX-License-Identifier: MIT */
#include "agent/core/state.h"

#include <math.h>
#include <string.h>

#include <platter/series.h>
#include <platter/units.h>

void platter_state_init(struct platter_state *st, unsigned n_zones, uint64_t slow_ns,
                        uint64_t rev_ns)
{
    memset(st, 0, sizeof *st);
    st->n_zones = n_zones;
    st->slow_ns = slow_ns;
    st->rev_ns = rev_ns;
    st->contended = NAN;
}

void platter_state_carry(struct platter_state *st, const struct platter_state *counted)
{
    st->samples = counted->samples;
    for (unsigned z = 0; z < st->n_zones; z++) {
        st->zones[z].counts = counted->zones[z].counts;
        st->zones[z].contended = counted->zones[z].contended;
        st->zones[z].cached = counted->zones[z].cached;
    }
}

static void add_zone(struct platter_held_zone *held, const struct platter_zone *z, uint64_t mono_ns)
{
    if (!isnan(z->throughput_bps)) {
        held->throughput_bps = z->throughput_bps;
        held->worst_s = z->worst_s;
        held->gauge_ns = mono_ns;
    }
    if (!isnan(z->access_s)) {
        held->access_s = z->access_s;
        held->access_ns = mono_ns;
    }
    platter_counts_add(&held->counts, &z->counts);
    held->contended += z->contended;
    held->cached += z->cached;
}

/* Burst and access reads all from the buffer: yes; any of them from the surface: no; a burst that
 * others disturbed, or none: cannot be told. */
static void watch_mapping(struct platter_held_zone *held, const struct platter_zone_sample *z)
{
    bool disturbed = z->burst.timed == 0 || z->burst.flags & PLATTER_FLAGS_CONTENDED;

    if (platter_burst_quiet(&z->burst) || !isnan(platter_zone_sample_access_s(z)))
        held->unmapped = 0;
    else if (!disturbed && held->unmapped < PLATTER_UNMAPPED_SAMPLES)
        held->unmapped++;
}

/*
 * By the median block, which a slow one does not move, and also of bursts that the cache rule
 * dropped while a drive's buffer would be faster still: else a reference that is too low would drop
 * every burst for ever.
 */
static void remember_outer(struct platter_state *st, const struct platter_burst *burst)
{
    struct platter_burst_figures f;

    platter_burst_figures(burst, st->slow_ns, 0, &f);
    double bps = burst->block_bytes / f.median_s;
    if (burst->flags & PLATTER_FLAGS_CONTENDED || !(bps > 0) || bps > PLATTER_CACHE_FIRST_BPS)
        return;
    st->outer_bps[st->next_outer] = bps;
    st->next_outer = (st->next_outer + 1) % PLATTER_OUTER_HISTORY;
    if (st->n_outer < PLATTER_OUTER_HISTORY)
        st->n_outer++;
}

void platter_state_add(struct platter_state *st, const struct platter_sample *sample,
                       uint64_t mono_ns)
{
    if (sample->n_zones != st->n_zones)
        return;
    for (unsigned i = 0; i < st->n_zones; i++) {
        struct platter_zone z;
        platter_zone_sample_figures(&sample->zones[i], st->slow_ns, st->rev_ns, &z);
        add_zone(&st->zones[i], &z, mono_ns);
        watch_mapping(&st->zones[i], &sample->zones[i]);
        if (!isnan(z.throughput_bps))
            st->quiet_ns = mono_ns;
    }
    remember_outer(st, &sample->zones[0].burst);
    if (!st->first_ns)
        st->first_ns = mono_ns > sample->duration_ns ? mono_ns - sample->duration_ns : 1;
    st->sampled_ns += sample->duration_ns;
    st->samples++;
    if (sample->bursts)
        st->contended = (double)sample->contended / sample->bursts;
}

double platter_state_outer_bps(const struct platter_state *st)
{
    double v[PLATTER_OUTER_HISTORY] = {0};
    unsigned n = st->n_outer;

    if (n < PLATTER_OUTER_MIN)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned k = i;
        for (; k > 0 && v[k - 1] > st->outer_bps[i]; k--)
            v[k] = v[k - 1];
        v[k] = st->outer_bps[i];
    }
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

uint64_t platter_state_unmapped(const struct platter_state *st)
{
    uint64_t zones = 0;

    for (unsigned i = 0; i < st->n_zones; i++)
        if (st->zones[i].unmapped >= PLATTER_UNMAPPED_SAMPLES)
            zones |= 1ull << i;
    return zones;
}

static bool held(uint64_t at_ns, uint64_t mono_ns)
{
    return at_ns && mono_ns - at_ns <= PLATTER_HOLD_S * PLATTER_NS_PER_S;
}

static void fill_zone(const struct platter_held_zone *h, uint64_t mono_ns, struct platter_zone *out)
{
    bool gauge = held(h->gauge_ns, mono_ns);

    out->throughput_bps = gauge ? h->throughput_bps : NAN;
    out->worst_s = gauge ? h->worst_s : NAN;
    out->access_s = held(h->access_ns, mono_ns) ? h->access_s : NAN;
    out->counts = h->counts;
    out->contended = h->contended;
    out->cached = h->cached;
}

void platter_state_fill(const struct platter_state *st, uint64_t mono_ns,
                        struct platter_snapshot *out)
{
    double elapsed_ns = st->first_ns ? (double)(mono_ns - st->first_ns) : 0;
    double duty = elapsed_ns > 0 ? (double)st->sampled_ns / elapsed_ns : NAN;

    out->n_zones = st->n_zones;
    out->samples = st->samples;
    out->contended = st->contended;
    out->duty = duty > 1 ? 1 : duty;
    out->age_s = st->quiet_ns ? (double)(mono_ns - st->quiet_ns) / (double)PLATTER_NS_PER_S : NAN;
    for (unsigned i = 0; i < st->n_zones; i++)
        fill_zone(&st->zones[i], mono_ns, &out->zones[i]);
}

/* SPDX-License-Identifier: MIT */
/*
 * The state of one drive between samples: cumulative counters, the gauges that are held, and the
 * figures the next sample needs. Samples go in, snapshots come out.
 *
 * Times are given by the caller: now_s is Unix time, for stamps; mono_ns a clock that never steps
 * (CLOCK_BOOTTIME), for ages and holding.
 */
#ifndef PLATTER_CORE_STATE_H
#define PLATTER_CORE_STATE_H

#include <stdint.h>

#include "agent/core/sample.h"
#include <platter/snapshot.h>

#define PLATTER_OUTER_HISTORY 15
#define PLATTER_OUTER_MIN 5 /* fewer are no reference */
/* A zone that answers so many samples, each at other places, from nothing but the drive's
 * electronics has nothing stored there: trimmed, or thinly provisioned. */
#define PLATTER_UNMAPPED_SAMPLES 3

struct platter_held_zone {
    double throughput_bps, access_s, worst_s;
    uint64_t gauge_ns;  /* when throughput and worst were measured; 0 = never */
    uint64_t access_ns; /* when access was measured; 0 = never */
    struct platter_counts counts;
    uint64_t contended, cached;
    unsigned unmapped; /* samples in a row that came too fast for the surface; not saved */
};

struct platter_state {
    uint64_t slow_ns;
    uint64_t rev_ns; /* 0 = not known */
    uint64_t samples;
    uint64_t quiet_ns;   /* mono of the last sample with at least one quiet burst; 0 = never */
    uint64_t first_ns;   /* mono of the first sample's begin, for duty */
    uint64_t sampled_ns; /* time spent in samples */
    double contended;    /* share of the last sample's bursts */
    unsigned n_zones;
    double outer_bps[PLATTER_OUTER_HISTORY]; /* zone 00, the last quiet ones */
    unsigned n_outer, next_outer;
    struct platter_held_zone zones[PLATTER_ZONES_MAX];
};

/* n_zones 1 ... PLATTER_ZONES_MAX. */
void platter_state_init(struct platter_state *st, unsigned n_zones, uint64_t slow_ns,
                        uint64_t rev_ns);

/* Go on counting from what was counted in as many zones; gauges are not taken over. */
void platter_state_carry(struct platter_state *st, const struct platter_state *counted);

/* Take a sample in, at mono_ns > 0 = its end. A sample with another number of zones is ignored. */
void platter_state_add(struct platter_state *st, const struct platter_sample *sample,
                       uint64_t mono_ns);

/* Median of zone 00's last block rates, in bytes per second; 0 before there are PLATTER_OUTER_MIN.
 * The cache rule's reference (agent/drive/probe.h). */
double platter_state_outer_bps(const struct platter_state *st);

/* The zones that always answer faster than their surface can: bit z. After a restart it takes
 * PLATTER_UNMAPPED_SAMPLES again. */
uint64_t platter_state_unmapped(const struct platter_state *st);

/*
 * Write the measured part of a snapshot: zones, age, contended, duty, samples. A gauge older than
 * PLATTER_HOLD_S is NaN. Identity, time, power, verdict and reasons are the caller's.
 */
void platter_state_fill(const struct platter_state *st, uint64_t mono_ns,
                        struct platter_snapshot *out);

#endif

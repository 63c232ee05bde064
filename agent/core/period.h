/* SPDX-License-Identifier: MIT */
/*
 * A judging period: six hours of visits of all zones, or as long as six samples take. What is
 * judged are periods, never single visits.
 *
 * A visit is one zone's part of one sample. Its level is x = ln(mean of the timed blocks that are
 * not slow), or of all where fewer than eight are not: retries do not leak into it.
 */
#ifndef PLATTER_CORE_PERIOD_H
#define PLATTER_CORE_PERIOD_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/core/sample.h"
#include "agent/core/zone.h"

#define PLATTER_PERIOD_S INT64_C(21600)
#define PLATTER_PERIOD_SAMPLES_MIN 6
/* Visits of a zone that a period keeps; there are 36 at the default interval. */
#define PLATTER_PERIOD_VISITS 48
#define PLATTER_CLEAN_MIN 8

struct platter_period_zone {
    float x[PLATTER_PERIOD_VISITS];
    uint8_t slot[PLATTER_PERIOD_VISITS];
    uint8_t slow[PLATTER_PERIOD_VISITS]; /* blocks at or over the slow limit */
    uint16_t visits;                     /* accepted, in x */
    uint16_t timed;                      /* blocks in them */
    uint16_t attempts;                   /* bursts made, those thrown away too */
    uint16_t accesses;
    float access_sum; /* of ln(mean access time) */
};

struct platter_period {
    int64_t begin_s;
    unsigned samples;
    unsigned temperatures;
    double temperature_sum_c;
    struct platter_period_zone zones[PLATTER_ZONES_MAX];
};

/* What a zone's period comes to. */
struct platter_period_figures {
    bool counts;      /* at least half of its attempts were accepted */
    double access;    /* mean ln(access time / 1 s); NaN = none */
    double slow;      /* slow blocks, at most `most` a visit */
    double timed;     /* blocks */
    double disturbed; /* blocks weighted by attempts thrown away per accepted one */
};

/* Begin a period. */
void platter_period_begin(struct platter_period *b, unsigned n_zones, int64_t time_s);

/* Take a sample of n_zones zones in; temperature_c may be NaN. */
void platter_period_add(struct platter_period *b, unsigned n_zones,
                        const struct platter_sample *sample, uint64_t slow_ns,
                        double temperature_c);

/* Whether it is over at time_s. */
bool platter_period_over(const struct platter_period *b, int64_t time_s);

/* How many slow blocks one visit may count: 2, or 1 where visits are few (under 100 a day). */
unsigned platter_period_most(const struct platter_period *b, int64_t end_s);

/* Mean temperature in degrees Celsius; NaN = none known. */
double platter_period_temperature(const struct platter_period *b);

/* most: as platter_period_most(). */
void platter_period_zone_figures(const struct platter_period_zone *z, unsigned most,
                                 struct platter_period_figures *out);

/* The level of a burst: ln of a mean block time in seconds; NaN when nothing was read. */
double platter_burst_level(const struct platter_burst *burst, uint64_t slow_ns);

#endif

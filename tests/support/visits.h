/* SPDX-License-Identifier: MIT */
/* Samples with noise, for the tests of what judges them: ten zones of 1 ms a block, +- a percent.
 */
#ifndef PLATTER_TESTS_VISITS_H
#define PLATTER_TESTS_VISITS_H

#include <math.h>
#include <string.h>

#include "agent/core/rng.h"
#include "agent/core/sample.h"

#define VISITS_ZONES 10
#define VISITS_EVERY_S 600
#define VISITS_SLOW_NS 5000000u

struct visits {
    struct platter_rng rng;
    uint64_t number;
    int64_t time_s;
    double noise;               /* of a visit, ln */
    double level[VISITS_ZONES]; /* ln, over normal */
    double access;              /* the same, of all zones */
    double slow[VISITS_ZONES];  /* share of blocks that take 12 ms */
    bool busy;                  /* somebody else uses the drive */
};

static inline void visits_begin(struct visits *v, uint64_t seed)
{
    memset(v, 0, sizeof *v);
    platter_rng_seed(&v->rng, seed);
    v->time_s = 1700006400;
    v->noise = .01;
}

/* About normal: the sum of four uniform numbers. */
static inline double visits_normal(struct visits *v)
{
    double sum = 0;

    for (unsigned i = 0; i < 4; i++)
        sum += platter_rng_uniform(&v->rng);
    return (sum - 2) * 1.7320508;
}

static inline void visits_zone(struct visits *v, unsigned z, struct platter_zone_sample *out)
{
    double ns = 1e6 * (1 + .02 * z) * exp(v->level[z] + v->noise * visits_normal(v));

    memset(out, 0, sizeof *out);
    out->burst.slot = (uint16_t)(v->number % 64);
    out->burst.timed = PLATTER_BURST_BLOCKS;
    out->burst.block_bytes = 131072;
    out->burst.zone = (uint16_t)z;
    out->burst.tries = v->busy ? 3 : 1;
    out->burst.flags = v->busy ? PLATTER_FLAG_FOREIGN : 0;
    for (unsigned i = 0; i < PLATTER_BURST_BLOCKS; i++)
        out->burst.block_ns[i] = (uint64_t)(platter_rng_uniform(&v->rng) < v->slow[z] ? 12e6 : ns);
    out->accesses = 2;
    for (unsigned i = 0; i < 2; i++)
        out->access_ns[i] = (uint64_t)(12e6 * exp(v->access + .1 * visits_normal(v)));
}

/* The next sample, VISITS_EVERY_S after the last. */
static inline void visits_next(struct visits *v, struct platter_sample *out)
{
    out->n_zones = VISITS_ZONES;
    out->number = v->number++;
    out->time_s = v->time_s += VISITS_EVERY_S;
    for (unsigned z = 0; z < VISITS_ZONES; z++)
        visits_zone(v, z, &out->zones[z]);
}

#endif

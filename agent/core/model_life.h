/* SPDX-License-Identifier: MIT */
/*
 * A simulated drive's life: what changes from day to day and hour to hour. Noise between days is
 * AR(1), made of hashes of the days, so that any day can be looked up without living through those
 * before it. All of it is 0 where the spec says so.
 */
#ifndef PLATTER_CORE_MODEL_LIFE_H
#define PLATTER_CORE_MODEL_LIFE_H

#include <stdint.h>

#include "agent/core/model_spec.h"
#include "agent/core/rng.h"

#define PLATTER_MODEL_ZONES 10

struct platter_model_life {
    uint64_t until_ns;                 /* what follows holds up to then */
    double day;                        /* days since the life began */
    double level;                      /* of block times, a logarithm: drive-wide */
    double zones[PLATTER_MODEL_ZONES]; /* added to it in each tenth, incidents included */
    double temperature_c;
    double busy; /* share of visits that somebody disturbs */
    /* Of this life. */
    double slow_share; /* of blocks that lose a turn */
    double per_c;      /* level per degree */
    double rest_swing, season_phase, rest_phase, busyness;
    /* Of this day. */
    uint64_t day_number;
    double drive_noise, temperature_noise, zone_noise[PLATTER_MODEL_ZONES];
    double active; /* 1, or less on a quiet day */
};

void platter_model_life_init(struct platter_model_life *life, const struct platter_model_spec *spec,
                             uint64_t life_seed);

/* Make it hold at clock_ns. */
void platter_model_life_at(struct platter_model_life *life, const struct platter_model_spec *spec,
                           uint64_t life_seed, uint64_t clock_ns);

#endif

/* SPDX-License-Identifier: MIT */
#include "agent/core/model_life.h"

#include <math.h>
#include <string.h>

#define DAY_NS 86400000000000ull
#define MINUTE_NS 60000000000ull
#define TURN 6.283185307179586
#define HOURS 24.
#define YEAR_DAYS 365.
/* Days that are remembered at most, and what is small enough to be forgotten. */
#define MEMORY_DAYS 64
#define FORGOTTEN .01

enum channel { LIFE, DRIVE, TEMPERATURE, ACTIVE, INCIDENT, ZONE };

static void seed_of(struct platter_rng *rng, uint64_t life_seed, unsigned channel, uint64_t day)
{
    platter_rng_seed(rng,
                     life_seed + channel * 0x9e3779b97f4a7c15ull + day * 0xd1b54a32d192ed03ull);
}

/* An AR(1) process of standard deviation 1 on a day. */
static double remembered(uint64_t life_seed, unsigned channel, uint64_t day, double memory)
{
    double sum = 0, weight = 1, weights = 0;

    for (unsigned i = 0; i < MEMORY_DAYS && weight > FORGOTTEN; i++, weight *= memory) {
        struct platter_rng rng;
        /* Before day 0 there were days too: they wrap around. */
        seed_of(&rng, life_seed, channel, day - i);
        sum += weight * platter_rng_gauss(&rng);
        weights += weight * weight;
    }
    return sum / sqrt(weights);
}

void platter_model_life_init(struct platter_model_life *life, const struct platter_model_spec *spec,
                             uint64_t life_seed)
{
    struct platter_rng rng;
    double swing;

    memset(life, 0, sizeof *life);
    life->day_number = UINT64_MAX;
    seed_of(&rng, life_seed, LIFE, 0);
    life->season_phase = platter_rng_uniform(&rng) * TURN;
    life->rest_phase = platter_rng_uniform(&rng) * TURN;
    swing = spec->season * (.3 + 1.4 * platter_rng_uniform(&rng));
    life->per_c = swing / 8 * (platter_rng_next(&rng) & 1 ? 1 : -1);
    life->rest_swing = spec->season_rest * (.3 + 1.4 * platter_rng_uniform(&rng));
    life->busyness = fmin(1.6, exp(.5 * platter_rng_gauss(&rng)));
    life->slow_share = spec->slow_blocks * exp(spec->slow_spread * platter_rng_gauss(&rng));
}

static void new_day(struct platter_model_life *life, const struct platter_model_spec *spec,
                    uint64_t life_seed)
{
    struct platter_rng rng;
    uint64_t day = life->day_number;

    life->drive_noise = life->temperature_noise = 0;
    if (spec->noise_drive > 0)
        life->drive_noise =
            spec->noise_drive * remembered(life_seed, DRIVE, day, spec->noise_memory);
    if (spec->temperature_noise_c > 0)
        life->temperature_noise =
            spec->temperature_noise_c * remembered(life_seed, TEMPERATURE, day, .7);
    for (unsigned z = 0; z < PLATTER_MODEL_ZONES && spec->noise_zone > 0; z++)
        life->zone_noise[z] =
            spec->noise_zone * remembered(life_seed, ZONE + z, day, spec->noise_memory);
    seed_of(&rng, life_seed, ACTIVE, day);
    life->active = platter_rng_uniform(&rng) < .8 ? 1 : .2;
}

/* Share of visits that are disturbed: days, nights, the nightly backup, the array check. */
static double busy_at(const struct platter_model_life *life, const struct platter_model_spec *spec,
                      uint64_t clock_ns)
{
    double hour = (life->day - floor(life->day)) * HOURS;
    double backup_until = 2 + spec->backup_ns / 3600e9;
    double busy = hour >= 8 && hour < 23 ? spec->busy_day : spec->busy_night;

    if (spec->scrub_every_ns > 0 &&
        fmod((double)clock_ns + .8 * spec->scrub_every_ns, spec->scrub_every_ns) < spec->scrub_ns)
        return 1;
    if (hour >= 2 && hour < backup_until)
        return fmin(1, .9 * life->busyness);
    return fmin(1, busy * life->active * life->busyness);
}

/* An incident: one tenth slow by .1 to .5 for 2 to 22 hours. */
static void add_incident(struct platter_model_life *life, const struct platter_model_spec *spec,
                         uint64_t life_seed, uint64_t day)
{
    struct platter_rng rng;

    seed_of(&rng, life_seed, INCIDENT, day);
    if (platter_rng_uniform(&rng) >= spec->incidents / YEAR_DAYS)
        return;
    double begin = (double)day + platter_rng_uniform(&rng);
    double size = .1 + .4 * platter_rng_uniform(&rng);
    double days = (2 + 20 * platter_rng_uniform(&rng)) / HOURS;
    unsigned zone = (unsigned)(platter_rng_next(&rng) % PLATTER_MODEL_ZONES);
    if (life->day >= begin && life->day < begin + days)
        life->zones[zone] += size;
}

static double temperature_at(const struct platter_model_life *life,
                             const struct platter_model_spec *spec)
{
    return spec->temperature_c +
           spec->temperature_season_c * sin(TURN * life->day / YEAR_DAYS + life->season_phase) +
           spec->temperature_day_c * sin(TURN * life->day) + life->temperature_noise +
           spec->temperature_load_c * life->busy;
}

void platter_model_life_at(struct platter_model_life *life, const struct platter_model_spec *spec,
                           uint64_t life_seed, uint64_t clock_ns)
{
    uint64_t day = clock_ns / DAY_NS;

    life->until_ns = clock_ns - clock_ns % MINUTE_NS + MINUTE_NS;
    life->day = (double)clock_ns / (double)DAY_NS;
    if (day != life->day_number) {
        life->day_number = day;
        new_day(life, spec, life_seed);
    }
    life->busy = busy_at(life, spec, clock_ns);
    life->temperature_c = temperature_at(life, spec);
    life->level = life->per_c * (life->temperature_c - spec->temperature_c) + life->drive_noise;
    if (life->rest_swing > 0)
        life->level += life->rest_swing * sin(TURN * life->day / YEAR_DAYS + life->rest_phase);
    if (spec->noise_day > 0)
        life->level += spec->noise_day * sin(TURN * life->day);
    memcpy(life->zones, life->zone_noise, sizeof life->zones);
    if (spec->incidents > 0) {
        add_incident(life, spec, life_seed, day);
        if (day)
            add_incident(life, spec, life_seed, day - 1);
    }
}

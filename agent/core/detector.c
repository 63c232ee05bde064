/* SPDX-License-Identifier: MIT */
#include "agent/core/detector.h"

#include <math.h>

#define DAY_S 86400

void platter_detector_init(struct platter_detector *d, unsigned n_zones)
{
    struct platter_learn_zone none = {0};

    d->n_zones = d->learner.n_zones = n_zones;
    d->phase = PLATTER_LEARNING;
    d->first_s = d->last_s = 0;
    d->learner.periods = 0;
    for (unsigned z = 0; z < n_zones; z++)
        d->learner.zones[z] = none;
    platter_period_begin(&d->period, n_zones, 0);
}

unsigned platter_detector_day(const struct platter_detector *d)
{
    return (unsigned)((d->last_s - d->first_s) / DAY_S);
}

/* Judge by what is known from now on; what the provisional baseline had seen is dropped. */
static void freeze(struct platter_detector *d, enum platter_phase phase)
{
    if (platter_baseline_freeze(&d->learner, &d->by.base) != 0)
        return;
    platter_judge_begin(&d->by.judge, &d->by.base);
    d->phase = phase;
}

static unsigned close_period(struct platter_detector *d, int64_t end_s, struct platter_finding *out)
{
    double day = (double)(end_s - d->first_s) / DAY_S;
    unsigned n = 0;

    if (d->phase != PLATTER_LEARNING)
        n = platter_judge_period(&d->by.judge, &d->by.base, &d->period, end_s, day, out);
    if (d->phase != PLATTER_FROZEN)
        platter_learn_period(&d->learner, &d->period, end_s, day);
    if (d->phase == PLATTER_LEARNING && day >= PLATTER_PROVISIONAL_DAY)
        freeze(d, PLATTER_PROVISIONAL);
    if (d->phase == PLATTER_PROVISIONAL && day >= PLATTER_FROZEN_DAY) {
        freeze(d, PLATTER_FROZEN);
        n = 0;
    }
    platter_period_begin(&d->period, d->n_zones, end_s);
    return n;
}

unsigned platter_detector_sample(struct platter_detector *d, const struct platter_sample *sample,
                                 uint64_t slow_ns, double temperature_c,
                                 struct platter_finding *out)
{
    unsigned n = 0;

    if (sample->n_zones != d->n_zones || sample->time_s <= d->last_s)
        return 0;
    if (!d->first_s) {
        d->first_s = sample->time_s;
        platter_period_begin(&d->period, d->n_zones, sample->time_s);
    }
    if (platter_period_over(&d->period, sample->time_s))
        n = close_period(d, sample->time_s, out);
    platter_period_add(&d->period, d->n_zones, sample, slow_ns, temperature_c);
    d->last_s = sample->time_s;
    return n;
}

/* SPDX-License-Identifier: MIT */
/*
 * The judge: holds one period after the other against the baseline (baseline.h has the formulas of
 * its limits) and says when one of eight channels has seen enough.
 *
 * For a period with at least half of the zones, c = median over zones of (median residual - q50):
 *   level    r = median - q50 - c - ref, ref follows by slew_z a day, 2 % at most; g = (r - k)/sd
 *   tail     visits over T_z + c + ref against the usual share: log-likelihood ratio
 *   slow     slow blocks against p(b) share_z f (1 + 1/sqrt(x_z + 8)), f what the other zones have
 *            too much; log-likelihood ratio / phi
 *   access   (mean - middle - median over zones of that - k) / sd
 * and the same of the whole drive, without the zones that are raised by themselves: level c - beta
 * (T - Tm) - ref, tail, slow, access. Each goes into a CUSUM (cusum.h) with limit h = 12; a period
 * adds h/4 at most, a day h/2. Gross levels (over 12 % and 8 sd) alarm after five periods. Nothing
 * shorter than a day can alarm. The log-likelihood ratio of two binomials: Wald, "Sequential
 * Analysis", 1947.
 */
#ifndef PLATTER_CORE_JUDGE_H
#define PLATTER_CORE_JUDGE_H

#include <stdint.h>

#include "agent/core/baseline.h"
#include "agent/core/cusum.h"

enum platter_channel {
    PLATTER_CHANNEL_LEVEL,
    PLATTER_CHANNEL_TAIL,
    PLATTER_CHANNEL_SLOW,
    PLATTER_CHANNEL_ACCESS,
    PLATTER_CHANNELS
};

/* The zone number of what holds for the whole drive. */
#define PLATTER_ZONE_DRIVE 0xfffeu

/* What a channel sees now, smoothed over about ten periods: level and access ln (.01 = 1 % slower),
 * tail and slow shares of visits and blocks. */
struct platter_channel_state {
    struct platter_cusum cusum;
    float effect;
    float usual;  /* tail and slow: the share that is normal; else 0 */
    int16_t calm; /* periods without evidence, less three for each with */
    bool raised;
};

struct platter_judge_zone {
    struct platter_channel_state channels[PLATTER_CHANNELS];
    float reference;
};

struct platter_judge {
    struct platter_channel_state channels[PLATTER_CHANNELS]; /* of the whole drive */
    double reference;
    struct platter_regression temperature; /* goes on from the baseline's */
    double day_c, day_t;
    unsigned day_periods;
    int64_t last_s; /* end of the last period; 0 = none */
    struct platter_judge_zone zones[PLATTER_ZONES_MAX];
};

/* A channel that was raised, or is calm again. */
struct platter_finding {
    enum platter_channel channel;
    unsigned zone;   /* or PLATTER_ZONE_DRIVE */
    bool over;       /* false: raised now; true: calm for ten days */
    int64_t since_s; /* when the change began, as far as the CUSUM can tell */
    double effect, usual;
};

#define PLATTER_FINDINGS_MAX 32

/* Start to judge by a baseline. */
void platter_judge_begin(struct platter_judge *j, const struct platter_baseline *base);

/* Judge a period that ended at end_s, `day` days since learning began. Writes up to
 * PLATTER_FINDINGS_MAX findings and returns how many; more are told with the next period. */
unsigned platter_judge_period(struct platter_judge *j, const struct platter_baseline *base,
                              const struct platter_period *p, int64_t end_s, double day,
                              struct platter_finding *out);

#endif

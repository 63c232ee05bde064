/* SPDX-License-Identifier: MIT */
/*
 * The baseline: what is normal for one drive, zone by zone, learned over 28 days and then frozen.
 *
 * Levels and access times are natural logarithms (.01 = 1 %). m_zb is the median residual of zone
 * z in period b (period.h, slots.h), c_b = median over zones of m_zb - q50_z what all zones share,
 * r_zb = m_zb - q50_z - c_b what is the zone's own.
 *
 *   spread of a day's mean   own_z = 1.4826 MAD of daily means of r; pool the same of all zones
 *   v_z = clamp(own_z, pool, 2 pool)
 *   noise of a period        s_b = 1.4826 median|r_b - r_b+1| / sqrt 2 / sqrt(periods a day)
 *   slow wander              w_z = sqrt max(0, v_z^2 - s_b^2)
 *   few days widen           infl = max(1, (1 + 4/(days+1)) / (1 + 4/26))
 *   unit of evidence         sd_z = max(1.1 s_b, infl sqrt(s_b^2 + (1.7 w_z)^2)), at least .2 %
 *   tolerance                k_z  = clamp(3.3 infl sqrt(s_b^2 + (1.7 w_z)^2), 1 %, 12 %)
 *   reference may follow     slew_z = max(.01 %, .03 w_z) a day
 *   tail                     T_z = q95_z + max(2 %, k_z), p = share above it
 *   slow blocks              p(b) = pa + pb w_b/n_b: w_b blocks weighted by attempts that others
 *                            disturbed; share_z = (e_z + 8) / (x_z + 8), x_z expected, e_z seen;
 *                            dispersion phi = mean over days of (e-x)^2/x
 *   drive level              ridge regression of daily c on [1, T - Tm, (day - 14)/100]
 *
 * The scheme and its constants were tuned on simulated drives (doc/method.md); median and MAD as
 * in robust.h; Page's CUSUM as in cusum.h; the dispersion is Pearson's X^2/df (McCullagh and
 * Nelder, "Generalized Linear Models", 4.5).
 */
#ifndef PLATTER_CORE_BASELINE_H
#define PLATTER_CORE_BASELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/core/period.h"
#include "agent/core/slots.h"

#define PLATTER_LEARN_PERIODS 112 /* 28 days of four */
#define PLATTER_LEARN_PERIODS_MIN 10
#define PLATTER_RESIDUAL_BINS 256
#define PLATTER_RESIDUAL_BIN .0025 /* of a residual, from ... */
#define PLATTER_RESIDUAL_FIRST (-.2)
#define PLATTER_NO_LEVEL INT16_MIN

/* One zone while it is learned. Levels in 1e-5: a place's residual is within +-.32. */
struct platter_learn_zone {
    struct platter_slots slots;
    uint32_t residuals; /* in the histogram */
    uint16_t histogram[PLATTER_RESIDUAL_BINS];
    int16_t level[PLATTER_LEARN_PERIODS];  /* median residual of a period, 1e-5; or NO_LEVEL */
    int16_t access[PLATTER_LEARN_PERIODS]; /* ln(access / first), 5e-5 */
    uint8_t slow[PLATTER_LEARN_PERIODS];
    uint8_t visits[PLATTER_LEARN_PERIODS];
    float access_first; /* ln of seconds; 0 = none yet */
};

struct platter_learner {
    unsigned n_zones;
    unsigned periods;
    float day[PLATTER_LEARN_PERIODS];           /* when a period ended, since learning began */
    float temperature_c[PLATTER_LEARN_PERIODS]; /* NaN = not known */
    float disturbed[PLATTER_LEARN_PERIODS];     /* sum over zones, blocks */
    struct platter_learn_zone zones[PLATTER_ZONES_MAX];
};

/* Daily c against temperature: the sums of the normal equations, and what they come to. */
struct platter_regression {
    double m[3][3], v[3];
    double mean_c;           /* Tm, degrees Celsius */
    double beta, beta_error; /* per degree, and its standard error */
};

struct platter_baseline_zone {
    struct platter_slot_levels levels;
    float middle; /* q50 */
    float level_sd, level_k, level_slew;
    float tail_limit, tail_share;
    float access_middle; /* ln of seconds */
    float access_sd, access_k;
    float slow_share, slow_expected; /* share_z, x_z */
};

struct platter_baseline {
    unsigned n_zones;
    unsigned periods_a_day;            /* 4; 2 or 1 where visits are few */
    unsigned days;                     /* it rests on */
    double slow_alone, slow_disturbed; /* pa, pb */
    double slow_phi_zone, slow_phi_drive;
    double tail_share;
    double level_sd, level_k;
    double access_sd, access_k;
    struct platter_regression temperature;
    struct platter_baseline_zone zones[PLATTER_ZONES_MAX];
};

/* Learn from a period that ended at end_s, `day` days since learning began: for the first two days
 * its places alone, then all of it. When PLATTER_LEARN_PERIODS are learned it learns places only.
 */
void platter_learn_period(struct platter_learner *l, const struct platter_period *b, int64_t end_s,
                          double day);

/* A zone's median residual and mean access in a period, as stored; NaN where there is none. */
double platter_learned_level(const struct platter_learn_zone *z, unsigned period);
double platter_learned_access(const struct platter_learn_zone *z, unsigned period);

/* Freeze what was learned. Returns 0, or -ENODATA: fewer than PLATTER_LEARN_PERIODS_MIN periods. */
int platter_baseline_freeze(const struct platter_learner *l, struct platter_baseline *out);

/* Its parts, each in its own file, in this order. */
void platter_baseline_level(const struct platter_learner *l, struct platter_baseline *out,
                            float common[PLATTER_LEARN_PERIODS]);
void platter_baseline_slow(const struct platter_learner *l, struct platter_baseline *out);
void platter_baseline_drive(const struct platter_learner *l,
                            const float common[PLATTER_LEARN_PERIODS],
                            struct platter_baseline *out);

/* Add a day: c and T - Tm, day since learning began; then fit. */
void platter_regression_add(struct platter_regression *r, double c, double temperature, double day);
void platter_regression_fit(struct platter_regression *r, double sd);

#endif

/* SPDX-License-Identifier: MIT */
/* The level part of a baseline: quantiles of residuals, what zones share, what is a zone's own. */
#include <math.h>

#include "agent/core/baseline.h"
#include "agent/core/robust.h"

/* Residuals of periods after the common mode: r_zb; NaN where the zone has none. */
typedef float residuals[PLATTER_LEARN_PERIODS][PLATTER_ZONES_MAX];

/* The quantile at `share`, interpolated in its bin. */
static double quantile(const struct platter_learn_zone *z, double share)
{
    double want = share * z->residuals, below = 0;

    for (unsigned i = 0; i < PLATTER_RESIDUAL_BINS; i++) {
        double upto = below + z->histogram[i];
        if (below < want && upto >= want)
            return PLATTER_RESIDUAL_FIRST +
                   PLATTER_RESIDUAL_BIN * (i + (want - below) / z->histogram[i]);
        below = upto;
    }
    return 0;
}

static double share_above(const struct platter_learn_zone *z, double limit)
{
    double above = 0;

    for (unsigned i = 0; i < PLATTER_RESIDUAL_BINS; i++)
        if (PLATTER_RESIDUAL_FIRST + PLATTER_RESIDUAL_BIN * i >= limit)
            above += z->histogram[i];
    return (above + 2) / (z->residuals + 100.0);
}

static void remove_common(const struct platter_learner *l, const struct platter_baseline *out,
                          residuals r, float common[PLATTER_LEARN_PERIODS])
{
    for (unsigned b = 0; b < l->periods; b++) {
        float v[PLATTER_ZONES_MAX];
        unsigned n = 0;
        for (unsigned z = 0; z < l->n_zones; z++) {
            r[b][z] = (float)platter_learned_level(&l->zones[z], b) - out->zones[z].middle;
            if (!isnan(r[b][z]))
                v[n++] = r[b][z];
        }
        common[b] = (float)platter_median(v, n);
        for (unsigned z = 0; z < l->n_zones; z++)
            r[b][z] -= common[b];
    }
}

/* Daily means of a zone's r; how many. */
static unsigned daily(const struct platter_learner *l, residuals r, unsigned zone, unsigned group,
                      float *out)
{
    unsigned days = 0;

    for (unsigned b = 0; b + group <= l->periods; b += group) {
        float sum = 0;
        unsigned n = 0;
        for (unsigned k = 0; k < group; k++)
            if (!isnan(r[b + k][zone])) {
                sum += r[b + k][zone];
                n++;
            }
        if (n)
            out[days++] = sum / (float)n;
    }
    return days;
}

/* own_z, the zone centred on its days; the deviations go to pool. */
static double own_spread(const struct platter_learner *l, residuals r, unsigned zone,
                         struct platter_baseline *out, float *pool, unsigned *n_pool)
{
    float mean[PLATTER_LEARN_PERIODS], v[PLATTER_LEARN_PERIODS];
    unsigned days = daily(l, r, zone, out->periods_a_day, mean);

    for (unsigned i = 0; i < days; i++)
        v[i] = mean[i];
    double middle = days ? platter_median(v, days) : 0;
    for (unsigned i = 0; i < days; i++) {
        v[i] = fabsf(mean[i] - (float)middle);
        pool[(*n_pool)++] = v[i];
    }
    out->zones[zone].middle += (float)middle;
    return days ? PLATTER_MAD_TO_SD * platter_median(v, days) : .01;
}

/* s_b: from pairs of periods within a day, or of neighbours where a day is one period. */
static double period_noise(const struct platter_learner *l, residuals r, unsigned group,
                           double pool)
{
    static const unsigned step = 2;
    float diff[PLATTER_LEARN_PERIODS / 2 * PLATTER_ZONES_MAX];
    unsigned n = 0;

    for (unsigned b = 0; b + 1 < l->periods; b += step)
        for (unsigned z = 0; z < l->n_zones; z++) {
            float d = fabsf(r[b][z] - r[b + 1][z]);
            if (!isnan(d))
                diff[n++] = d;
        }
    return n > 20 ? PLATTER_MAD_TO_SD * platter_median(diff, n) / M_SQRT2 / sqrt(group) : pool * .8;
}

/* The evidence's unit and tolerance of one zone: baseline.h. */
static void level_limits(const struct platter_learn_zone *l, struct platter_baseline_zone *z,
                         double v, double sb, const struct platter_baseline *out)
{
    bool few = out->periods_a_day == 1;
    double wander = sqrt(fmax(0, v * v - sb * sb));
    double infl = fmax(1, (1 + 4 / (out->days + 1.0)) / (1 + 4 / 26.0));
    double wide = (few ? 1.2 : 1.7) * wander;

    z->level_sd = (float)fmax(.002, fmax(1.1 * sb, infl * hypot(sb, wide)));
    z->level_slew = (float)fmax(1e-4, .03 * wander);
    double k = few ? hypot(1.5 * sb, 2.2 * wide) : 3.3 * hypot(sb, wide);
    z->level_k = (float)platter_clamp(infl * k, .01, .12);
    z->tail_limit = (float)(quantile(l, .95) + fmax(.02, (double)z->level_k));
    double share = share_above(l, (double)z->tail_limit);
    z->tail_share = (float)fmax(.01, share + sqrt(share / (l->residuals + 1.0)));
}

void platter_baseline_level(const struct platter_learner *l, struct platter_baseline *out,
                            float common[PLATTER_LEARN_PERIODS])
{
    residuals r;
    float pooled[PLATTER_LEARN_PERIODS * PLATTER_ZONES_MAX];
    double own[PLATTER_ZONES_MAX];
    unsigned n = 0;

    for (unsigned z = 0; z < l->n_zones; z++) {
        out->zones[z].middle = (float)quantile(&l->zones[z], .5);
        platter_slots_freeze(&l->zones[z].slots, &out->zones[z].levels);
    }
    remove_common(l, out, r, common);
    for (unsigned z = 0; z < l->n_zones; z++)
        own[z] = own_spread(l, r, z, out, pooled, &n);
    double pool = n ? PLATTER_MAD_TO_SD * platter_median(pooled, n) : .01;
    double sb = period_noise(l, r, out->periods_a_day, pool);
    out->tail_share = 0;
    for (unsigned z = 0; z < l->n_zones; z++) {
        double v = platter_clamp(own[z], pool, 2 * pool);
        level_limits(&l->zones[z], &out->zones[z], v, sb, out);
        out->tail_share += (double)out->zones[z].tail_share / l->n_zones;
    }
}

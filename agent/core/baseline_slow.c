/* SPDX-License-Identifier: MIT */
/*
 * The slow-block part of a baseline: how many are normal, alone and where others disturb; how a
 * zone differs from that, and how much more a day varies than chance alone.
 */
#include <math.h>

#include "agent/core/baseline.h"
#include "agent/core/robust.h"

#define FEW_BLOCKS 2000

/* A period's slow and timed blocks over all zones. */
static void totals(const struct platter_learner *l, unsigned period, double *slow, double *timed)
{
    *slow = *timed = 0;
    for (unsigned z = 0; z < l->n_zones; z++) {
        *slow += l->zones[z].slow[period];
        *timed += l->zones[z].visits[period] * (double)PLATTER_BURST_BLOCKS;
    }
}

/* pa from the periods that nobody disturbed, pb from the others. */
static void fit_contention(const struct platter_learner *l, struct platter_baseline *out)
{
    double slow[2] = {0}, timed[2] = {0}, weight = 0;

    for (unsigned b = 0; b < l->periods; b++) {
        double e, n, w = (double)l->disturbed[b];
        totals(l, b, &e, &n);
        bool busy = w >= .06 * n;
        slow[busy] += e;
        timed[busy] += n;
        weight += busy ? w : 0;
    }
    if (timed[0] < FEW_BLOCKS) {
        slow[0] += slow[1];
        timed[0] += timed[1];
        weight = 0;
    }
    double alone = (slow[0] + .5) / (timed[0] + 500);
    double more = weight > 0 ? (slow[1] - alone * timed[1]) / weight : 0;
    out->slow_disturbed = platter_clamp(more, 0, .2);
    out->slow_alone = fmax(alone, 1e-4);
}

/* What a zone's period is expected to have, before its share. */
static double expected(const struct platter_learner *l, const struct platter_baseline *out,
                       unsigned zone, unsigned period)
{
    double slow, timed;

    totals(l, period, &slow, &timed);
    if (timed <= 0)
        return 0;
    double p = out->slow_alone + out->slow_disturbed * (double)l->disturbed[period] / timed;
    return l->zones[zone].visits[period] * (double)PLATTER_BURST_BLOCKS * p;
}

static void zone_share(const struct platter_learner *l, struct platter_baseline *out, unsigned zone)
{
    double seen = 0, x = 0;

    for (unsigned b = 0; b < l->periods; b++) {
        seen += l->zones[zone].slow[b];
        x += expected(l, out, zone, b);
    }
    out->zones[zone].slow_share = (float)((seen + 8) / (x + 8));
    out->zones[zone].slow_expected = (float)x;
}

/* Seen and expected of a zone over a day's periods. */
static void day_of(const struct platter_learner *l, const struct platter_baseline *out,
                   unsigned zone, unsigned first, double *seen, double *x)
{
    *seen = *x = 0;
    for (unsigned b = first; b < first + out->periods_a_day; b++) {
        *seen += l->zones[zone].slow[b];
        *x += expected(l, out, zone, b) * (double)out->zones[zone].slow_share;
    }
}

static double chi(double seen, double x, double most)
{
    return fmin((seen - x) * (seen - x) / x, most);
}

static void dispersion(const struct platter_learner *l, struct platter_baseline *out)
{
    double zone_sum = 0, drive_sum = 0;
    unsigned zones = 0, drives = 0;

    for (unsigned b = 0; b + out->periods_a_day <= l->periods; b += out->periods_a_day) {
        double seen = 0, x = 0;
        for (unsigned z = 0; z < l->n_zones; z++) {
            double e, ex;
            day_of(l, out, z, b, &e, &ex);
            seen += e;
            x += ex;
            if (ex > .2) {
                zone_sum += chi(e, ex, 12);
                zones++;
            }
        }
        if (x > 1) {
            drive_sum += chi(seen, x, 20);
            drives++;
        }
    }
    out->slow_phi_zone = platter_clamp(zones ? zone_sum / zones : 1, 1, 6);
    out->slow_phi_drive = platter_clamp(drives ? drive_sum / drives : 1, 1, 12);
}

void platter_baseline_slow(const struct platter_learner *l, struct platter_baseline *out)
{
    fit_contention(l, out);
    for (unsigned z = 0; z < l->n_zones; z++)
        zone_share(l, out, z);
    dispersion(l, out);
}

/* SPDX-License-Identifier: MIT */
/* The drive-wide part of a baseline: its level against temperature, and its access time. */
#include <math.h>
#include <string.h>

#include "agent/core/baseline.h"
#include "agent/core/robust.h"

#define BETA_PRIOR .003 /* per degree */
#define DRIFT_PRIOR .01 /* per 100 days */

void platter_regression_add(struct platter_regression *r, double c, double temperature, double day)
{
    double f[3] = {1, temperature, (day - 14) / 100};

    for (unsigned i = 0; i < 3; i++) {
        r->v[i] += f[i] * c;
        for (unsigned k = 0; k < 3; k++)
            r->m[i][k] += f[i] * f[k];
    }
}

/* Ridge: the priors are variances of beta and drift. The noise's is six times the daily one,
 * because days follow each other. Beta's row of the inverse by cofactors. */
void platter_regression_fit(struct platter_regression *r, double sd)
{
    double noise = 6 * sd * sd;
    double a = r->m[0][0] + 1e-9, b = r->m[0][1], c = r->m[0][2];
    double e = r->m[1][1] + noise / (BETA_PRIOR * BETA_PRIOR), f = r->m[1][2];
    double i = r->m[2][2] + noise / (DRIFT_PRIOR * DRIFT_PRIOR);
    double det = a * (e * i - f * f) - b * (b * i - f * c) + c * (b * f - e * c);

    if (!(det > 0))
        return;
    double i10 = -(b * i - c * f) / det, i11 = (a * i - c * c) / det, i12 = -(a * f - b * c) / det;
    r->beta = i10 * r->v[0] + i11 * r->v[1] + i12 * r->v[2];
    r->beta_error = sqrt(noise * fmax(0, i11));
}

static double mean_temperature(const struct platter_learner *l)
{
    double sum = 0;
    unsigned n = 0;

    for (unsigned b = 0; b < l->periods; b++)
        if (!isnan(l->temperature_c[b])) {
            sum += (double)l->temperature_c[b];
            n++;
        }
    return n ? sum / n : NAN;
}

/* Mean c of a day's periods and of their temperature over the mean; false: none. */
static bool day_of(const struct platter_learner *l, const float *common, unsigned first,
                   unsigned group, double mean_c, double *c, double *t)
{
    double c_sum = 0, t_sum = 0;
    unsigned n = 0, nt = 0;

    for (unsigned b = first; b < first + group; b++) {
        if (isnan(common[b]))
            continue;
        c_sum += (double)common[b];
        n++;
        if (!isnan(l->temperature_c[b])) {
            t_sum += (double)l->temperature_c[b] - mean_c;
            nt++;
        }
    }
    *c = n ? c_sum / n : 0;
    *t = nt ? t_sum / nt : 0;
    return n > 0;
}

static void drive_level(const struct platter_learner *l, const float *common,
                        struct platter_baseline *out)
{
    struct platter_regression *r = &out->temperature;
    unsigned group = out->periods_a_day, n = 0;
    float day_c[PLATTER_LEARN_PERIODS], v[PLATTER_LEARN_PERIODS];

    memset(r, 0, sizeof *r);
    r->mean_c = mean_temperature(l);
    for (unsigned b = 0; b + group <= l->periods; b += group) {
        double c, t;
        if (!day_of(l, common, b, group, r->mean_c, &c, &t))
            continue;
        platter_regression_add(r, c, t, (double)l->day[b]);
        day_c[n] = v[n] = (float)c;
        n++;
    }
    double spread = n ? 1.25 * platter_spread(day_c, n, platter_median(v, n)) : .01;
    out->level_sd = platter_clamp(spread, .0025, .03);
    out->level_k = platter_clamp(4 * out->level_sd, .025, .12);
    platter_regression_fit(r, out->level_sd);
}

static double access_middle(const struct platter_learner *l, unsigned zone)
{
    double sum = 0;
    unsigned n = 0;

    for (unsigned b = 0; b < l->periods; b++) {
        double a = platter_learned_access(&l->zones[zone], b);
        if (!isnan(a)) {
            sum += a;
            n++;
        }
    }
    return n ? sum / n : NAN;
}

/* A zone's mean access of a day over its middle; NaN: none. */
static double access_day(const struct platter_learner *l, const struct platter_baseline *out,
                         unsigned zone, unsigned first)
{
    double sum = 0;
    unsigned n = 0;

    for (unsigned b = first; b < first + out->periods_a_day; b++) {
        double a = platter_learned_access(&l->zones[zone], b);
        if (!isnan(a)) {
            sum += a - (double)out->zones[zone].access_middle;
            n++;
        }
    }
    return n ? sum / n : NAN;
}

static void access(const struct platter_learner *l, struct platter_baseline *out)
{
    float zones[PLATTER_LEARN_PERIODS * PLATTER_ZONES_MAX], drive[PLATTER_LEARN_PERIODS];
    unsigned n = 0, days = 0;

    for (unsigned z = 0; z < l->n_zones; z++)
        out->zones[z].access_middle = (float)access_middle(l, z);
    for (unsigned b = 0; b + out->periods_a_day <= l->periods; b += out->periods_a_day) {
        double sum = 0;
        unsigned of = 0;
        for (unsigned z = 0; z < l->n_zones; z++) {
            double a = access_day(l, out, z, b);
            if (isnan(a))
                continue;
            zones[n++] = (float)a;
            sum += a;
            of++;
        }
        if (of)
            drive[days++] = (float)(sum / of);
    }
    double sd = n ? 1.1 * platter_spread(zones, n, 0) : .02;
    sd = fmax(sd, .004);
    for (unsigned z = 0; z < l->n_zones; z++) {
        out->zones[z].access_sd = (float)sd;
        out->zones[z].access_k = (float)fmax(.03, 3.3 * sd);
    }
    out->access_sd = fmax(.003, days ? 1.25 * platter_spread(drive, days, 0) : .01);
    out->access_k = fmax(.02, 4 * out->access_sd);
}

void platter_baseline_drive(const struct platter_learner *l,
                            const float common[PLATTER_LEARN_PERIODS], struct platter_baseline *out)
{
    drive_level(l, common, out);
    access(l, out);
}

/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "agent/core/baseline.h"
#include "agent/core/robust.h"

#define LEVEL_UNIT 1e-5
#define ACCESS_UNIT 5e-5
#define PLACES_ALONE_DAYS 2

static int16_t store(double v, double unit)
{
    return isnan(v) ? PLATTER_NO_LEVEL : (int16_t)lrint(platter_clip(v / unit, INT16_MAX));
}

double platter_learned_level(const struct platter_learn_zone *z, unsigned period)
{
    return z->level[period] == PLATTER_NO_LEVEL ? NAN : z->level[period] * LEVEL_UNIT;
}

double platter_learned_access(const struct platter_learn_zone *z, unsigned period)
{
    return z->access[period] == PLATTER_NO_LEVEL
               ? NAN
               : (double)z->access_first + z->access[period] * ACCESS_UNIT;
}

static void learn_places(struct platter_learn_zone *z, const struct platter_period_zone *b)
{
    for (unsigned i = 0; i < b->visits; i++)
        platter_slots_learn(&z->slots, b->slot[i], (double)b->x[i]);
}

static void count_residual(struct platter_learn_zone *z, double y)
{
    double bin = (y - PLATTER_RESIDUAL_FIRST) / PLATTER_RESIDUAL_BIN;
    unsigned i = (unsigned)platter_clamp(bin, 0, PLATTER_RESIDUAL_BINS - 1);

    if (z->histogram[i] == UINT16_MAX)
        return;
    z->histogram[i]++;
    z->residuals++;
}

/* Residuals of a period's visits into the histogram; their median. */
static double learn_residuals(struct platter_learn_zone *z, const struct platter_period_zone *b)
{
    float y[PLATTER_PERIOD_VISITS];

    for (unsigned i = 0; i < b->visits; i++) {
        y[i] = b->x[i] - (float)platter_slots_normal(&z->slots, b->slot[i]);
        count_residual(z, (double)y[i]);
    }
    return platter_median(y, b->visits);
}

static double learn_zone(struct platter_learn_zone *z, const struct platter_period_zone *b,
                         unsigned period, unsigned most)
{
    struct platter_period_figures f;
    double median = learn_residuals(z, b);

    platter_period_zone_figures(b, most, &f);
    if (f.counts && !isnan(f.access) && z->access_first >= 0)
        z->access_first = (float)f.access;
    z->level[period] = store(f.counts ? median : NAN, LEVEL_UNIT);
    z->access[period] = store(f.counts ? f.access - (double)z->access_first : NAN, ACCESS_UNIT);
    z->slow[period] = (uint8_t)(f.counts ? f.slow : 0);
    z->visits[period] = (uint8_t)(f.counts ? b->visits : 0);
    return f.counts ? f.disturbed : 0;
}

void platter_learn_period(struct platter_learner *l, const struct platter_period *b, int64_t end_s,
                          double day)
{
    unsigned most = platter_period_most(b, end_s);
    double disturbed = 0;

    for (unsigned i = 0; i < l->n_zones; i++)
        learn_places(&l->zones[i], &b->zones[i]);
    if (day < PLACES_ALONE_DAYS || l->periods >= PLATTER_LEARN_PERIODS)
        return;
    for (unsigned i = 0; i < l->n_zones; i++)
        disturbed += learn_zone(&l->zones[i], &b->zones[i], l->periods, most);
    l->day[l->periods] = (float)day;
    l->temperature_c[l->periods] = (float)platter_period_temperature(b);
    l->disturbed[l->periods] = (float)disturbed;
    l->periods++;
}

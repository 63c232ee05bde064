/* SPDX-License-Identifier: MIT */
#include "agent/core/baseline.h"

#include <errno.h>
#include <math.h>

/* How many periods a day had: 4 at six hours each, fewer where they had to wait for samples. */
static unsigned periods_a_day(const struct platter_learner *l)
{
    double days = (double)(l->day[l->periods - 1] - l->day[0]);
    double each = days / (l->periods - 1);

    return each <= .3 ? 4 : each <= .6 ? 2 : 1;
}

int platter_baseline_freeze(const struct platter_learner *l, struct platter_baseline *out)
{
    float common[PLATTER_LEARN_PERIODS];

    if (l->periods < PLATTER_LEARN_PERIODS_MIN)
        return -ENODATA;
    out->n_zones = l->n_zones;
    out->periods_a_day = periods_a_day(l);
    out->days = l->periods / out->periods_a_day;
    platter_baseline_level(l, out, common);
    platter_baseline_slow(l, out);
    platter_baseline_drive(l, common, out);
    return 0;
}

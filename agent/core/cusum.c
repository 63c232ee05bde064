/* SPDX-License-Identifier: MIT */
#include "agent/core/cusum.h"

#include <math.h>
#include <string.h>

#include "agent/core/robust.h"

/* What this block may add: not more than the day's cap leaves after the last three. */
static double capped(const struct platter_cusum *c, double gain, struct platter_cusum_cap cap)
{
    double used = 0;

    for (unsigned i = 0; i < PLATTER_CUSUM_DAY; i++)
        if (i != c->next)
            used += (double)c->gain[i];
    return gain <= 0 ? fmax(gain, -cap.period)
                     : platter_clamp(cap.day - used, 0, fmin(gain, cap.period));
}

bool platter_cusum_add(struct platter_cusum *c, double gain, struct platter_cusum_cap cap,
                       double limit, int64_t time_s, int64_t *since_s)
{
    if (isnan(gain))
        return false;
    double g = capped(c, gain, cap);
    if (c->sum <= 0)
        c->since_s = time_s;
    c->gain[c->next] = (float)fmax(g, 0);
    c->next = (c->next + 1) % PLATTER_CUSUM_DAY;
    c->sum = (float)fmax(0, (double)c->sum + g);
    if ((double)c->sum <= limit)
        return false;
    *since_s = c->since_s;
    memset(c, 0, sizeof *c);
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "agent/core/robust.h"

#include <math.h>

double platter_clamp(double v, double lo, double hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

double platter_clip(double v, double limit)
{
    return platter_clamp(v, -limit, limit);
}

/* Put values up to the pivot before i, values from it on behind j. */
static void part(float *v, ptrdiff_t *i, ptrdiff_t *j, float pivot)
{
    while (*i <= *j) {
        while (v[*i] < pivot)
            ++*i;
        while (v[*j] > pivot)
            --*j;
        if (*i <= *j) {
            float t = v[*i];
            v[(*i)++] = v[*j];
            v[(*j)--] = t;
        }
    }
}

double platter_median(float *v, size_t n)
{
    ptrdiff_t left = 0, right = (ptrdiff_t)n - 1, k = (ptrdiff_t)(n / 2);

    if (!n)
        return NAN;
    while (left < right) {
        ptrdiff_t i = left, j = right;
        part(v, &i, &j, v[k]);
        if (j < k)
            left = i;
        if (k < i)
            right = j;
    }
    return (double)v[k];
}

double platter_spread(float *v, size_t n, double middle)
{
    for (size_t i = 0; i < n; i++)
        v[i] = fabsf(v[i] - (float)middle);
    return PLATTER_MAD_TO_SD * platter_median(v, n);
}

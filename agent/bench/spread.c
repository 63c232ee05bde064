/* SPDX-License-Identifier: MIT */
#include "agent/bench/spread.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

int platter_values_add(struct platter_values *values, double value)
{
    if (values->n == values->size) {
        size_t size = values->size ? values->size * 2 : 1024;
        double *v = realloc(values->v, size * sizeof(*v));
        if (!v)
            return -ENOMEM;
        values->v = v;
        values->size = size;
    }
    values->v[values->n++] = value;
    return 0;
}

void platter_values_deinit(struct platter_values *values)
{
    free(values->v);
    *values = (struct platter_values){0};
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double platter_quantile(const double *sorted, size_t n, double share)
{
    double rank = ceil(share * (double)n);

    if (n == 0)
        return NAN;
    if (rank < 1)
        return sorted[0];
    return rank < (double)n ? sorted[(size_t)rank - 1] : sorted[n - 1];
}

void platter_spread_of(double *values, size_t n, struct platter_spread *out)
{
    double sum = 0;

    *out = (struct platter_spread){0, NAN, NAN, NAN, NAN, NAN};
    if (n == 0)
        return;
    qsort(values, n, sizeof(*values), ascending);
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    out->n = n;
    out->min = values[0];
    out->median = (values[(n - 1) / 2] + values[n / 2]) / 2;
    out->mean = sum / (double)n;
    out->p99 = platter_quantile(values, n, .99);
    out->max = values[n - 1];
}

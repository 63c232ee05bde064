/* SPDX-License-Identifier: MIT */
/* What many measured values come to: their middle, and how far they go. */
#ifndef PLATTER_BENCH_SPREAD_H
#define PLATTER_BENCH_SPREAD_H

#include <stddef.h>

/* Values as they come in; begin with zeros. */
struct platter_values {
    double *v;
    size_t n, size;
};

/* Returns 0 or -ENOMEM. */
int platter_values_add(struct platter_values *values, double value);
void platter_values_deinit(struct platter_values *values);

struct platter_spread {
    size_t n;
    double min, median, mean, p99, max; /* NaN when there are no values */
};

/*
 * The value below or at which a share (0-1] of n sorted values lies, by the nearest rank: always
 * one that was measured. NaN of none.
 */
double platter_quantile(const double *sorted, size_t n, double share);

/* Sorts values. The median of an even number of them is the mean of the two in the middle. */
void platter_spread_of(double *values, size_t n, struct platter_spread *out);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Robust statistics of a few hundred floats: the median, and the spread by it.
 *
 * 1.4826 MAD estimates the standard deviation of a normal distribution: Hampel, "The influence
 * curve and its role in robust estimation", JASA 69 (1974).
 */
#ifndef PLATTER_CORE_ROBUST_H
#define PLATTER_CORE_ROBUST_H

#include <stddef.h>

#define PLATTER_MAD_TO_SD 1.4826

/* Hold v in -limit ... limit, or in lo ... hi. */
double platter_clip(double v, double limit);
double platter_clamp(double v, double lo, double hi);

/* The (n/2)-th smallest of the values, which are put in another order; NaN of none. Hoare's
 * selection, CACM 4(7), 1961. */
double platter_median(float *v, size_t n);

/* Median of |v - middle|, times 1.4826; the values are overwritten. NaN of none. */
double platter_spread(float *v, size_t n, double middle);

#endif

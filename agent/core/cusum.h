/* SPDX-License-Identifier: MIT */
/*
 * A one-sided CUSUM with a rolling cap: S = max(0, S + g), alarm at S > limit (Page, "Continuous
 * inspection schemes", Biometrika 41, 1954). What one period (period.h) and what any four in a row
 * (a day) may add is capped, so that nothing shorter than the cap asks for can alarm, whatever its
 * size: a scrub, a rebuild, a hot day.
 *
 * The time when S last left 0 estimates when the change began (Montgomery, "Introduction to
 * Statistical Quality Control", the CUSUM chapter).
 */
#ifndef PLATTER_CORE_CUSUM_H
#define PLATTER_CORE_CUSUM_H

#include <stdbool.h>
#include <stdint.h>

#define PLATTER_CUSUM_DAY 4 /* periods that the rolling cap looks at */

struct platter_cusum {
    int64_t since_s; /* Unix time when the sum left 0; meaningless while it is 0 */
    float sum;
    float gain[PLATTER_CUSUM_DAY]; /* of the last periods, as capped */
    uint32_t next;
};

/* What may be added, in the unit of the sum. */
struct platter_cusum_cap {
    double period; /* by one period, up or down */
    double day;    /* by four periods in a row, up */
};

/*
 * Add a period's gain (its own sign, NaN adds nothing). time_s: when the period began. Returns
 * whether the sum passed limit; then it starts anew at 0, and *since_s is when it left 0.
 */
bool platter_cusum_add(struct platter_cusum *c, double gain, struct platter_cusum_cap cap,
                       double limit, int64_t time_s, int64_t *since_s);

#endif

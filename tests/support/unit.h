/* SPDX-License-Identifier: MIT */
/* What every unit test includes: cmocka with the headers it wants first, for 1.x and 2.0. */
#ifndef PLATTER_TESTS_UNIT_H
#define PLATTER_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

/* Relative difference at most `share`; prints both when not. */
#define assert_near(a, b, share)                                                                \
    do {                                                                                        \
        double a_ = (a), b_ = (b);                                                              \
        if (!(fabs(a_ - b_) <= (share)*fabs(b_)))                                               \
            fail_msg("%s = %.9g, not within %g of %s = %.9g", #a, a_, (double)(share), #b, b_); \
    } while (0)

#define assert_nan(a) assert_true(isnan(a))

#endif

/* SPDX-License-Identifier: MIT */
/* Axes of a picture: round ticks, a frame with labels, and where a value is in it. */
#ifndef PLATTER_REPORT_AXES_H
#define PLATTER_REPORT_AXES_H

#include "agent/report/canvas.h"

struct platter_axis {
    double from, to; /* from < to; multiples of step */
    double step;     /* between two ticks */
    int digits;      /* behind the point */
    const char *label;
};

/* An axis over from ... to (from < to) with about `ticks` ticks at 1, 2 or 5 times a power of ten;
 * it is made longer to begin and end with one, or, exact, keeps its ends. */
struct platter_axis platter_axis_round(double from, double to, unsigned ticks, bool exact,
                                       const char *label);

struct platter_frame {
    double x, y, width, height; /* of the plotting area in pixels */
    struct platter_axis across, up;
    struct platter_axis right;  /* label NULL: none */
    uint32_t up_ink, right_ink; /* of the labels, as what is measured by them */
};

/* Where a value is: by the left axis, and by the right one. NaN stays NaN. */
struct platter_point platter_frame_at(const struct platter_frame *f, double x, double y);
struct platter_point platter_frame_at_right(const struct platter_frame *f, double x, double y);

/* Grid, ticks, labels. */
void platter_frame_draw(struct platter_canvas *c, const struct platter_frame *f);

#endif

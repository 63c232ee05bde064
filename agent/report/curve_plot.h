/* SPDX-License-Identifier: MIT */
/* The picture of a curve: rate over the place on the drive, a line with a band around it, and dots
 * for access times at their own places. */
#ifndef PLATTER_REPORT_CURVE_PLOT_H
#define PLATTER_REPORT_CURVE_PLOT_H

#include <stddef.h>
#include <stdint.h>

/* NaN where nothing was measured. */
struct platter_plot_point {
    double offset_bytes, min_bps, middle_bps, max_bps;
};

struct platter_plot_dot {
    double offset_bytes, time_s;
};

struct platter_curve_plot {
    const char *title, *summary; /* two lines above it */
    uint64_t from_bytes, to_bytes;
    const struct platter_plot_point *points;
    size_t n_points;
    const struct platter_plot_dot *dots;
    size_t n_dots;
    double top_s;           /* the scale of the dots; those above are at its edge */
    unsigned width, height; /* of the picture in pixels */
};

#define PLATTER_PLOT_WIDTH_MIN 320u
#define PLATTER_PLOT_HEIGHT_MIN 240u

/* Draw it into a .png or .svg. Returns 0 or -errno as platter_canvas_new(); why has the words. */
int platter_curve_plot_draw(const struct platter_curve_plot *p, const char *path, char *why,
                            size_t why_size);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The gate to cairo: a sheet to draw on, a PNG or an SVG by the name of its file. x goes right, y
 * down, in pixels from the upper left corner; colours are palette.h's. Drawing never fails in the
 * middle: what went wrong is told at the end.
 */
#ifndef PLATTER_REPORT_CANVAS_H
#define PLATTER_REPORT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLATTER_CANVAS_MAX 10000u

struct platter_canvas;

struct platter_point {
    double x, y; /* NaN: nothing here */
};

enum platter_align { PLATTER_LEFT, PLATTER_CENTRE, PLATTER_RIGHT };

struct platter_type {
    double size; /* of the letters in pixels */
    enum platter_align align;
    bool bold;
    bool upwards; /* read from below, as along an upright axis */
    uint32_t ink;
};

/* Whether a picture can be made under this name, asked before hours of measuring: -EINVAL: it ends
 * neither in .png nor in .svg; another -errno: there is no such folder, or it cannot be written. */
int platter_canvas_check(const char *path);

/* A white sheet. Returns 0, -EINVAL (neither .png nor .svg, or no size of 1 to PLATTER_CANVAS_MAX),
 * or -errno: why has the words. To be ended by platter_canvas_end(). */
int platter_canvas_new(const char *path, unsigned width, unsigned height,
                       struct platter_canvas **out, char *why, size_t why_size);

/* Write the file, under its name only when it is complete, and free the canvas. Returns 0 or
 * -errno; why has the words. */
int platter_canvas_end(struct platter_canvas *c, char *why, size_t why_size);

void platter_canvas_rectangle(struct platter_canvas *c, double x, double y, double width,
                              double height, uint32_t ink);
/* Upright and level lines of whole width are put onto whole pixels. */
void platter_canvas_line(struct platter_canvas *c, struct platter_point from,
                         struct platter_point to, double width, uint32_t ink);
/* Through the points; interrupted where one is NaN. */
void platter_canvas_path(struct platter_canvas *c, const struct platter_point *points, size_t n,
                         double width, uint32_t ink);
/* Between two paths of n points with the same x each; interrupted where one is NaN. */
void platter_canvas_band(struct platter_canvas *c, const struct platter_point *upper,
                         const struct platter_point *lower, size_t n, uint32_t ink);
void platter_canvas_dot(struct platter_canvas *c, struct platter_point at, double radius,
                        uint32_t ink);

/* y is the base line. UTF-8. */
void platter_canvas_text(struct platter_canvas *c, struct platter_point at,
                         const struct platter_type *type, const char *text);
double platter_canvas_text_width(struct platter_canvas *c, const struct platter_type *type,
                                 const char *text);

#endif

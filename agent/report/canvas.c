/* SPDX-License-Identifier: MIT */
#include "agent/report/canvas.h"

#include <cairo-svg.h>
#include <cairo.h>
#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/report/aside.h"
#include "agent/report/palette.h"
#include <platter/errors.h>

#define FONT "DejaVu Sans"

struct platter_canvas {
    cairo_surface_t *surface;
    cairo_t *cairo;
    char *output, *aside;
    bool svg;
};

static bool ends_in(const char *path, const char *suffix)
{
    size_t len = strlen(path), n = strlen(suffix);

    return len > n && strcasecmp(path + len - n, suffix) == 0;
}

int platter_canvas_check(const char *path)
{
    CLEANUP_FREE char *copy = strdup(path);

    if (!copy)
        return -ENOMEM;
    if (!ends_in(path, ".png") && !ends_in(path, ".svg"))
        return -EINVAL;
    return access(dirname(copy), W_OK) < 0 ? -errno : 0;
}

static void canvas_free(struct platter_canvas *c)
{
    if (c->cairo)
        cairo_destroy(c->cairo);
    if (c->surface)
        cairo_surface_destroy(c->surface);
    free(c->output);
    free(c->aside);
    free(c);
}

/* cairo has reasons of its own; of its statuses only these say more than "it did not work". */
static int errno_of(cairo_status_t status)
{
    switch (status) {
    case CAIRO_STATUS_SUCCESS:
        return 0;
    case CAIRO_STATUS_NO_MEMORY:
        return -ENOMEM;
    case CAIRO_STATUS_WRITE_ERROR:
        return -EIO;
    default:
        return -EPROTO;
    }
}

static int open_surface(struct platter_canvas *c, unsigned width, unsigned height)
{
    c->surface = c->svg ? cairo_svg_surface_create(c->aside, width, height)
                        : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    c->cairo = cairo_create(c->surface);
    cairo_status_t status = cairo_status(c->cairo);
    if (status != CAIRO_STATUS_SUCCESS)
        return errno_of(status);
    platter_canvas_rectangle(c, 0, 0, width, height, PLATTER_INK_PAPER);
    return 0;
}

int platter_canvas_new(const char *path, unsigned width, unsigned height,
                       struct platter_canvas **out, char *why, size_t why_size)
{
    bool svg = ends_in(path, ".svg");

    if ((!svg && !ends_in(path, ".png")) || !width || !height || width > PLATTER_CANVAS_MAX ||
        height > PLATTER_CANVAS_MAX) {
        snprintf(why, why_size, "%s: a picture is a .png or .svg of at most %u pixels", path,
                 PLATTER_CANVAS_MAX);
        return -EINVAL;
    }
    struct platter_canvas *c = calloc(1, sizeof(*c));
    if (!c)
        return -ENOMEM;
    c->svg = svg;
    c->output = strdup(path);
    int result = c->output ? platter_aside_make(path, &c->aside, why, why_size) : -ENOMEM;
    if (result == 0) {
        result = open_surface(c, width, height);
        if (result < 0)
            platter_aside_end(c->aside, path, result, why, why_size);
    }
    if (result < 0)
        canvas_free(c);
    else
        *out = c;
    return result;
}

int platter_canvas_end(struct platter_canvas *c, char *why, size_t why_size)
{
    cairo_status_t status = cairo_status(c->cairo);

    if (status == CAIRO_STATUS_SUCCESS && !c->svg)
        status = cairo_surface_write_to_png(c->surface, c->aside);
    cairo_surface_finish(c->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(c->surface);
    if (status != CAIRO_STATUS_SUCCESS)
        snprintf(why, why_size, "%s: %s", c->output, cairo_status_to_string(status));
    int result = platter_aside_end(c->aside, c->output, errno_of(status), why, why_size);
    canvas_free(c);
    return result;
}

static void use_ink(struct platter_canvas *c, uint32_t ink)
{
    cairo_set_source_rgba(c->cairo, (ink >> 24 & 0xff) / 255.0, (ink >> 16 & 0xff) / 255.0,
                          (ink >> 8 & 0xff) / 255.0, (ink & 0xff) / 255.0);
}

void platter_canvas_rectangle(struct platter_canvas *c, double x, double y, double width,
                              double height, uint32_t ink)
{
    use_ink(c, ink);
    cairo_rectangle(c->cairo, x, y, width, height);
    cairo_fill(c->cairo);
}

/* A line is around its path: one of an odd width is sharp where the path is in the middle of a
 * pixel. */
static double snap(double at, double width)
{
    return fmod(width, 2) == 1 ? floor(at) + .5 : at;
}

void platter_canvas_line(struct platter_canvas *c, struct platter_point from,
                         struct platter_point to, double width, uint32_t ink)
{
    if (from.x == to.x)
        from.x = to.x = snap(from.x, width);
    if (from.y == to.y)
        from.y = to.y = snap(from.y, width);
    use_ink(c, ink);
    cairo_set_line_width(c->cairo, width);
    cairo_move_to(c->cairo, from.x, from.y);
    cairo_line_to(c->cairo, to.x, to.y);
    cairo_stroke(c->cairo);
}

static bool is_there(struct platter_point p)
{
    return isfinite(p.x) && isfinite(p.y);
}

void platter_canvas_path(struct platter_canvas *c, const struct platter_point *points, size_t n,
                         double width, uint32_t ink)
{
    bool pen_down = false;

    use_ink(c, ink);
    cairo_set_line_width(c->cairo, width);
    cairo_set_line_join(c->cairo, CAIRO_LINE_JOIN_ROUND);
    for (size_t i = 0; i < n; i++) {
        if (is_there(points[i]))
            (pen_down ? cairo_line_to : cairo_move_to)(c->cairo, points[i].x, points[i].y);
        pen_down = is_there(points[i]);
    }
    cairo_stroke(c->cairo);
}

/* One piece of a band, from one gap to the next. */
static void fill_band(struct platter_canvas *c, const struct platter_point *upper,
                      const struct platter_point *lower, size_t n)
{
    for (size_t i = 0; i < n; i++)
        (i ? cairo_line_to : cairo_move_to)(c->cairo, upper[i].x, upper[i].y);
    for (size_t i = n; i-- > 0;)
        cairo_line_to(c->cairo, lower[i].x, lower[i].y);
    cairo_close_path(c->cairo);
    cairo_fill(c->cairo);
}

void platter_canvas_band(struct platter_canvas *c, const struct platter_point *upper,
                         const struct platter_point *lower, size_t n, uint32_t ink)
{
    size_t from = 0;

    use_ink(c, ink);
    for (size_t i = 0; i <= n; i++) {
        if (i < n && is_there(upper[i]) && is_there(lower[i]))
            continue;
        if (i > from)
            fill_band(c, upper + from, lower + from, i - from);
        from = i + 1;
    }
}

void platter_canvas_dot(struct platter_canvas *c, struct platter_point at, double radius,
                        uint32_t ink)
{
    if (!is_there(at))
        return;
    use_ink(c, ink);
    cairo_new_sub_path(c->cairo);
    cairo_arc(c->cairo, at.x, at.y, radius, 0, 2 * M_PI);
    cairo_fill(c->cairo);
}

static void use_type(struct platter_canvas *c, const struct platter_type *type)
{
    cairo_select_font_face(c->cairo, FONT, CAIRO_FONT_SLANT_NORMAL,
                           type->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c->cairo, type->size);
}

double platter_canvas_text_width(struct platter_canvas *c, const struct platter_type *type,
                                 const char *text)
{
    cairo_text_extents_t extents;

    use_type(c, type);
    cairo_text_extents(c->cairo, text, &extents);
    return extents.x_advance;
}

void platter_canvas_text(struct platter_canvas *c, struct platter_point at,
                         const struct platter_type *type, const char *text)
{
    static const double shares[] = {[PLATTER_LEFT] = 0, [PLATTER_CENTRE] = .5, [PLATTER_RIGHT] = 1};
    double back = platter_canvas_text_width(c, type, text) * shares[type->align];

    use_ink(c, type->ink);
    cairo_save(c->cairo);
    cairo_translate(c->cairo, at.x, at.y);
    if (type->upwards)
        cairo_rotate(c->cairo, -M_PI / 2);
    cairo_move_to(c->cairo, -back, 0);
    cairo_show_text(c->cairo, text);
    cairo_restore(c->cairo);
    cairo_new_path(c->cairo);
}

/* SPDX-License-Identifier: MIT */
#include "agent/report/curve_plot.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "agent/report/axes.h"
#include "agent/report/palette.h"
#include <platter/errors.h>

#define MARGIN_LEFT 66
#define MARGIN_RIGHT 62
#define MARGIN_TOP 64
#define MARGIN_BOTTOM 82
#define TB 1e12
#define BAND_THIN .35

/* Dots are many: thin them the more there are, so that where they are dense can be seen. */
#define DOTS_SOLID 400.0

static double highest_bps(const struct platter_curve_plot *p)
{
    double most = 0;

    for (size_t i = 0; i < p->n_points; i++)
        most = fmax(most, p->points[i].max_bps);
    return most > 0 ? most : 1e6;
}

static double unit_of(const struct platter_curve_plot *p)
{
    return (double)p->to_bytes >= 2 * TB ? TB : 1e9;
}

static void make_frame(const struct platter_curve_plot *p, struct platter_frame *f)
{
    double unit = unit_of(p);
    unsigned ticks = p->width > 600 ? 10 : 5;

    *f = (struct platter_frame){
        .x = MARGIN_LEFT,
        .y = MARGIN_TOP,
        .width = p->width - MARGIN_LEFT - MARGIN_RIGHT,
        .height = p->height - MARGIN_TOP - MARGIN_BOTTOM,
        .across = platter_axis_round(
            (double)p->from_bytes / unit, (double)p->to_bytes / unit, ticks, true,
            unit == TB ? "place on the drive, TB" : "place on the drive, GB"),
        .up = platter_axis_round(0, highest_bps(p) / 1e6, 6, false, "MB/s"),
        .up_ink = PLATTER_INK_BLUE,
        .right_ink = PLATTER_INK_VERMILION,
    };
    if (p->n_dots && p->top_s > 0)
        f->right = platter_axis_round(0, p->top_s * 1e3, 6, false, "access time, ms");
}

/* at: the upper and the lower edge of the band, and the line, n points each. */
static void place_points(const struct platter_curve_plot *p, const struct platter_frame *f,
                         struct platter_point *at)
{
    size_t n = p->n_points;

    for (size_t i = 0; i < n; i++) {
        const struct platter_plot_point *point = &p->points[i];
        double x = point->offset_bytes / unit_of(p);
        at[i] = platter_frame_at(f, x, point->max_bps / 1e6);
        at[n + i] = platter_frame_at(f, x, point->min_bps / 1e6);
        at[2 * n + i] = platter_frame_at(f, x, point->middle_bps / 1e6);
    }
}

static void draw_dots(struct platter_canvas *c, const struct platter_curve_plot *p,
                      const struct platter_frame *f)
{
    double thin = fmin(.75, fmax(.12, .75 * sqrt(DOTS_SOLID / (double)(p->n_dots + 1))));
    uint32_t ink = platter_ink_thin(PLATTER_INK_VERMILION, thin);

    for (size_t i = 0; i < p->n_dots; i++) {
        double ms = p->dots[i].time_s * 1e3;
        if (isfinite(ms))
            platter_canvas_dot(c,
                               platter_frame_at_right(f, p->dots[i].offset_bytes / unit_of(p),
                                                      fmin(ms, f->right.to)),
                               1.6, ink);
    }
}

/* A sample of each mark and its name; returns where the next one begins. */
static double legend(struct platter_canvas *c, double x, double y, unsigned kind, const char *text)
{
    static const struct platter_type type = {.size = 11, .ink = PLATTER_INK_TEXT};
    const struct platter_point from = {x, y - 4}, to = {x + 22, y - 4};

    if (kind == 0)
        platter_canvas_line(c, from, to, 1.8, PLATTER_INK_BLUE);
    else if (kind == 1)
        platter_canvas_rectangle(c, x, y - 9, 22, 10, platter_ink_thin(PLATTER_INK_SKY, BAND_THIN));
    else
        for (unsigned i = 0; i < 3; i++)
            platter_canvas_dot(c, (struct platter_point){x + 4 + i * 7, y - 4 - (i % 2) * 3.0}, 1.6,
                               PLATTER_INK_VERMILION);
    platter_canvas_text(c, (struct platter_point){x + 28, y}, &type, text);
    return x + 28 + platter_canvas_text_width(c, &type, text) + 24;
}

static void draw_words(struct platter_canvas *c, const struct platter_curve_plot *p,
                       const struct platter_frame *f)
{
    static const struct platter_type title = {.size = 15, .bold = true, .ink = PLATTER_INK_TEXT};
    static const struct platter_type summary = {.size = 11.5, .ink = PLATTER_INK_QUIET};
    static const char *const names[] = {"rate (median)", "slowest to fastest", "access time"};
    double x = f->x, y = p->height - 14.0;

    platter_canvas_text(c, (struct platter_point){f->x, 26}, &title, p->title);
    platter_canvas_text(c, (struct platter_point){f->x, 45}, &summary, p->summary);
    for (unsigned i = 0; i < (f->right.label ? 3u : 2u); i++)
        x = legend(c, x, y, i, names[i]);
}

/* The line last: it is what one looks for. */
static void draw_all(struct platter_canvas *c, const struct platter_curve_plot *p,
                     struct platter_point *at)
{
    struct platter_frame frame;
    size_t n = p->n_points;

    make_frame(p, &frame);
    place_points(p, &frame, at);
    platter_frame_draw(c, &frame);
    platter_canvas_band(c, at, at + n, n, platter_ink_thin(PLATTER_INK_SKY, BAND_THIN));
    if (frame.right.label)
        draw_dots(c, p, &frame);
    platter_canvas_path(c, at + 2 * n, n, 1.8, PLATTER_INK_BLUE);
    draw_words(c, p, &frame);
}

int platter_curve_plot_draw(const struct platter_curve_plot *p, const char *path, char *why,
                            size_t why_size)
{
    struct platter_canvas *c = NULL;

    if (p->width < PLATTER_PLOT_WIDTH_MIN || p->height < PLATTER_PLOT_HEIGHT_MIN ||
        p->from_bytes >= p->to_bytes)
        return -EINVAL;
    CLEANUP_FREE struct platter_point *at = calloc(3 * p->n_points + 1, sizeof(*at));
    if (!at)
        return -ENOMEM;
    int result = platter_canvas_new(path, p->width, p->height, &c, why, why_size);
    if (result < 0)
        return result;
    draw_all(c, p, at);
    return platter_canvas_end(c, why, why_size);
}

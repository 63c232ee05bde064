/* SPDX-License-Identifier: MIT */
#include "agent/report/axes.h"

#include <math.h>
#include <stdio.h>

#include "agent/report/palette.h"

#define TICK_SIZE 11
#define LABEL_SIZE 11
#define GAP 8

/* A tick of rounding: 0.30000000000000004 is on a multiple of 0.1. */
#define EPSILON 1e-9

struct platter_axis platter_axis_round(double from, double to, unsigned ticks, bool exact,
                                       const char *label)
{
    double raw = (to - from) / ticks, power = pow(10, floor(log10(raw)));
    double step = raw <= power * (1 + EPSILON)       ? power
                  : raw <= power * 2 * (1 + EPSILON) ? power * 2
                  : raw <= power * 5 * (1 + EPSILON) ? power * 5
                                                     : power * 10;
    int digits = (int)-floor(log10(step) + EPSILON);
    struct platter_axis a = {from, to, step, digits > 0 ? digits : 0, label};

    if (!exact) {
        a.from = floor(from / step + EPSILON) * step;
        a.to = ceil(to / step - EPSILON) * step;
    }
    return a;
}

static double place(const struct platter_axis *a, double value)
{
    return (value - a->from) / (a->to - a->from);
}

struct platter_point platter_frame_at(const struct platter_frame *f, double x, double y)
{
    return (struct platter_point){f->x + place(&f->across, x) * f->width,
                                  f->y + (1 - place(&f->up, y)) * f->height};
}

struct platter_point platter_frame_at_right(const struct platter_frame *f, double x, double y)
{
    return (struct platter_point){f->x + place(&f->across, x) * f->width,
                                  f->y + (1 - place(&f->right, y)) * f->height};
}

static double first_tick(const struct platter_axis *a)
{
    return ceil(a->from / a->step - EPSILON);
}

static double last_tick(const struct platter_axis *a)
{
    return floor(a->to / a->step + EPSILON);
}

static void tick_text(const struct platter_axis *a, double tick, char *buf, size_t size)
{
    snprintf(buf, size, "%.*f", a->digits, tick * a->step + 0.0);
}

static void draw_upright(struct platter_canvas *c, const struct platter_frame *f,
                         const struct platter_axis *a, bool right, uint32_t ink)
{
    const struct platter_type ticks = {
        .size = TICK_SIZE, .align = right ? PLATTER_LEFT : PLATTER_RIGHT, .ink = ink};
    const struct platter_type label = {
        .size = LABEL_SIZE, .align = PLATTER_CENTRE, .upwards = true, .ink = ink};
    double edge = right ? f->x + f->width : f->x, widest = 0;
    char text[32];

    for (long i = lrint(first_tick(a)); i <= lrint(last_tick(a)); i++) {
        double t = (double)i;
        double y = f->y + (1 - place(a, t * a->step)) * f->height;
        tick_text(a, t, text, sizeof(text));
        if (!right)
            platter_canvas_line(c, (struct platter_point){f->x, y},
                                (struct platter_point){f->x + f->width, y}, 1, PLATTER_INK_GRID);
        platter_canvas_text(
            c, (struct platter_point){right ? edge + GAP : edge - GAP, y + TICK_SIZE * .36}, &ticks,
            text);
        widest = fmax(widest, platter_canvas_text_width(c, &ticks, text));
    }
    double out = GAP * 2 + widest;
    platter_canvas_text(
        c,
        (struct platter_point){right ? edge + out + LABEL_SIZE : edge - out, f->y + f->height / 2},
        &label, a->label);
}

static void draw_across(struct platter_canvas *c, const struct platter_frame *f)
{
    const struct platter_axis *a = &f->across;
    const struct platter_type ticks = {
        .size = TICK_SIZE, .align = PLATTER_CENTRE, .ink = PLATTER_INK_TEXT};
    double bottom = f->y + f->height;
    char text[32];

    for (long i = lrint(first_tick(a)); i <= lrint(last_tick(a)); i++) {
        double t = (double)i;
        double x = f->x + place(a, t * a->step) * f->width;
        tick_text(a, t, text, sizeof(text));
        platter_canvas_line(c, (struct platter_point){x, f->y}, (struct platter_point){x, bottom},
                            1, PLATTER_INK_GRID);
        platter_canvas_line(c, (struct platter_point){x, bottom},
                            (struct platter_point){x, bottom + 4}, 1, PLATTER_INK_AXIS);
        platter_canvas_text(c, (struct platter_point){x, bottom + GAP + TICK_SIZE}, &ticks, text);
    }
    platter_canvas_text(
        c, (struct platter_point){f->x + f->width / 2, bottom + GAP * 2 + TICK_SIZE + LABEL_SIZE},
        &ticks, a->label);
}

void platter_frame_draw(struct platter_canvas *c, const struct platter_frame *f)
{
    draw_across(c, f);
    draw_upright(c, f, &f->up, false, f->up_ink);
    if (f->right.label)
        draw_upright(c, f, &f->right, true, f->right_ink);
    platter_canvas_line(c, (struct platter_point){f->x, f->y + f->height},
                        (struct platter_point){f->x + f->width, f->y + f->height}, 1,
                        PLATTER_INK_AXIS);
}

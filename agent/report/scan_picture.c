/* SPDX-License-Identifier: MIT */
#include "agent/report/scan_picture.h"

#include <math.h>
#include <stdio.h>

#include "agent/report/canvas.h"
#include "agent/report/palette.h"
#include <platter/snapshot.h>

#define ACROSS 64u
#define SQUARE 13.0
#define GAP 1.0
#define LEFT 84.0
#define TOP 66.0
#define MARGIN 24.0
#define LEGEND 56.0
#define ROWS_LABELLED 8u

static const struct platter_type title_type = {16, PLATTER_LEFT, true, false, PLATTER_INK_TEXT};
static const struct platter_type small = {12, PLATTER_LEFT, false, false, PLATTER_INK_QUIET};
static const struct platter_type label = {12, PLATTER_RIGHT, false, false, PLATTER_INK_QUIET};

/* Light is fast and dark is slow, so that it holds without colours; what failed is apart. */
static const struct {
    uint32_t ink;
    const char *words;
} looks[PLATTER_CLASSES + 1] = {
    [PLATTER_LT5] = {0xcfe3f2ffu, "< 5 ms"},
    [PLATTER_LT10] = {0x9ecae9ffu, "< 10"},
    [PLATTER_LT20] = {0x5aa2d6ffu, "< 20"},
    [PLATTER_LT50] = {0x2171b5ffu, "< 50"},
    [PLATTER_LT150] = {0xe69f00ffu, "< 150"},
    [PLATTER_LT500] = {0xb35806ffu, "< 500"},
    [PLATTER_GE500] = {0x6a2c00ffu, "slower"},
    [PLATTER_ERROR] = {0x000000ffu, "cannot be read"},
    [PLATTER_CLASSES] = {0xeeeeeeffu, "not read"},
};

static double row_y(uint32_t row)
{
    return TOP + row * SQUARE;
}

static void draw_label(struct platter_canvas *c, const struct platter_scan_picture *p, uint32_t row,
                       uint32_t rows)
{
    double at = p->first_bytes + (p->end_bytes - p->first_bytes) * row / rows;
    char text[48];

    if (p->end_bytes >= 10e12)
        snprintf(text, sizeof text, "%.1f TB", at / 1e12);
    else if (p->end_bytes >= 100e9)
        snprintf(text, sizeof text, "%.0f GB", at / 1e9);
    else
        snprintf(text, sizeof text, "%.1f GB", at / 1e9);
    platter_canvas_text(c, (struct platter_point){LEFT - 10, row_y(row) + 11}, &label, text);
}

static void draw_squares(struct platter_canvas *c, const struct platter_scan_picture *p,
                         uint32_t rows)
{
    uint32_t step = (rows + ROWS_LABELLED - 1) / ROWS_LABELLED;

    for (uint32_t i = 0; i < p->n; i++) {
        unsigned class = p->classes[i] <= PLATTER_CLASSES ? p->classes[i] : PLATTER_CLASSES;
        platter_canvas_rectangle(c, LEFT + (i % ACROSS) * SQUARE, row_y(i / ACROSS), SQUARE - GAP,
                                 SQUARE - GAP, looks[class].ink);
    }
    for (uint32_t row = 0; row < rows; row += step)
        draw_label(c, p, row, rows);
}

static void draw_legend(struct platter_canvas *c, double y)
{
    double x = LEFT;

    for (unsigned i = 0; i <= PLATTER_CLASSES; i++) {
        platter_canvas_rectangle(c, x, y, SQUARE, SQUARE, looks[i].ink);
        platter_canvas_text(c, (struct platter_point){x + SQUARE + 5, y + 11}, &small,
                            looks[i].words);
        x += SQUARE + 21 + platter_canvas_text_width(c, &small, looks[i].words);
    }
    platter_canvas_text(c, (struct platter_point){LEFT, y + 32}, &small,
                        "The slowest 128 KiB block of each square.");
}

int platter_scan_picture_draw(const char *path, const struct platter_scan_picture *p, char *why,
                              size_t why_size)
{
    struct platter_canvas *c = NULL;
    uint32_t rows = (p->n + ACROSS - 1) / ACROSS;
    unsigned width = (unsigned)(LEFT + ACROSS * SQUARE + MARGIN);
    unsigned height = (unsigned)(row_y(rows) + LEGEND + MARGIN / 2);
    int r = platter_canvas_new(path, width, height, &c, why, why_size);

    if (r)
        return r;
    platter_canvas_text(c, (struct platter_point){LEFT, 28}, &title_type, p->title);
    platter_canvas_text(c, (struct platter_point){LEFT, 48}, &small, p->subtitle);
    draw_squares(c, p, rows);
    draw_legend(c, row_y(rows) + 12);
    return platter_canvas_end(c, why, why_size);
}

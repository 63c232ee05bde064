/* SPDX-License-Identifier: MIT */
#include "agent/cli/strokes_report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "agent/cli/curve_report.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include <platter/errors.h>

#define BAR_MAX 24u
#define BAR_MIN 6u
#define FIGURES_WIDTH 58u

static const struct platter_column columns[] = {
    {"share", true, false}, {"size", true, false}, {"avg MB/s", true, false},
    {"max", true, false},   {"min", true, true},   {"access ms", true, false},
    {"", false, true},      {"", false, false},
};
enum column { SHARE, SIZE, AVG, MAX, MIN, ACCESS, BAR, MARK, COLUMNS };

static void share_text(const struct platter_stroke *row, char *buf, size_t size)
{
    double percent = row->share * 100;
    /* 5, 7.5, 0.05: no digits that say nothing; parts are cut down to whole blocks. */
    double rounded = round(percent * 100) / 100;

    snprintf(buf, size, "%.*g %%", rounded < 1 ? 2 : 4, rounded);
}

static void fill_row(struct platter_row *row, const struct platter_strokes_report *r, unsigned i,
                     unsigned bar)
{
    const struct platter_stroke *s = &r->rows[i];
    double most_s = 0;

    for (unsigned k = 0; k < r->n; k++)
        most_s = fmax(most_s, r->rows[k].access_s);
    share_text(s, row->cell[SHARE].text, PLATTER_CELL_MAX);
    platter_out_bytes(row->cell[SIZE].text, PLATTER_CELL_MAX, s->capacity_bytes);
    platter_out_figure(row->cell[AVG].text, PLATTER_CELL_MAX, s->avg_bps / 1e6, 1);
    platter_out_figure(row->cell[MAX].text, PLATTER_CELL_MAX, s->max_bps / 1e6, 1);
    platter_out_figure(row->cell[MIN].text, PLATTER_CELL_MAX, s->min_bps / 1e6, 1);
    platter_out_ms(row->cell[ACCESS].text, PLATTER_CELL_MAX, s->access_s);
    platter_out_bar(row->cell[BAR].text, PLATTER_CELL_MAX, s->access_s / most_s, bar,
                    platter_out_utf8());
    row->cell[BAR].tint = PLATTER_BAR;
    row->cell[MAX].tint = row->cell[MIN].tint = PLATTER_DIM;
    if (!s->complete)
        snprintf(row->cell[MARK].text, PLATTER_CELL_MAX, "ended early");
}

static int print_table(const struct platter_strokes_report *r)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};
    unsigned width = platter_out_width();
    unsigned bar = width > FIGURES_WIDTH + BAR_MIN ? width - FIGURES_WIDTH : BAR_MIN;

    for (unsigned i = 0; i < r->n; i++)
        fill_row(platter_table_row(&t), r, i, bar < BAR_MAX ? bar : BAR_MAX);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    char text[600];
    va_list ap;

    va_start(ap, format);
    vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    platter_out_paragraph(0, text);
}

static void say_knee(const struct platter_strokes_report *r)
{
    struct platter_knee knee;
    char below[32], best[32], at[32], whole[32];
    int result = platter_strokes_knee(r->rows, r->n, &knee);
    const struct platter_stroke *first = &r->rows[0], *last = &r->rows[r->n ? r->n - 1 : 0];

    if (result == PLATTER_KNEE_NONE)
        say("The access time is much the same in all parts: there is nothing to gain from using "
            "only a part of this drive.");
    if (result != 0)
        return;
    share_text(&r->rows[knee.best + 1], below, sizeof(below));
    share_text(&r->rows[knee.best], best, sizeof(best));
    share_text(&r->rows[knee.knee], at, sizeof(at));
    share_text(last, whole, sizeof(whole));
    say("The access time is best below %s of the drive: %.2f ms at %s, %.2f ms at %s. The knee is "
        "at "
        "%s: up to there %.0f %% of what a short stroke can gain is kept (%.2f of %.2f ms); beyond "
        "it more space costs less and less.",
        below, r->rows[knee.best].access_s * 1e3, best, last->access_s * 1e3, whole, at,
        (last->access_s - r->rows[knee.knee].access_s) / knee.gain_s * 100,
        (last->access_s - r->rows[knee.knee].access_s) * 1e3, knee.gain_s * 1e3);
    if (first->avg_bps > last->avg_bps)
        say("The average rate falls from %.1f to %.1f MB/s on the way.", first->avg_bps / 1e6,
            last->avg_bps / 1e6);
}

int platter_strokes_print(const struct platter_strokes_report *r)
{
    char block[32];

    platter_session_print_drive(r->session);
    putchar('\n');
    if (print_table(r) < 0)
        return PLATTER_EXIT_OS;
    putchar('\n');
    say_knee(r);
    platter_out_bytes_binary(block, sizeof(block), r->plan->block_bytes);
    say("Per row %u places, %g s each, in blocks of %s, and %u random reads.%s", r->plan->points,
        (double)r->plan->point_ns / 1e9, block, r->plan->accesses,
        r->complete ? "" : " It was ended early: these are the figures so far.");
    platter_curve_say_errors(r->session, r->errors, r->first_error_byte);
    return PLATTER_EXIT_FINE;
}

static struct platter_json *knee_to_json(const struct platter_strokes_report *r)
{
    struct platter_knee knee;

    if (platter_strokes_knee(r->rows, r->n, &knee) != 0)
        return NULL;
    struct platter_json *j = platter_json_object_new();
    platter_json_set_real(j, "best_below_share", r->rows[knee.best + 1].share);
    platter_json_set_real(j, "share", r->rows[knee.knee].share);
    platter_json_set_uint(j, "capacity_bytes", r->rows[knee.knee].capacity_bytes);
    platter_json_set_real(j, "gain_s", knee.gain_s);
    return j;
}

struct platter_json *platter_strokes_to_json(const struct platter_strokes_report *r)
{
    struct platter_json *j = platter_session_document(r->session, r->complete);
    struct platter_json *rows = platter_json_array_new();

    for (unsigned i = 0; i < r->n; i++) {
        const struct platter_stroke *s = &r->rows[i];
        struct platter_json *row = platter_json_object_new();
        platter_json_set_real(row, "share", s->share);
        platter_json_set_uint(row, "capacity_bytes", s->capacity_bytes);
        platter_json_set_real(row, "avg_bps", s->avg_bps);
        platter_json_set_real(row, "max_bps", s->max_bps);
        platter_json_set_real(row, "min_bps", s->min_bps);
        platter_json_set_real(row, "access_s", s->access_s);
        platter_json_set_uint(row, "errors", s->errors);
        platter_json_set_bool(row, "complete", s->complete);
        platter_json_append(rows, row);
    }
    platter_json_set_uint(j, "block_bytes", r->plan->block_bytes);
    platter_json_set(j, "rows", rows);
    platter_json_set(j, "knee", knee_to_json(r));
    return j;
}

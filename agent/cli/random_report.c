/* SPDX-License-Identifier: MIT */
#include "agent/cli/random_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/cli/curve_report.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include <platter/errors.h>

static const struct platter_column columns[] = {
    {"size", true, false}, {"reads/s", true, false}, {"mean ms", true, false}, {"p50", true, true},
    {"p99", true, false},  {"max", true, true},      {"MB/s", true, false},    {"", false, false},
};
enum column { SIZE, OPS, MEAN, P50, P99, MAX, RATE, MARK, COLUMNS };

static void figure(struct platter_row *row, enum column at, double value, int digits)
{
    platter_out_figure(row->cell[at].text, PLATTER_CELL_MAX, value, digits);
}

/* "4 KiB" */
static void size_text(uint32_t bytes, char *buf, size_t size)
{
    if (bytes == 0)
        snprintf(buf, size, "mixed");
    else if (bytes % 1048576 == 0)
        snprintf(buf, size, "%u MiB", bytes / 1048576);
    else if (bytes % 1024 == 0)
        snprintf(buf, size, "%u KiB", bytes / 1024);
    else
        snprintf(buf, size, "%u B", bytes);
}

static void fill_row(struct platter_row *row, const struct platter_random_row *r)
{
    const struct platter_random *f = &r->figures;

    size_text(r->size_bytes, row->cell[SIZE].text, PLATTER_CELL_MAX);
    figure(row, OPS, f->ops_per_s, f->ops_per_s < 1000 ? 1 : 0);
    platter_out_ms(row->cell[MEAN].text, PLATTER_CELL_MAX, f->time.mean);
    platter_out_ms(row->cell[P50].text, PLATTER_CELL_MAX, f->time.median);
    platter_out_ms(row->cell[P99].text, PLATTER_CELL_MAX, f->time.p99);
    platter_out_ms(row->cell[MAX].text, PLATTER_CELL_MAX, f->time.max);
    figure(row, RATE, f->bps / 1e6, f->bps < 10e6 ? 2 : 1);
    snprintf(row->cell[MARK].text, PLATTER_CELL_MAX, "%s",
             r->refused     ? "not in such pieces"
             : !r->complete ? "ended early"
                            : "");
    row->cell[MARK].tint = PLATTER_DIM;
}

static int print_table(const struct platter_random_report *r)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};

    for (unsigned i = 0; i < r->n; i++)
        fill_row(platter_table_row(&t), &r->rows[i]);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

static void say_how(const struct platter_random_report *r)
{
    uint64_t capacity = r->session->subject.drive->geometry.capacity_bytes;
    char from[32], to[32], where[80] = "all over the drive", text[400];
    const char *note = "";
    uint32_t depth = r->depth;

    for (unsigned i = 0; i < r->n; i++)
        if (r->rows[i].figures.depth) {
            depth = r->rows[i].figures.depth;
            note = r->rows[i].figures.note;
        }
    platter_out_bytes(from, sizeof(from), r->from_bytes);
    platter_out_bytes(to, sizeof(to), r->to_bytes);
    if (r->from_bytes || r->to_bytes + r->session->subject.drive->geometry.align_bytes < capacity)
        snprintf(where, sizeof(where), "from %s to %s", from, to);
    if (depth == 1)
        snprintf(text, sizeof(text), "Reads %s, one after another.", where);
    else
        snprintf(text, sizeof(text), "Reads %s, %u in flight.", where, depth);
    platter_out_paragraph(0, text);
    if (note[0]) {
        snprintf(text, sizeof(text), "%u were to be in flight: %s.", r->depth, note);
        platter_out_paragraph(0, text);
    }
    if (!r->complete)
        platter_out_paragraph(0, "It was ended early: these are the figures so far.");
}

static void say_errors(const struct platter_random_report *r)
{
    uint64_t errors = 0, first = 0;

    for (unsigned i = 0; i < r->n; i++) {
        if (errors == 0)
            first = r->rows[i].figures.first_error_byte;
        errors += r->rows[i].figures.errors;
    }
    platter_curve_say_errors(r->session, errors, first);
}

int platter_random_print(const struct platter_random_report *r)
{
    platter_session_print_drive(r->session);
    putchar('\n');
    if (print_table(r) < 0)
        return PLATTER_EXIT_OS;
    putchar('\n');
    say_how(r);
    say_errors(r);
    return PLATTER_EXIT_FINE;
}

struct platter_json *platter_random_to_json(const struct platter_random_report *r)
{
    struct platter_json *j = platter_session_document(r->session, r->complete);
    struct platter_json *rows = platter_json_array_new();

    for (unsigned i = 0; i < r->n; i++) {
        const struct platter_random *f = &r->rows[i].figures;
        struct platter_json *row = platter_json_object_new();
        platter_json_set_uint(row, "size_bytes", r->rows[i].size_bytes);
        platter_json_set_real(row, "ops_per_s", f->ops_per_s);
        platter_json_set_real(row, "mean_s", f->time.mean);
        platter_json_set_real(row, "p50_s", f->time.median);
        platter_json_set_real(row, "p99_s", f->time.p99);
        platter_json_set_real(row, "max_s", f->time.max);
        platter_json_set_real(row, "bps", f->bps);
        platter_json_set_uint(row, "reads", f->reads);
        platter_json_set_uint(row, "errors", f->errors);
        platter_json_set_uint(row, "depth", f->depth);
        platter_json_set_bool(row, "refused", r->rows[i].refused);
        platter_json_set_bool(row, "complete", r->rows[i].complete);
        platter_json_append(rows, row);
    }
    platter_json_set_uint(j, "from_bytes", r->from_bytes);
    platter_json_set_uint(j, "to_bytes", r->to_bytes);
    platter_json_set(j, "rows", rows);
    return j;
}

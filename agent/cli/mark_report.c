/* SPDX-License-Identifier: MIT */
#include "agent/cli/mark_report.h"

#include <math.h>
#include <stdio.h>

#include "agent/bench/spread.h"
#include "agent/cli/out.h"
#include "agent/cli/saving.h"
#include "agent/cli/table.h"
#include <platter/errors.h>
#include <platter/units.h>

static const struct platter_column columns[] = {
    {"MB/s", false, false}, {"", false, false},     {"median", true, false},
    {"best", true, false},  {"worst", true, false}, {"ops/s", true, true},
};
enum column { TEST, OP, MEDIAN, BEST, WORST, OPS, COLUMNS };

static const char *const ops[PLATTER_DIRECTIONS] = {
    [PLATTER_READ] = "read", [PLATTER_WRITE] = "write"};

struct figures {
    struct platter_spread bps, ops;
};

static void figures_of(const struct platter_mark_row *row, struct figures *out)
{
    double bps[PLATTER_MARK_RUNS_MAX], per_s[PLATTER_MARK_RUNS_MAX];

    for (unsigned i = 0; i < row->runs; i++) {
        bps[i] = row->run[i].bps;
        per_s[i] = row->run[i].ops_per_s;
    }
    platter_spread_of(bps, row->runs, &out->bps);
    platter_spread_of(per_s, row->runs, &out->ops);
}

static void fill_row(struct platter_row *out, const struct platter_mark_test *test,
                     enum platter_direction op, const struct platter_mark_row *row)
{
    struct figures f;

    figures_of(row, &f);
    snprintf(out->cell[TEST].text, PLATTER_CELL_MAX, "%s", test->label);
    snprintf(out->cell[OP].text, PLATTER_CELL_MAX, "%s", ops[op]);
    int digits = test->random ? 2 : 1;
    platter_out_figure(out->cell[MEDIAN].text, PLATTER_CELL_MAX, f.bps.median / 1e6, digits);
    platter_out_figure(out->cell[BEST].text, PLATTER_CELL_MAX, f.bps.max / 1e6, digits);
    platter_out_figure(out->cell[WORST].text, PLATTER_CELL_MAX, f.bps.min / 1e6, digits);
    platter_out_figure(out->cell[OPS].text, PLATTER_CELL_MAX, f.ops.median, 0);
    out->cell[OP].tint = PLATTER_DIM;
}

static void say_where(const struct platter_mark_report *r)
{
    const struct platter_extents *x = &r->where;
    char text[400], drive[32];

    if (!r->lies) {
        platter_out_paragraph(0, "Where on the drive the file lay cannot be told here.");
        return;
    }
    double from = (double)x->first_byte / (double)x->drive_bytes;
    double to = (double)x->end_byte / (double)x->drive_bytes;
    unsigned zone = (unsigned)fmin(from * PLATTER_ZONES_DEFAULT, PLATTER_ZONES_DEFAULT - 1);
    unsigned last = (unsigned)fmin(to * PLATTER_ZONES_DEFAULT, PLATTER_ZONES_DEFAULT - 1);
    char zones[32];
    snprintf(zones, sizeof(zones), zone == last ? "zone %02u" : "zones %02u-%02u", zone, last);
    platter_out_bytes(drive, sizeof(drive), x->drive_bytes);
    snprintf(text, sizeof(text),
             "The file lay at %.1f-%.1f %% of %s (%s), %s, in %u piece%s: elsewhere on a disk the "
             "figures differ.",
             from * 100, to * 100, x->device, drive, zones, x->pieces, x->pieces == 1 ? "" : "s");
    platter_out_paragraph(0, text);
}

int platter_mark_print(const struct platter_mark_report *r)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};
    char size[32];

    platter_out_bytes_binary(size, sizeof(size), r->file_bytes);
    printf("%s%s%s  file of %s, %u x %g s, %s\n\n", r->folder, r->model[0] ? "  " : "", r->model,
           size, r->runs, (double)r->run_ns / 1e9, r->fio);
    for (unsigned op = 0; op < PLATTER_DIRECTIONS; op++)
        for (unsigned i = 0; i < PLATTER_MARK_TESTS; i++)
            if (r->rows[op][i].runs)
                fill_row(platter_table_row(&t), &platter_mark_tests[i], op, &r->rows[op][i]);
    int result = t.n_rows ? platter_table_print(&t) : 0;
    platter_table_deinit(&t);
    if (result < 0)
        return PLATTER_EXIT_OS;
    putchar('\n');
    say_where(r);
    if (!r->complete)
        platter_out_paragraph(0, "It was ended before all was measured.");
    return PLATTER_EXIT_FINE;
}

static struct platter_json *where_to_json(const struct platter_mark_report *r)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "device", r->where.device);
    platter_json_set_uint(j, "drive_bytes", r->where.drive_bytes);
    platter_json_set_uint(j, "first_byte", r->where.first_byte);
    platter_json_set_uint(j, "end_byte", r->where.end_byte);
    platter_json_set_uint(j, "pieces", r->where.pieces);
    return j;
}

static struct platter_json *row_to_json(const struct platter_mark_test *test,
                                        enum platter_direction op,
                                        const struct platter_mark_row *row)
{
    struct platter_json *j = platter_json_object_new();
    struct figures f;

    figures_of(row, &f);
    platter_json_set_text(j, "name", test->name);
    platter_json_set_text(j, "op", ops[op]);
    platter_json_set_real(j, "median_bps", f.bps.median);
    platter_json_set_real(j, "best_bps", f.bps.max);
    platter_json_set_real(j, "worst_bps", f.bps.min);
    platter_json_set_real(j, "median_ops_per_s", f.ops.median);
    platter_json_set_uint(j, "runs", row->runs);
    return j;
}

struct platter_json *platter_mark_to_json(const struct platter_mark_report *r)
{
    struct platter_json *j = platter_saving_document(
        "mark", r->drive, r->lies ? r->where.device : "", r->model, r->time_s);
    struct platter_json *rows = platter_json_array_new();

    for (unsigned op = 0; op < PLATTER_DIRECTIONS; op++)
        for (unsigned i = 0; i < PLATTER_MARK_TESTS; i++)
            if (r->rows[op][i].runs)
                platter_json_append(rows, row_to_json(&platter_mark_tests[i], op, &r->rows[op][i]));
    platter_json_set_bool(j, "complete", r->complete);
    platter_json_set_real(j, "duration_s", r->duration_s);
    platter_json_set_text(j, "folder", r->folder);
    platter_json_set_uint(j, "file_bytes", r->file_bytes);
    platter_json_set_real(j, "run_s", (double)r->run_ns / 1e9);
    platter_json_set_uint(j, "runs", r->runs);
    platter_json_set_text(j, "fio", r->fio);
    platter_json_set(j, "where", r->lies ? where_to_json(r) : NULL);
    platter_json_set(j, "rows", rows);
    return j;
}

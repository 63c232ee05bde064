/* SPDX-License-Identifier: MIT */
#include "agent/cli/edges_report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include <platter/errors.h>

static const char *const ops[PLATTER_DIRECTIONS] = {
    [PLATTER_READ] = "read", [PLATTER_WRITE] = "write"};

/* A row for each count, a column for each edge and direction; first the counts. */
static const struct platter_column rotating_columns[] = {
    {"MB/s", false, false},     {"outer read", true, true},  {"outer write", true, true},
    {"inner read", true, true}, {"inner write", true, true},
};
static const struct platter_column other_columns[] = {
    {"MB/s", false, false},    {"first read", true, true}, {"first write", true, true},
    {"last read", true, true}, {"last write", true, true},
};
#define COLUMNS 5

static bool is_rotating(const struct platter_edges_report *r)
{
    return r->session->subject.drive->geometry.rotating;
}

static unsigned column_of(const struct platter_edges_row *row)
{
    return 1 + (unsigned)row->edge * PLATTER_DIRECTIONS + (unsigned)row->op;
}

static bool has_count(const struct platter_edges_report *r, unsigned before, unsigned count)
{
    for (unsigned i = 0; i < before; i++)
        if (r->rows[i].count == count)
            return true;
    return false;
}

static int print_table(const struct platter_edges_report *r)
{
    struct platter_table t = {.columns = is_rotating(r) ? rotating_columns : other_columns,
                              .n_columns = COLUMNS};

    char unit[32];

    snprintf(unit, sizeof(unit), "%.4g MB", (double)r->unit_bytes / 1e6);
    for (unsigned i = 0; i < r->n_rows; i++) {
        unsigned count = r->rows[i].count;
        if (has_count(r, i, count))
            continue;
        struct platter_row *row = platter_table_row(&t);
        snprintf(row->cell[0].text, PLATTER_CELL_MAX, "%s x %u", unit, count);
        for (unsigned k = i; k < r->n_rows; k++)
            if (r->rows[k].count == count)
                platter_out_figure(row->cell[column_of(&r->rows[k])].text, PLATTER_CELL_MAX,
                                   r->rows[k].time.bps / 1e6, 1);
    }
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

/* The longest measurement of an edge and direction; NaN: there is none. */
static double rate_of(const struct platter_edges_report *r, enum platter_edge edge,
                      enum platter_direction op)
{
    double bps = NAN;
    unsigned most = 0;

    for (unsigned i = 0; i < r->n_rows; i++) {
        const struct platter_edges_row *row = &r->rows[i];
        if (row->edge == edge && row->op == op && row->count > most && isfinite(row->time.bps)) {
            most = row->count;
            bps = row->time.bps;
        }
    }
    return bps;
}

static void say_ratio(const struct platter_edges_report *r, enum platter_direction op)
{
    double share = rate_of(r, PLATTER_INNER, op) / rate_of(r, PLATTER_OUTER, op);
    bool rotating = is_rotating(r);

    if (isfinite(share))
        say("The %s edge %ss at %.0f %% of the %s one.", rotating ? "inner" : "last", ops[op],
            share * 100, rotating ? "outer" : "first");
}

static void say_written(const struct platter_edges_report *r)
{
    for (unsigned e = 0; e < PLATTER_EDGES; e++)
        if (r->dir[e])
            say("Written through a file in %s, since removed; each %.4g MB was made durable before "
                "the next%s.",
                r->dir[e], (double)r->unit_bytes / 1e6,
                r->direct[e] ? ""
                             : ". That file system has no O_DIRECT: some of the time is the "
                               "page cache's");
    if (r->session->subject.found.transport != PLATTER_TRANSPORT_SIM && !r->dir[PLATTER_OUTER] &&
        !r->dir[PLATTER_INNER])
        say("Nothing was written; with folders on its first and last partition (--outer DIR, "
            "--inner DIR) writes are measured too.");
}

static void say_contended(const struct platter_edges_report *r)
{
    for (unsigned i = 0; i < r->n_rows; i++)
        if (r->rows[i].time.contended) {
            say("Others used the drive meanwhile: the figures may be too low. Measure again when "
                "it "
                "is quieter.");
            return;
        }
}

int platter_edges_print(const struct platter_edges_report *r)
{
    platter_session_print_drive(r->session);
    putchar('\n');
    if (r->n_rows && print_table(r) < 0)
        return PLATTER_EXIT_OS;
    if (r->n_rows)
        putchar('\n');
    say_ratio(r, PLATTER_READ);
    say_ratio(r, PLATTER_WRITE);
    say_written(r);
    say_contended(r);
    if (!r->complete)
        say("It was ended before all was measured.");
    return PLATTER_EXIT_FINE;
}

static struct platter_json *row_to_json(const struct platter_edges_report *r,
                                        const struct platter_edges_row *row)
{
    struct platter_json *j = platter_json_object_new();
    bool through = row->op == PLATTER_WRITE && r->dir[row->edge];

    platter_json_set_text(j, "edge", platter_edge_name(row->edge));
    platter_json_set_text(j, "op", ops[row->op]);
    platter_json_set_uint(j, "count", row->count);
    platter_json_set_real(j, "bps", row->time.bps);
    platter_json_set_uint(j, "bytes", row->time.bytes);
    platter_json_set_real(j, "duration_s", (double)row->time.elapsed_ns / 1e9);
    platter_json_set_bool(j, "contended", row->time.contended);
    if (through) {
        platter_json_set_null(j, "offset_bytes");
        platter_json_set_text(j, "folder", r->dir[row->edge]);
        platter_json_set_bool(j, "direct", r->direct[row->edge]);
    } else {
        platter_json_set_uint(j, "offset_bytes", r->offset_bytes[row->edge]);
    }
    return j;
}

struct platter_json *platter_edges_to_json(const struct platter_edges_report *r)
{
    struct platter_json *j = platter_session_document(r->session, r->complete);
    struct platter_json *rows = platter_json_array_new();

    for (unsigned i = 0; i < r->n_rows; i++)
        platter_json_append(rows, row_to_json(r, &r->rows[i]));
    platter_json_set_uint(j, "unit_bytes", r->unit_bytes);
    platter_json_set(j, "rows", rows);
    return j;
}

/* SPDX-License-Identifier: MIT */
#include "agent/cli/top_report.h"

#include <math.h>
#include <stdio.h>

#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include "agent/wire/json.h"
#include <platter/errors.h>

#define BUSY_SHARE .9

static const struct platter_column columns[] = {
    {"drive", false, false}, {"r/s", true, false},   {"w/s", true, false},  {"r MB/s", true, false},
    {"w MB/s", true, false}, {"r ms", true, false},  {"w ms", true, false}, {"queue", true, false},
    {"busy %", true, false}, {"model", false, true},
};
enum column {
    DRIVE,
    IOS,
    RATE = IOS + 2,
    AWAIT = RATE + 2,
    QUEUE = AWAIT + 2,
    BUSY,
    MODEL,
    COLUMNS
};

/* Digits as a glance takes them: 0.4, 12.5, 1234. */
static void figure(char *buf, size_t size, double value)
{
    platter_out_figure(buf, size, value, value >= 99.95 ? 0 : 1);
}

static void fill_row(struct platter_row *row, const struct platter_top_row *r)
{
    const struct platter_rates *rates = &r->rates;

    snprintf(row->cell[DRIVE].text, PLATTER_CELL_MAX, "%s", r->name);
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++) {
        figure(row->cell[IOS + d].text, PLATTER_CELL_MAX, rates->ios_ps[d]);
        figure(row->cell[RATE + d].text, PLATTER_CELL_MAX, rates->bps[d] / 1e6);
        figure(row->cell[AWAIT + d].text, PLATTER_CELL_MAX, rates->await_s[d] * 1e3);
    }
    figure(row->cell[QUEUE].text, PLATTER_CELL_MAX, rates->queue);
    platter_out_figure(row->cell[BUSY].text, PLATTER_CELL_MAX, rates->utilisation * 100, 0);
    snprintf(row->cell[MODEL].text, PLATTER_CELL_MAX, "%s", r->model);
    row->cell[MODEL].tint = PLATTER_DIM;
    if (rates->utilisation == 0)
        for (unsigned c = IOS; c <= BUSY; c++)
            row->cell[c].tint = PLATTER_DIM;
    if (rates->utilisation > BUSY_SHARE)
        row->cell[BUSY].tint = PLATTER_WARN;
}

int platter_top_print(const struct platter_top_row *rows, unsigned n)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};

    for (unsigned i = 0; i < n; i++)
        fill_row(platter_table_row(&t), &rows[i]);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result < 0 ? PLATTER_EXIT_OS : PLATTER_EXIT_FINE;
}

static struct platter_json *direction_to_json(const struct platter_rates *r, unsigned d)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_real(j, "rate_ps", r->ios_ps[d]);
    platter_json_set_real(j, "throughput_bps", r->bps[d]);
    platter_json_set_real(j, "await_s", r->await_s[d]);
    return j;
}

static struct platter_json *row_to_json(const struct platter_top_row *r)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "name", r->name);
    platter_json_set(j, "read", direction_to_json(&r->rates, PLATTER_READ));
    platter_json_set(j, "write", direction_to_json(&r->rates, PLATTER_WRITE));
    platter_json_set_real(j, "queue", r->rates.queue);
    platter_json_set_real(j, "utilisation", r->rates.utilisation);
    platter_json_set_uint(j, "in_flight", r->in_flight);
    return j;
}

int platter_top_print_json(const struct platter_top_row *rows, unsigned n, int64_t time_s,
                           double seconds)
{
    struct platter_json *j = platter_json_object_new(), *list = platter_json_array_new();

    for (unsigned i = 0; i < n; i++)
        platter_json_append(list, row_to_json(&rows[i]));
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_TOP);
    platter_json_set_int(j, "time", time_s);
    platter_json_set_real(j, "span_s", seconds);
    platter_json_set(j, "drives", list);
    return platter_out_json(j, false);
}

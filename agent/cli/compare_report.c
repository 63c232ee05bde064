/* SPDX-License-Identifier: MIT */
#include "agent/cli/compare_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/cli/cli.h"
#include "agent/cli/look.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include <platter/errors.h>

/* How a unit is shown to people. */
static const struct {
    const char *unit, *shown;
    double scale;
    int digits;
} units[] = {{"B/s", "MB/s", 1e-6, 1}, {"s", "ms", 1e3, 2}, {"1/s", "/s", 1, 1}, {"1", "", 1, 0}};

static unsigned unit_of(const char *unit)
{
    for (unsigned i = 0; i < sizeof(units) / sizeof(*units); i++)
        if (strcmp(units[i].unit, unit) == 0)
            return i;
    return sizeof(units) / sizeof(*units) - 1;
}

struct line {
    const struct platter_a_figure *figure; /* of the first item that has it */
    double value[PLATTER_COMPARE_MAX];
    double ratio; /* the last by the first */
};

/* Items further back have it already. */
static bool is_known(const struct platter_compare_report *r, unsigned item, const char *name)
{
    for (unsigned i = 0; i < item; i++)
        for (unsigned k = 0; k < r->items[i].figures.n; k++)
            if (strcmp(r->items[i].figures.v[k].name, name) == 0)
                return true;
    return false;
}

/* Returns how many of them have a value. */
static unsigned make_line(const struct platter_compare_report *r, const struct platter_a_figure *f,
                          struct line *out)
{
    unsigned have = 0;

    out->figure = f;
    for (unsigned i = 0; i < r->n; i++) {
        out->value[i] = platter_figures_find(&r->items[i].figures, f->name);
        have += isfinite(out->value[i]) ? 1 : 0;
    }
    out->ratio = r->n > 1 && out->value[0] != 0 ? out->value[r->n - 1] / out->value[0] : NAN;
    return have;
}

/* Figures that two have, or that the only one has. */
static unsigned make_lines(const struct platter_compare_report *r,
                           struct line lines[PLATTER_FIGURES_MAX])
{
    unsigned n = 0, least = r->n > 1 ? 2 : 1;

    for (unsigned i = 0; i < r->n; i++)
        for (unsigned k = 0; k < r->items[i].figures.n && n < PLATTER_FIGURES_MAX; k++) {
            const struct platter_a_figure *f = &r->items[i].figures.v[k];
            if (!is_known(r, i, f->name) && make_line(r, f, &lines[n]) >= least)
                n++;
        }
    return n;
}

static void fill_row(const struct platter_compare_report *r, const struct line *line,
                     struct platter_row *row)
{
    unsigned u = unit_of(line->figure->unit);

    snprintf(row->cell[0].text, PLATTER_CELL_MAX, "%s%s%s", line->figure->name,
             units[u].shown[0] ? ", " : "", units[u].shown);
    for (unsigned i = 0; i < r->n; i++) {
        double value = line->value[i] * units[u].scale;
        platter_out_figure(row->cell[i + 1].text, PLATTER_CELL_MAX, value,
                           value < 10 && units[u].digits == 1 ? 2 : units[u].digits);
    }
    platter_out_figure(row->cell[r->n + 1].text, PLATTER_CELL_MAX, line->ratio, 3);
    row->cell[r->n + 1].tint = PLATTER_DIM;
}

/* "1  sim:wd80eazz  WDC WD80EAZZ": what the columns are. */
static void print_items(const struct platter_compare_report *r)
{
    char when[32];

    for (unsigned i = 0; i < r->n; i++) {
        const struct platter_compare_item *item = &r->items[i];
        printf("%u  %s", i + 1, item->name);
        if (item->model[0])
            printf("  %s", item->model);
        if (item->run[0]) {
            platter_look_moment(when, sizeof(when), item->time_s, r->time_s);
            printf("  (run of %s)", when);
        }
        putchar('\n');
    }
    putchar('\n');
}

static int print_table(const struct platter_compare_report *r, const struct line *lines, unsigned n)
{
    struct platter_column columns[PLATTER_COMPARE_MAX + 2] = {{"", false, false}};
    char heads[PLATTER_COMPARE_MAX + 1][16];
    struct platter_table t = {.columns = columns, .n_columns = r->n > 1 ? r->n + 2 : 2};

    for (unsigned i = 0; i < r->n; i++) {
        snprintf(heads[i], sizeof(heads[i]), "%u", i + 1);
        columns[i + 1] = (struct platter_column){heads[i], true, false};
    }
    snprintf(heads[r->n], sizeof(heads[r->n]), "%u : 1", r->n);
    columns[r->n + 1] = (struct platter_column){heads[r->n], true, false};
    for (unsigned i = 0; i < n; i++)
        fill_row(r, &lines[i], platter_table_row(&t));
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result < 0 ? PLATTER_EXIT_OS : PLATTER_EXIT_FINE;
}

int platter_compare_print(const struct platter_compare_report *r)
{
    CLEANUP_FREE struct line *lines = calloc(PLATTER_FIGURES_MAX, sizeof(*lines));

    if (!lines)
        return PLATTER_EXIT_OS;
    unsigned n = make_lines(r, lines);
    print_items(r);
    if (n == 0) {
        platter_out_paragraph(0,
                              "They have no figure in common: compare runs of the same command.");
        return PLATTER_EXIT_DATA;
    }
    int status = print_table(r, lines, n);
    if (!r->complete) {
        putchar('\n');
        platter_out_paragraph(0, "It was ended before all was measured.");
    }
    return status;
}

static struct platter_json *item_to_json(const struct platter_compare_item *item)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "name", item->name);
    platter_json_set_text(j, "drive", item->drive);
    platter_json_set_text(j, "model", item->model);
    if (item->run[0])
        platter_json_set_text(j, "run", item->run);
    else
        platter_json_set_null(j, "run");
    platter_json_set_int(j, "time", item->time_s);
    return j;
}

static struct platter_json *line_to_json(const struct platter_compare_report *r,
                                         const struct line *line)
{
    struct platter_json *j = platter_json_object_new(), *values = platter_json_array_new();

    for (unsigned i = 0; i < r->n; i++)
        platter_json_append_real(values, line->value[i]);
    platter_json_set_text(j, "figure", line->figure->name);
    platter_json_set_text(j, "unit", line->figure->unit);
    platter_json_set(j, "values", values);
    platter_json_set_real(j, "ratio", line->ratio);
    return j;
}

int platter_compare_print_json(const struct platter_compare_report *r)
{
    CLEANUP_FREE struct line *lines = calloc(PLATTER_FIGURES_MAX, sizeof(*lines));
    struct platter_json *j, *items, *rows;

    if (!lines)
        return PLATTER_EXIT_OS;
    unsigned n = make_lines(r, lines);
    j = platter_json_object_new();
    items = platter_json_array_new();
    rows = platter_json_array_new();
    for (unsigned i = 0; i < r->n; i++)
        platter_json_append(items, item_to_json(&r->items[i]));
    for (unsigned i = 0; i < n; i++)
        platter_json_append(rows, line_to_json(r, &lines[i]));
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_COMPARE);
    platter_json_set_int(j, "time", r->time_s);
    platter_json_set_bool(j, "complete", r->complete);
    platter_json_set(j, "items", items);
    platter_json_set(j, "rows", rows);
    int status = platter_out_json(j, true);
    return status ? status : n ? PLATTER_EXIT_FINE : PLATTER_EXIT_DATA;
}

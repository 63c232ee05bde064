/* SPDX-License-Identifier: MIT */
#include "agent/bench/figures.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "agent/wire/fields.h"

void platter_figures_add(struct platter_figure_list *list, const char *name, const char *unit,
                         double value)
{
    if (list->n == PLATTER_FIGURES_MAX)
        return;
    struct platter_a_figure *f = &list->v[list->n++];
    snprintf(f->name, sizeof(f->name), "%.*s", PLATTER_FIGURE_NAME_MAX - 1, name);
    f->unit = unit;
    f->value = value;
}

double platter_figures_find(const struct platter_figure_list *list, const char *name)
{
    for (unsigned i = 0; i < list->n; i++)
        if (strcmp(list->v[i].name, name) == 0)
            return list->v[i].value;
    return NAN;
}

/* A key of a document or of one of its rows. */
struct key {
    const char *key, *name, *unit;
};

static void add_keys(const struct platter_json *j, const char *before, const struct key *keys,
                     size_t n, struct platter_figure_list *list)
{
    for (size_t i = 0; i < n; i++) {
        char name[2 * PLATTER_FIGURE_NAME_MAX];
        snprintf(name, sizeof(name), "%s%s%s", before, *before && *keys[i].name ? " " : "",
                 keys[i].name);
        platter_figures_add(list, name, keys[i].unit, platter_json_real(j, keys[i].key, NAN));
    }
}

/* What a row is called: "outer read x10". */
typedef void (*row_name)(const struct platter_json *row, char *buf, size_t size);

static void stroke_name(const struct platter_json *row, char *buf, size_t size)
{
    snprintf(buf, size, "first %.4g %%", platter_json_real(row, "share", NAN) * 100);
}

static void random_name(const struct platter_json *row, char *buf, size_t size)
{
    double bytes = platter_json_real(row, "size_bytes", 0);

    if (!(bytes > 0))
        snprintf(buf, size, "mixed random");
    else if (bytes < 1024)
        snprintf(buf, size, "%.0f B random", bytes);
    else if (bytes < 1048576)
        snprintf(buf, size, "%.4g KiB random", bytes / 1024);
    else
        snprintf(buf, size, "%.4g MiB random", bytes / 1048576);
}

static void edge_name(const struct platter_json *row, char *buf, size_t size)
{
    snprintf(buf, size, "%.8s %.8s x%.0f", platter_json_text(row, "edge", "?"),
             platter_json_text(row, "op", "?"), platter_json_real(row, "count", 0));
}

static void mark_name(const struct platter_json *row, char *buf, size_t size)
{
    snprintf(buf, size, "%.16s %.8s", platter_json_text(row, "name", "?"),
             platter_json_text(row, "op", "?"));
}

static const struct key curve_keys[] = {
    {"avg_bps", "average", "B/s"}, {"min_bps", "slowest", "B/s"}, {"max_bps", "fastest", "B/s"},
    {"access_s", "access", "s"},   {"burst_bps", "burst", "B/s"},
};
static const struct key stroke_keys[] = {{"avg_bps", "average", "B/s"},
                                         {"access_s", "access", "s"}};
static const struct key random_keys[] = {{"ops_per_s", "", "1/s"}, {"p99_s", "p99", "s"}};
static const struct key edge_keys[] = {{"bps", "", "B/s"}};
static const struct key mark_keys[] = {{"median_bps", "", "B/s"}};
static const struct key scan_keys[] = {
    {"bps", "average", "B/s"},
    {"blocks", "blocks", "1"},
    {"slow", "slow blocks", "1"},
    {"errors", "errors", "1"},
};

static const struct {
    const char *schema; /* up to its '/' */
    const struct key *keys;
    size_t n;
    row_name name; /* NULL: the document itself has the keys */
} documents[] = {
    {"platter.curve/", curve_keys, PLATTER_N(curve_keys), NULL},
    {"platter.strokes/", stroke_keys, PLATTER_N(stroke_keys), stroke_name},
    {"platter.random/", random_keys, PLATTER_N(random_keys), random_name},
    {"platter.edges/", edge_keys, PLATTER_N(edge_keys), edge_name},
    {"platter.mark/", mark_keys, PLATTER_N(mark_keys), mark_name},
    {"platter.scan/", scan_keys, PLATTER_N(scan_keys), NULL},
};

void platter_figures_of(const struct platter_json *document, struct platter_figure_list *list)
{
    const char *schema = platter_json_text(document, "schema", "");
    const struct platter_json *rows = platter_json_get(document, "rows");

    for (size_t d = 0; d < PLATTER_N(documents); d++) {
        if (strncmp(schema, documents[d].schema, strlen(documents[d].schema)) != 0)
            continue;
        if (!documents[d].name)
            add_keys(document, "", documents[d].keys, documents[d].n, list);
        for (size_t i = 0; documents[d].name && i < platter_json_count(rows); i++) {
            char name[PLATTER_FIGURE_NAME_MAX];
            documents[d].name(platter_json_at(rows, i), name, sizeof(name));
            add_keys(platter_json_at(rows, i), name, documents[d].keys, documents[d].n, list);
        }
    }
}

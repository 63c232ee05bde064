/* SPDX-License-Identifier: MIT */
/*
 * A benchmark's document as a plain list of figures, so that runs can be set side by side and
 * exported: "average" 173.4e6 B/s, "4 KiB random" 76 1/s. Equal names mean equal things, whatever
 * drive they are of.
 */
#ifndef PLATTER_BENCH_FIGURES_H
#define PLATTER_BENCH_FIGURES_H

#include <stddef.h>

#include "agent/wire/json.h"

#define PLATTER_FIGURE_NAME_MAX 48
#define PLATTER_FIGURES_MAX 96

struct platter_a_figure {
    char name[PLATTER_FIGURE_NAME_MAX];
    const char *unit; /* "B/s", "s", "1/s", "1"; static */
    double value;     /* NaN = not measured */
};

struct platter_figure_list {
    unsigned n;
    struct platter_a_figure v[PLATTER_FIGURES_MAX];
};

/* Add one; past PLATTER_FIGURES_MAX nothing happens. */
void platter_figures_add(struct platter_figure_list *list, const char *name, const char *unit,
                         double value);
/* The value of a name; NaN when it has none. */
double platter_figures_find(const struct platter_figure_list *list, const char *name);

/* Add the figures of a document of curve, strokes, random, edges, mark or scan. Any other has none.
 */
void platter_figures_of(const struct platter_json *document, struct platter_figure_list *list);

#endif

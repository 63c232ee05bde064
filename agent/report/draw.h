/* SPDX-License-Identifier: MIT */
/* What a graph looks like: the rrdtool command line of each kind (rrdgraph_graph(1)). */
#ifndef PLATTER_REPORT_DRAW_H
#define PLATTER_REPORT_DRAW_H

#include <stdbool.h>

#include "agent/report/graph.h"

/* The zones of a graph, outer first; last is the drive's innermost, drawn or not. */
struct platter_draw_zones {
    unsigned zone[PLATTER_ZONES_MAX];
    unsigned n;
    unsigned last;
};

/* A growing argument vector; an allocation that failed is remembered. */
struct platter_arguments {
    char **v;
    int n, size;
    bool failed;
};

/* Type of the RRDs that a kind is drawn from: "platter_zone". */
const char *platter_draw_type(enum platter_graph_kind kind);

/* Make the command line of platter_rrd_graph(). z->n > 0. Returns 0 or -ENOMEM; out is to be freed
 * by platter_arguments_deinit() in both cases. */
int platter_draw_arguments(const struct platter_graph *g, const struct platter_draw_zones *z,
                           const char *output, struct platter_arguments *out);
void platter_arguments_deinit(struct platter_arguments *a);

#endif

/* SPDX-License-Identifier: MIT */
/* What `platter edges` shows: the table of the articles, or JSON. */
#ifndef PLATTER_CLI_EDGES_REPORT_H
#define PLATTER_CLI_EDGES_REPORT_H

#include "agent/bench/edges.h"
#include "agent/cli/session.h"

#define PLATTER_EDGES_ROWS_MAX 8

struct platter_edges_row {
    enum platter_edge edge;
    enum platter_direction op;
    unsigned count; /* of the unit in a row */
    struct platter_edge_time time;
};

struct platter_edges_report {
    const struct platter_session *session;
    uint64_t unit_bytes;
    uint64_t offset_bytes[PLATTER_EDGES]; /* where the drive itself was used */
    const char *dir[PLATTER_EDGES];       /* written through; NULL = not */
    bool direct[PLATTER_EDGES];           /* those writes went past the page cache */
    bool complete;                        /* false: it was ended before all was measured */
    unsigned n_rows;
    struct platter_edges_row rows[PLATTER_EDGES_ROWS_MAX];
};

/* Returns an exit status: 0, or that the output could not be made. */
int platter_edges_print(const struct platter_edges_report *r);
/* The caller's. */
struct platter_json *platter_edges_to_json(const struct platter_edges_report *r);

#endif

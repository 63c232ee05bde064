/* SPDX-License-Identifier: MIT */
/*
 * Graphs of a drive's series from a tree of RRD files, the agent's or collectd's: both have
 * <tree>/<host>/platter-<drive>/<type>-<instance>.rrd.
 */
#ifndef PLATTER_REPORT_GRAPH_H
#define PLATTER_REPORT_GRAPH_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include <platter/snapshot.h>

enum platter_graph_kind {
    PLATTER_GRAPH_THROUGHPUT, /* per zone */
    PLATTER_GRAPH_SLOW,       /* slow blocks per zone per day */
    PLATTER_GRAPHS
};
/* "throughput", "slow"; as file names and arguments. */
const char *platter_graph_name(enum platter_graph_kind kind);

struct platter_graph {
    enum platter_graph_kind kind;
    const char *dir;        /* the drive's folder in the tree */
    const char *title;      /* what to call the drive */
    const char *imgformat;  /* "PNG" or "SVG" */
    const char *output;     /* file, written under another name first, then renamed */
    int64_t start_s, end_s; /* Unix time */
    unsigned width, height; /* of the plotting area in pixels */
};

/* Zones that the folder has RRDs of, as a bit mask; 0 = none. -errno on failure to read it. */
int platter_graph_zones(const char *dir, uint64_t *zones);

/* The newest update of any of them, Unix time; 0 = none can be read. */
int64_t platter_graph_last_update_s(const char *dir);

/*
 * Draw it. 0, why may name a zone that was left out because its RRD is broken; -ENOENT with an
 * empty why: no RRD of that kind in dir; -EIO: librrd cannot, or all RRDs are broken; another
 * errno: output cannot be written. why has the words.
 */
int platter_graph_draw(const struct platter_graph *g, char *why, size_t why_size);

#endif

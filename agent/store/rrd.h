/* SPDX-License-Identifier: MIT */
/*
 * The gate to librrd. Runs in the C locale whatever the caller's is; not thread-safe (librrd's
 * error text is global).
 */
#ifndef PLATTER_STORE_RRD_H
#define PLATTER_STORE_RRD_H

#include <stddef.h>
#include <stdint.h>

#include <platter/series.h>

/* An RRD file as reading it needs. */
struct platter_rrd_info {
    uint64_t step_s;
    int64_t last_update_s;
    uint64_t heartbeat_min_s; /* of all sources; 0 = none told */
    double xff_min;           /* of all archives; NaN = none */
};

/* Read a file's header. 0; -ENOENT; -EPROTO: not an RRD (why says what librrd said). */
int platter_rrd_info(const char *path, struct platter_rrd_info *out, char *why, size_t why_size);

/*
 * Draw. argv is an rrdtool graph command line without "rrdtool": argv[0] = "graph", argv[1] =
 * output file. Returns 0 or -EIO (why has librrd's text).
 */
int platter_rrd_graph(int argc, const char *const *argv, char *why, size_t why_size);

/*
 * Make a file that must not be there yet. definitions: "DS:..." and "RRA:..." as rrdtool create
 * wants them; begin_s: the first update must be later. Appears whole or not at all. Returns 0,
 * -EEXIST, -ENOENT (no folder) or -EIO (why has librrd's text).
 */
int platter_rrd_create(const char *path, uint32_t step_s, int64_t begin_s, unsigned n,
                       const char *const *definitions, char *why, size_t why_size);

/* A row: the values of a type's sources at a time. */
struct platter_rrd_row {
    int64_t time_s;
    union platter_value values[PLATTER_SOURCES_MAX];
};

/* Add n rows, each later than the one before and than the file's last. daemon: rrdcached's address
 * ("unix:/run/rrdcached.sock"), which writes them when it likes to; NULL = straight into the file.
 * Returns 0, -ENOENT or -EIO (why has librrd's text). */
int platter_rrd_update(const char *path, const struct platter_type *type,
                       const struct platter_rrd_row *rows, unsigned n, const char *daemon,
                       char *why, size_t why_size);

/* rrdcached writes what it holds of a file. Returns 0 or -EIO. */
int platter_rrd_flush(const char *path, const char *daemon, char *why, size_t why_size);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The gate to librrd. Runs in the C locale whatever the caller's is; not thread-safe (librrd's
 * error text is global).
 */
#ifndef PLATTER_STORE_RRD_H
#define PLATTER_STORE_RRD_H

#include <stddef.h>
#include <stdint.h>

/* An RRD file as reading it needs. */
struct platter_rrd_info {
    uint64_t step_s;
    int64_t last_update_s;
};

/* Read a file's header. 0; -ENOENT; -EPROTO: not an RRD (why says what librrd said). */
int platter_rrd_info(const char *path, struct platter_rrd_info *out, char *why, size_t why_size);

/*
 * Draw. argv is an rrdtool graph command line without "rrdtool": argv[0] = "graph", argv[1] =
 * output file. Returns 0 or -EIO (why has librrd's text).
 */
int platter_rrd_graph(int argc, const char *const *argv, char *why, size_t why_size);

#endif

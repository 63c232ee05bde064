/* SPDX-License-Identifier: MIT */
/*
 * The edges: how fast a drive streams at its beginning and at its end, measured as people do with
 * dd: 100 MB once, and ten times in a row, in the first and in the last gigabytes.
 *
 * The last region begins at a whole cylinder of the old geometry (255 heads, 63 sectors: 8,225,280
 * bytes), as partitions used to: 125 cylinders for each GB before the last whole one. For 2 GB
 * those are cylinders 38663, 30151 and 9479 of drives of 320, 250 and 80 GB, where published tables
 * were measured.
 *
 * Real drives are read alone. Writes go through file systems (edge_file.h); a simulated drive,
 * which has no data, may be written to.
 */
#ifndef PLATTER_BENCH_EDGES_H
#define PLATTER_BENCH_EDGES_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/bench/watch.h"
#include "agent/drive/drive.h"

#define PLATTER_EDGE_UNIT_BYTES 100000000ull
#define PLATTER_EDGE_SIZE_BYTES 2000000000ull
#define PLATTER_EDGE_CYLINDER_BYTES 8225280ull

enum platter_edge { PLATTER_OUTER, PLATTER_INNER, PLATTER_EDGES };

/* "outer", "inner" */
const char *platter_edge_name(enum platter_edge edge);

/* Where a region of size_bytes begins; a multiple of align_bytes. Returns 0, or -ERANGE: the drive
 * has no room for two such regions. */
int platter_edge_begin(const struct platter_geometry *g, enum platter_edge edge,
                       uint64_t size_bytes, uint64_t *offset_bytes);

struct platter_edge_time {
    uint64_t bytes;      /* what was asked for, in whole blocks of the drive */
    uint64_t elapsed_ns; /* on the drive's clock, from before the first to after the last request */
    double bps;          /* NaN: nothing was measured */
    bool contended;      /* others used the drive meanwhile */
};

/* Timed requests: a drive's read, or a simulated drive's write. */
typedef int (*platter_edge_io)(struct platter_drive *d, void *buf, uint64_t offset_bytes,
                               uint32_t len_bytes, uint64_t *elapsed_ns);

/*
 * After a rest of 0.2 s, as between two runs of dd, read `bytes` from an offset on, requests of 1
 * MiB one after the other; io NULL = the drive's read. Returns 0, PLATTER_READ_MEDIUM (a place
 * cannot be read), PLATTER_READ_GONE, what the watcher returned, -ENOMEM, -errno; *out is written
 * on 0 alone.
 */
int platter_edge_run(struct platter_drive *d, uint64_t offset_bytes, uint64_t bytes,
                     platter_edge_io io, const struct platter_watch *watch,
                     struct platter_edge_time *out);

#endif

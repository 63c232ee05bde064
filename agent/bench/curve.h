/* SPDX-License-Identifier: MIT */
/*
 * The curve: how fast a drive reads from its first to its last byte, measured as HD Tune does.
 *
 * A range is cut into equal cells, by default 200. At the begin of each, one small read brings the
 * head there; then consecutive blocks are read for a share of a second (full: the whole cell) and
 * timed one by one. Small reads at random places of the range give the access time; reads of one
 * place again and again the rate of the drive's buffer (burst rate).
 *
 * The slowest and the fastest rate of a point are of windows of 512 KiB, or of one block where that
 * is more. That is the least in which a read-ahead buffer cannot pretend a rate, and less than a
 * track: the fastest window has no track crossing in it. The median is of windows of 4 MiB, in
 * which the crossings even out. The rate of a point is its bytes by the sum of their times; avg is
 * the mean of those over all points.
 */
#ifndef PLATTER_BENCH_CURVE_H
#define PLATTER_BENCH_CURVE_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/bench/spread.h"
#include "agent/bench/watch.h"
#include "agent/drive/drive.h"

#define PLATTER_CURVE_POINTS 200u
#define PLATTER_CURVE_POINTS_MAX 2000u
#define PLATTER_CURVE_WINDOW_BYTES 524288u
#define PLATTER_CURVE_MEDIAN_BYTES 4194304u
#define PLATTER_CURVE_BLOCK_MIN 512u
#define PLATTER_CURVE_BLOCK_MAX 8388608u
#define PLATTER_CURVE_BURST_READS 128u
/* Of each point at most so many block times are kept for its p99, others by chance. */
#define PLATTER_CURVE_TIMES_MAX 65536u

/* HD Tune's accuracy settings, 1 to 5. */
#define PLATTER_ACCURACIES 5u
extern const uint64_t platter_accuracy_ns[PLATTER_ACCURACIES];

struct platter_curve_plan {
    uint64_t from_bytes, to_bytes; /* from: a multiple of the logical block; room for access_bytes
                                      and two blocks */
    uint32_t block_bytes;          /* a multiple of the drive's logical block */
    uint32_t access_bytes;         /* of an access read; the same */
    uint32_t points;               /* 1 ... PLATTER_CURVE_POINTS_MAX; fewer when there is no room */
    uint32_t accesses;             /* random reads; 0 = none */
    uint64_t point_ns;             /* how long a point is read */
    uint64_t seed;                 /* of the random places */
    bool full;                     /* read every byte: point_ns does not count */
};

struct platter_curve_point {
    uint64_t offset_bytes;
    double bps;                          /* of the whole point */
    double min_bps, median_bps, max_bps; /* of its windows */
    double p99_block_s;
    uint64_t blocks, errors; /* read; could not be read */
};

struct platter_access {
    uint64_t offset_bytes;
    double time_s; /* NaN: could not be read */
};

/* NaN: not measured. Points and accesses that were not reached are not counted. */
struct platter_curve {
    double avg_bps, min_bps, max_bps; /* mean of the points; slowest and fastest window of all */
    double burst_bps;
    double cpu_share; /* of one CPU while reading; NaN on a virtual clock */
    uint64_t bytes_read, duration_ns, errors;
    uint64_t first_error_byte;    /* of the block; where errors is not 0 */
    struct platter_spread access; /* s; sorted from the accesses below */
    uint32_t n_points, n_accesses;
    struct platter_curve_point *points;
    struct platter_access *accesses;
};

/*
 * Measure. out is filled as far as it went, whatever is returned; to be freed by
 * platter_curve_deinit().
 * Returns 0; PLATTER_READ_GONE; what the watcher returned; -EINVAL (the plan, or the drive refuses
 * such reads), -ENOMEM, -errno. A block that cannot be read is counted and left out.
 */
int platter_curve_run(struct platter_drive *d, const struct platter_curve_plan *plan,
                      const struct platter_watch *watch, struct platter_curve *out);

void platter_curve_deinit(struct platter_curve *c);

#endif

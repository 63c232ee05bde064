/* SPDX-License-Identifier: MIT */
/*
 * Random access: reads of one size, or of mixed sizes, at places that are all equally likely,
 * aligned to their own size; one after another, or several in flight (drive/queue.h).
 */
#ifndef PLATTER_BENCH_RANDOM_H
#define PLATTER_BENCH_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/bench/spread.h"
#include "agent/bench/watch.h"
#include "agent/drive/drive.h"

#define PLATTER_RANDOM_SIZE_MAX 8388608u
#define PLATTER_RANDOM_COUNT_MAX 10000000u
#define PLATTER_RANDOM_DEPTH_MAX 256u

struct platter_random_plan {
    uint64_t from_bytes, to_bytes; /* room for one read at least */
    uint32_t size_bytes;           /* a multiple of the logical block; mixed: the smallest */
    uint32_t size_max_bytes;       /* mixed: multiples of size_bytes up to this; else the same */
    uint32_t depth;                /* reads in flight, 1 ... PLATTER_RANDOM_DEPTH_MAX */
    uint64_t for_ns;               /* no read is begun later than this; 0 = no limit */
    uint64_t count;                /* nor more than these, 1 ... PLATTER_RANDOM_COUNT_MAX */
    uint64_t seed;
};

struct platter_random {
    double ops_per_s, bps;      /* NaN: nothing was read */
    struct platter_spread time; /* s, from submission to completion */
    uint64_t reads, errors;
    uint64_t first_error_byte;
    uint64_t duration_ns;
    uint32_t depth;   /* that there was */
    const char *note; /* why it is less than asked for, "" = it is not. Static */
};

/* Results besides those of a drive's read. */
enum platter_random_result {
    PLATTER_RANDOM_REFUSED = 10, /* the drive cannot be read in pieces of this size */
};

/*
 * Measure. out is filled as far as it went, whatever is returned. Returns 0; PLATTER_READ_GONE;
 * PLATTER_RANDOM_REFUSED; what the watcher returned; -EINVAL (the plan), -ENOMEM, -errno. A read
 * that fails is counted and left out.
 */
int platter_random_run(struct platter_drive *d, const struct platter_random_plan *plan,
                       const struct platter_watch *watch, struct platter_random *out);

#endif

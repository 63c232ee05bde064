/* SPDX-License-Identifier: MIT */
/*
 * How many blocks of a drive are slow: stretches of 128 KiB blocks, evenly spread from its first to
 * its last byte, or all of it. The first block of a stretch is the way there and does not count.
 */
#ifndef PLATTER_BENCH_SLOW_H
#define PLATTER_BENCH_SLOW_H

#include <stdint.h>

#include "agent/bench/watch.h"
#include "agent/drive/drive.h"

#define PLATTER_SLOW_BLOCK_BYTES 131072u

struct platter_slow_plan {
    uint32_t stretches;     /* 0 = the whole drive */
    uint64_t stretch_bytes; /* of each */
    uint64_t slow_ns;       /* from this time on a block is slow */
};

struct platter_slow {
    uint64_t blocks, slow, errors; /* errors are in blocks, not in slow */
};

/* out is filled as far as it went. Returns 0, PLATTER_READ_GONE, what the watcher returned, -ENOMEM
 * or -errno. */
int platter_slow_run(struct platter_drive *d, const struct platter_slow_plan *plan,
                     const struct platter_watch *watch, struct platter_slow *out);

#endif

/* SPDX-License-Identifier: MIT */
/* Rates of windows: pieces of consecutive blocks that are long enough to say something. */
#ifndef PLATTER_BENCH_WINDOW_H
#define PLATTER_BENCH_WINDOW_H

#include <stdint.h>

#include "agent/bench/spread.h"

struct platter_windows {
    uint64_t least_bytes;        /* of a window; it ends with a block */
    uint64_t bytes, ns;          /* of the one that is not full yet */
    struct platter_values rates; /* bytes per second */
};

/* Forget all rates, and the window begun; drop only the latter: the blocks are not consecutive. */
void platter_windows_restart(struct platter_windows *w);
void platter_windows_break(struct platter_windows *w);
void platter_windows_deinit(struct platter_windows *w);

/* A block that continues the last one. Returns 0 or -ENOMEM. */
int platter_windows_add(struct platter_windows *w, uint32_t len_bytes, uint64_t ns);

/* All rates; a window that is not full counts only where there is no other. Sorts them. Returns 0
 * or -ENOMEM. */
int platter_windows_spread(struct platter_windows *w, struct platter_spread *out);

#endif

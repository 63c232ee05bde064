/* SPDX-License-Identifier: MIT */
/*
 * What a block device does, from two readings of the kernel's counters (agent/core/passive.h).
 * Pure. Times there are 32 bits of milliseconds and start again at 0 after 49 days; a counter that
 * is otherwise smaller than before belongs to another drive.
 */
#ifndef PLATTER_CLI_RATES_H
#define PLATTER_CLI_RATES_H

#include "agent/core/passive.h"
#include <platter/snapshot.h>

/* Between two readings. NaN: cannot be told (another drive, no time between); await also where
 * there were no requests. */
struct platter_rates {
    double ios_ps[PLATTER_DIRECTIONS];
    double bps[PLATTER_DIRECTIONS];
    double await_s[PLATTER_DIRECTIONS];
    double queue;       /* requests in flight on average */
    double utilisation; /* 0-1 */
};

/* A drive's reading under its name; diskseq tells two drives of one name apart, 0 = not known. */
struct platter_io_drive {
    char name[PLATTER_NAME_MAX];
    uint64_t diskseq;
    struct platter_disk_stat io;
};

void platter_rates_of(const struct platter_disk_stat *before, const struct platter_disk_stat *after,
                      double seconds, struct platter_rates *out);

/* The earlier reading of the same drive, or NULL: it is new. */
const struct platter_disk_stat *platter_rates_before(const struct platter_io_drive *earlier,
                                                     unsigned n,
                                                     const struct platter_io_drive *drive);

#endif

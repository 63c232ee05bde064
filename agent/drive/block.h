/* SPDX-License-Identifier: MIT */
/*
 * The Linux block device: O_RDONLY | O_DIRECT | O_NONBLOCK | O_CLOEXEC, timed preads, and the
 * counters of /sys/block/X/stat and /proc/thread-self/schedstat.
 */
#ifndef PLATTER_DRIVE_BLOCK_H
#define PLATTER_DRIVE_BLOCK_H

#include "agent/drive/discover.h"
#include "agent/drive/drive.h"

/* Results of opening besides 0 and -errno. */
enum platter_block_result {
    PLATTER_BLOCK_NO_DIRECT = 1, /* refuses O_DIRECT: refused, never read buffered */
    PLATTER_BLOCK_CHANGED = 2,   /* another disk is behind this name now (diskseq) */
    PLATTER_BLOCK_NOT_BLOCK = 3, /* not a block device */
    PLATTER_BLOCK_TOO_SMALL = 4, /* under 16 MiB; of 0 bytes: -ENODEV */
    PLATTER_BLOCK_BUFFERED =
        5, /* a loop device without direct I/O: the page cache would be measured */
};

/* Open a found drive; found->diskseq 0 = any. *out is owned by the caller: platter_drive_free(). */
int platter_block_open(const struct platter_sysroot *root, const struct platter_found *found,
                       struct platter_drive **out);

#endif

/* SPDX-License-Identifier: MIT */
/* Where on its drive a file lies: FIEMAP, and the partition's place from sysfs. */
#ifndef PLATTER_BENCH_EXTENTS_H
#define PLATTER_BENCH_EXTENTS_H

#include <stdint.h>
#include <sys/types.h>

#include "agent/drive/sysroot.h"
#include <platter/snapshot.h>

struct platter_extents {
    char device[PLATTER_NAME_MAX]; /* the whole drive: "sda" */
    uint64_t drive_bytes;          /* its capacity */
    uint64_t first_byte, end_byte; /* the file lies between these places of it */
    unsigned pieces;               /* stretches that are not next to each other */
};

/* Not known: a file system that does not tell or means other addresses (btrfs, ZFS, network), or
 * several drives or layers below it (LVM, md, dm-crypt). */
#define PLATTER_EXTENTS_UNKNOWN 1

/* A device number as /sys/dev/block has it: the whole drive's name and capacity, and where on it
 * the device begins. Returns 0 or PLATTER_EXTENTS_UNKNOWN. */
int platter_extents_device(const struct platter_sysroot *root, dev_t dev, char *name, size_t size,
                           uint64_t *begin_bytes, uint64_t *drive_bytes);

/* Where an open file lies. Returns 0, PLATTER_EXTENTS_UNKNOWN or -errno. */
int platter_extents_of(const struct platter_sysroot *root, int fd, struct platter_extents *out);

#endif

/* SPDX-License-Identifier: MIT */
/* One block device as sysfs tells: what it is, how it is attached, and whether `auto` takes it. */
#ifndef PLATTER_DRIVE_DESCRIBE_H
#define PLATTER_DRIVE_DESCRIBE_H

#include "agent/drive/discover.h"

enum platter_describe_result {
    PLATTER_DESCRIBE_NO_DRIVE = 1, /* hidden, without a medium, or without a device node */
};

/*
 * Describe /sys/block/NAME. Returns 0; PLATTER_DESCRIBE_NO_DRIVE; -errno: it cannot be read (it may
 * have gone in this moment); -EPROTO: block sizes that cannot be.
 */
int platter_describe(const struct platter_sysroot *root, const char *name,
                     struct platter_found *out);

#endif

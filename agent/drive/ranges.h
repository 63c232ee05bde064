/* SPDX-License-Identifier: MIT */
/*
 * Independent access ranges: which part of a drive with several actuators each of them serves
 * (/sys/block/X/queue/independent_access_ranges, Linux 5.16 and later; ATA log 47h, SCSI VPD B9h).
 */
#ifndef PLATTER_DRIVE_RANGES_H
#define PLATTER_DRIVE_RANGES_H

#include "agent/core/geometry.h"
#include "agent/drive/sysroot.h"

/* Fill n_ranges and range_bytes of a drive whose capacity_bytes is known. Ranges that do not cover
 * it one after the other from begin to end, or are more than PLATTER_RANGES_MAX: none. */
void platter_ranges_find(const struct platter_sysroot *root, const char *name,
                         struct platter_geometry *g);

#endif

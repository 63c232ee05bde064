/* SPDX-License-Identifier: MIT */
/* Open what discovery found, whatever kind it is, and the words for what goes wrong. */
#ifndef PLATTER_DRIVE_OPEN_H
#define PLATTER_DRIVE_OPEN_H

#include "agent/drive/block.h"
#include "agent/drive/sim.h"

/* A block device or, for sim:NAME, a simulated drive (clock and seed are for that alone). Results
 * as platter_block_open. */
int platter_open(const struct platter_sysroot *root, const struct platter_found *found,
                 enum platter_sim_clock clock, uint64_t seed, struct platter_drive **out);

/* What went wrong and what to do: "/dev/sda: no permission: run as root or as a member of group
 * disk". */
void platter_open_message(int result, const struct platter_found *found, char *buf, size_t size);

#endif

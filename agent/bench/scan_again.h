/* SPDX-License-Identifier: MIT */
/* The second look after a scan: bad places halved down to their sectors, slow blocks read again. */
#ifndef PLATTER_BENCH_SCAN_AGAIN_H
#define PLATTER_BENCH_SCAN_AGAIN_H

#include "agent/bench/scan.h"

/* Halving may take this long, or a tenth of the scan where that is more: a drive may think for
 * seconds about each read that fails. What is left then stays as whole blocks. */
#define PLATTER_SCAN_SPLIT_NS (600ull * 1000000000)

/*
 * Halve every bad place until only physical blocks that fail are left. Returns 0,
 * PLATTER_READ_GONE, what the tick returned, or -errno; the list then has the places done exact,
 * the others whole.
 */
int platter_scan_split(struct platter_drive *d, struct platter_scan *s,
                       const struct platter_scan_hooks *hooks);

/*
 * Read slow blocks again, `times` each, at most PLATTER_SCAN_AGAIN_MAX of them. Before a place is
 * read again so much else has been that it is not the drive's buffer that answers. Returns as
 * above; a block that cannot be read now joins the bad places.
 */
int platter_scan_again(struct platter_drive *d, struct platter_scan *s, unsigned times,
                       const struct platter_scan_hooks *hooks);

#endif

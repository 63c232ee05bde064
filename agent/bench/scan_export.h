/* SPDX-License-Identifier: MIT */
/* Bad places of a scan in the files that other programs read. */
#ifndef PLATTER_BENCH_SCAN_EXPORT_H
#define PLATTER_BENCH_SCAN_EXPORT_H

#include <stdio.h>

#include "agent/bench/scan_tally.h"

/* badblocks(8): a number a line, of blocks of unit_bytes ("-b", 1024 there; e2fsck -l wants the
 * file system's), counted from the begin of the drive. */
void platter_scan_badblocks(FILE *f, const struct platter_scan *s, uint32_t unit_bytes);

/*
 * A mapfile of GNU ddrescue: what was read is '+', sectors that cannot be '-', blocks not halved
 * '*', what was not reached '?'. Butterfly leaves a hole in the middle.
 */
void platter_scan_ddrescue(FILE *f, const struct platter_scan *s);

/* One of them as a file: badblocks of this unit, or with unit 0 ddrescue. It appears under its name
 * when it is complete. Returns 0 or
 * -errno. */
int platter_scan_export(const char *path, const struct platter_scan *s, uint32_t unit_bytes);

#endif

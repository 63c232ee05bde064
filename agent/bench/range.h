/* SPDX-License-Identifier: MIT */
/* A part of a drive, as people write it. */
#ifndef PLATTER_BENCH_RANGE_H
#define PLATTER_BENCH_RANGE_H

#include "agent/core/geometry.h"

/*
 * Parse "FROM-TO": each a number with %, B, kB, MB, GB, TB, KiB, MiB, GiB or TiB, or without a unit
 * an LBA of the drive; FROM left out is the begin, TO left out the end ("50%-", "-10GB",
 * "1000-2000": TO itself is not in it). Widened to whole align_bytes. Returns 0, -EINVAL (not a
 * range), or -ERANGE: it is empty, or ends outside the drive.
 */
int platter_range_parse(const char *text, const struct platter_geometry *geometry,
                        uint64_t *first_byte, uint64_t *end_byte);

/* The bytes of a drive that can be read: all but a tail shorter than align_bytes. */
uint64_t platter_range_usable(const struct platter_geometry *geometry);

#endif

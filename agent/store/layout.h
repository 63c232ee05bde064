/* SPDX-License-Identifier: MIT */
/*
 * What our own RRD files are made of: heartbeat 3 h, xff .99; AVERAGE at the step for 45 days,
 * hourly for 400 days, daily for ten years; MAX hourly and daily of platter_zone and platter_drive.
 */
#ifndef PLATTER_STORE_LAYOUT_H
#define PLATTER_STORE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include <platter/series.h>

/* How large a file of this type is in bytes, without its header. With another step than
 * PLATTER_STEP_S a file has as many rows, for less time. */
uint64_t platter_layout_bytes(const struct platter_type *type);

/* Make a file, and the folders above it. Results as platter_rrd_create, or -errno of a folder. */
int platter_layout_create(const char *path, const struct platter_type *type, uint32_t step_s,
                          int64_t begin_s, char *why, size_t why_size);

#endif

/* SPDX-License-Identifier: MIT */
/* What must be known of a drive before a byte is read from it. Filled by agent/drive. */
#ifndef PLATTER_CORE_GEOMETRY_H
#define PLATTER_CORE_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

/* A rotating drive of unknown rpm is taken for 7200 rpm. */
#define PLATTER_REV_DEFAULT_NS 8333333u
/* Drives with two actuators are sold; the kernel allows 255 ranges. */
#define PLATTER_RANGES_MAX 8

struct platter_geometry {
    uint64_t capacity_bytes;
    uint32_t logical_bytes;  /* the unit of an LBA */
    uint32_t physical_bytes; /* >= logical_bytes */
    uint32_t align_bytes;    /* largest of logical, physical and DIO alignment: a power of two */
    bool rotating;           /* queue/rotational = 1 and a real disk transport */
    uint32_t rev_ns;         /* time of a revolution, 0 = not known */
    /* Independent access ranges: each has heads of its own. Range i begins at range_bytes[i] and
     * ends where the next begins, the first at 0. 0 or 1: the whole drive is one. */
    uint32_t n_ranges;
    uint64_t range_bytes[PLATTER_RANGES_MAX];
};

#endif

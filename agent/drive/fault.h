/* SPDX-License-Identifier: MIT */
/*
 * The fault filter: a drive that stands on another one and adds what real drives do: reads that
 * take longer, places that cannot be read, a drive that goes away, others using it.
 */
#ifndef PLATTER_DRIVE_FAULT_H
#define PLATTER_DRIVE_FAULT_H

#include "agent/drive/drive.h"

enum platter_fault_kind {
    PLATTER_FAULT_DELAY,   /* reads that touch the range take delay_ns longer */
    PLATTER_FAULT_ERROR,   /* they fail after delay_ns */
    PLATTER_FAULT_GONE,    /* they, and every later read, find the drive gone */
    PLATTER_FAULT_FOREIGN, /* while they run somebody else reads 8 sectors */
    PLATTER_FAULT_WRITTEN, /* while they run somebody else writes */
    PLATTER_FAULT_STOLEN,  /* while they run our CPU is taken for delay_ns */
};

struct platter_fault {
    enum platter_fault_kind kind;
    uint64_t first_byte;
    uint64_t len_bytes;
    uint64_t delay_ns;
    uint64_t times; /* so many reads, then it stops; 0 = always */
};

/* below is owned by the filter from here on, also on failure. n faults are copied. 0 or -ENOMEM. */
int platter_fault_new(struct platter_drive *below, const struct platter_fault *faults, unsigned n,
                      struct platter_drive **out);

#endif

/* SPDX-License-Identifier: MIT */
/* Whether we were alone with a drive and our CPU, from one look at the counters to the next. */
#ifndef PLATTER_BENCH_QUIET_H
#define PLATTER_BENCH_QUIET_H

#include "agent/drive/drive.h"

/* Longer without a CPU, and a time that we took says nothing about the drive. */
#define PLATTER_QUIET_RUN_DELAY_NS 500000u

struct platter_quiet {
    struct platter_use use;
    uint64_t our_bytes;       /* read by us since then: the caller adds to it */
    uint64_t tolerance_bytes; /* in flight: counted there already or not yet here */
};

/* Take the counters. Those that cannot be had count as quiet. */
void platter_quiet_begin(struct platter_quiet *q, struct platter_drive *d);
/* Whether it was quiet since then; takes them again. */
bool platter_quiet_since(struct platter_quiet *q, struct platter_drive *d);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Giving way: the I/O class IDLE, which is served only when nobody else wants the drive, where the
 * drive's scheduler honours it without harm. That is bfq, which serves it every 0.2 s at the least.
 * mq-deadline honours it too (Linux 5.14 and later), but lets it wait for others for 10 s
 * (prio_aging_expire, before 5.17 without end): a busy drive would look like one that hangs. With
 * `none` and kyber it means nothing.
 */
#ifndef PLATTER_DRIVE_YIELD_H
#define PLATTER_DRIVE_YIELD_H

#include <stdbool.h>

#include "agent/drive/sysroot.h"

/* Whether our reads of this drive can give way: queue/scheduler says [bfq]. */
bool platter_yields(const struct platter_sysroot *root, const char *name);

/* Put this process into the class IDLE, or back into the usual one. 0 or -errno. */
int platter_yield_set(bool idle);

#endif

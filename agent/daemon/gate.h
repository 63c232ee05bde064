/* SPDX-License-Identifier: MIT */
/*
 * Whether somebody uses a drive, from its counters in /sys/block/X/stat: reading them neither wakes
 * a drive nor keeps it awake. Looked at only while no sample of ours runs, so whatever they count
 * is somebody else's.
 */
#ifndef PLATTER_DAEMON_GATE_H
#define PLATTER_DAEMON_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/drive/sysroot.h"

#define PLATTER_GATE_POLL_NS (10ull * 1000000000ull)

struct platter_gate {
    bool known;          /* ios is from the last look */
    uint64_t ios;        /* reads, writes, discards and flushes completed */
    uint64_t foreign_ns; /* CLOCK_BOOTTIME when use was last seen; 0 = never */
};

/* Forget: what happens until the next look (a sample of ours) is not counted. */
void platter_gate_reset(struct platter_gate *gate);

/* Look. name is the drive's in /sys/block. Returns 0 or -errno; then nothing was seen. */
int platter_gate_poll(struct platter_gate *gate, const struct platter_sysroot *root,
                      const char *name, uint64_t now_ns);

#endif

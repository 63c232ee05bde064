/* SPDX-License-Identifier: MIT */
/*
 * Drives that come and go, as the machine tells: udev's events where udevd runs (then its links and
 * properties are there too), else the kernel's own (containers, small guests).
 */
#ifndef PLATTER_DRIVE_MONITOR_H
#define PLATTER_DRIVE_MONITOR_H

#include <stdint.h>

#include "agent/drive/sysroot.h"
#include <platter/snapshot.h>

struct platter_monitor;

enum platter_change {
    PLATTER_CHANGE_ADDED,
    PLATTER_CHANGE_CHANGED, /* another medium, another size */
    PLATTER_CHANGE_REMOVED,
};

struct platter_monitor_event {
    enum platter_change change;
    char name[PLATTER_NAME_MAX]; /* as in /sys/block */
    uint64_t diskseq;            /* 0 = not told */
};

/* Returns 0, -errno, or -EOPNOTSUPP: root is a captured tree. Free with platter_monitor_free. */
int platter_monitor_new(const struct platter_sysroot *root, struct platter_monitor **out);
/* NULL is fine. */
void platter_monitor_free(struct platter_monitor *m);

/* "udev" or "kernel". Static. */
const char *platter_monitor_source(const struct platter_monitor *m);
/* Readable when there is an event. Non-blocking; the monitor's own. */
int platter_monitor_fd(const struct platter_monitor *m);

enum platter_monitor_result { PLATTER_MONITOR_NONE = 1 };
/* The next event of a whole block device. Returns 0; PLATTER_MONITOR_NONE; -ENOBUFS: some were
 * lost, look at everything; another -errno. */
int platter_monitor_next(struct platter_monitor *m, struct platter_monitor_event *out);

#endif

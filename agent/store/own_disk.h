/* SPDX-License-Identifier: MIT */
/*
 * On which drives our own files are: a folder's file system followed through /sys/dev/block down
 * to whole drives, past partitions, LVM, md, dm-crypt and loop devices. Reads sysfs alone.
 */
#ifndef PLATTER_STORE_OWN_DISK_H
#define PLATTER_STORE_OWN_DISK_H

#include <stdbool.h>
#include <sys/types.h>

#include <platter/snapshot.h>

#define PLATTER_OWN_DISKS_MAX 32

struct platter_own_disk {
    unsigned n; /* 0: no drive could be told (tmpfs, network, ZFS) */
    char names[PLATTER_OWN_DISKS_MAX][PLATTER_NAME_MAX]; /* "sda" */
    bool flash; /* one of them is removable flash: a card, a USB stick */
};

/* prefix: before every path in /sys, "" = this machine. Returns 0 or -errno. */
int platter_own_disk_of(const char *prefix, dev_t dev, struct platter_own_disk *out);

/* The same for a folder. File systems without a device of their own (btrfs) are looked up in
 * /proc/self/mountinfo. */
int platter_own_disk_find(const char *prefix, const char *folder, struct platter_own_disk *out);

bool platter_own_disk_has(const struct platter_own_disk *own, const char *name);

#endif

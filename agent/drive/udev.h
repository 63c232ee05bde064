/* SPDX-License-Identifier: MIT */
/*
 * The gate to libudev: what udev's rules found out about a drive when it appeared. Only on this
 * machine: a captured tree has no udev database.
 */
#ifndef PLATTER_DRIVE_UDEV_H
#define PLATTER_DRIVE_UDEV_H

#include <stdint.h>

#include "agent/drive/sysroot.h"
#include <platter/snapshot.h>

/* "" and 0 where udev does not know. */
struct platter_udev_facts {
    char serial[PLATTER_NAME_MAX]; /* ID_SCSI_SERIAL, else ID_SERIAL_SHORT */
    uint32_t rpm;
};

/* name as in /sys/block. All empty when root has a prefix, when udev does not run, or when it has
 * not seen the drive. */
void platter_udev_facts(const struct platter_sysroot *root, const char *name,
                        struct platter_udev_facts *out);

#endif

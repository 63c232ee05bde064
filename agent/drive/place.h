/* SPDX-License-Identifier: MIT */
/* Where and how a block device is attached, by its path in /sys/devices. */
#ifndef PLATTER_DRIVE_PLACE_H
#define PLATTER_DRIVE_PLACE_H

#include <stddef.h>

#include "agent/drive/discover.h"

/*
 * Where the device is attached: PCI address, port, SCSI target and unit, as far as there are any
 * ("0000:00:14.0-usb-2-1-0.1"); a virtual device's own name. Stays the same from boot to boot where
 * the bus allows that.
 */
void platter_place(const struct platter_sysroot *root, const char *name, char *place, size_t size);

/* How a device is attached, by the path it has in /sys/devices. */
enum platter_transport platter_transport_of(const char *sys_path);

#endif

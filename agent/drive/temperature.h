/* SPDX-License-Identifier: MIT */
/* How warm a drive is, asked without privileges: the kernel's hwmon (drivetemp, nvme). */
#ifndef PLATTER_DRIVE_TEMPERATURE_H
#define PLATTER_DRIVE_TEMPERATURE_H

#include "agent/drive/sysroot.h"

/* In degrees Celsius, of a block device by name ("sda"), believed between -20 and 120. Returns 0,
 * -ENOENT: no sensor (modprobe drivetemp makes one of ATA drives), -EINVAL (no such figure),
 * -errno.
 */
int platter_temperature_read(const struct platter_sysroot *root, const char *name, double *out_c);

#endif

/* SPDX-License-Identifier: MIT */
/* Units that cross walls. A unit is part of a name: _ns, _s, _bytes, _bps (bytes per second), _lba.
 */
#ifndef PLATTER_UNITS_H
#define PLATTER_UNITS_H

#include <stdint.h>

#define PLATTER_NS_PER_S 1000000000ull
#define PLATTER_NS_PER_MS 1000000ull
#define PLATTER_NS_PER_US 1000ull

#define PLATTER_KIB 1024ull
#define PLATTER_MIB (1024ull * 1024)
#define PLATTER_GIB (1024ull * 1024 * 1024)

/* The unit of /sys/block/X/size and /sys/block/X/stat, whatever the drive's own block size. */
#define PLATTER_SYSFS_SECTOR_BYTES 512ull

#endif

/* SPDX-License-Identifier: MIT */
/*
 * RRD files of a drive that was cut into another number of zones: zone 03 of ten is another place
 * than zone 03 of twenty, so the files do not go on. They are kept, in a folder beside.
 */
#ifndef PLATTER_STORE_ZONE_FILES_H
#define PLATTER_STORE_ZONE_FILES_H

#include <stddef.h>
#include <stdint.h>

/*
 * folder: of the drive. If its files are of another number of zones than n_zones, they are moved to
 * <folder>/zones-<N>-<now_s>, whose name is written to aside. Files that were begun and not
 * finished (the disk was full) stay. Returns that N; 0: there is nothing to move; -errno.
 */
int platter_zone_files_aside(const char *folder, unsigned n_zones, int64_t now_s, char *aside,
                             size_t size);

#endif

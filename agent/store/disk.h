/* SPDX-License-Identifier: MIT */
/* The disk below our own files: folders, and how much room there is. */
#ifndef PLATTER_STORE_DISK_H
#define PLATTER_STORE_DISK_H

#include <stdbool.h>
#include <stdint.h>

/* Make every folder above a file or folder. Returns 0 or -errno. */
int platter_disk_folders_above(const char *path);

/* Whether so many bytes may be added below a folder (flush.h: others need some too). was_full: what
 * the last answer was, so that it does not flicker. A folder that cannot be asked is full. */
bool platter_disk_has_room(const char *folder, uint64_t bytes, bool was_full);

#endif

/* SPDX-License-Identifier: MIT */
#include "agent/store/disk.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "agent/store/flush.h"

int platter_disk_folders_above(const char *path)
{
    char folder[PATH_MAX];
    int n = snprintf(folder, sizeof(folder), "%s", path);
    if (n <= 0 || (size_t)n >= sizeof(folder))
        return n <= 0 ? -EINVAL : -ENAMETOOLONG;
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0755) < 0 && errno != EEXIST)
            return -errno;
        *slash = '/';
    }
    return 0;
}

bool platter_disk_has_room(const char *folder, uint64_t bytes, bool was_full)
{
    struct statvfs fs;
    if (statvfs(folder, &fs) < 0)
        return false;
    uint64_t left_bytes = (uint64_t)fs.f_bavail * fs.f_frsize;
    uint64_t size_bytes = (uint64_t)fs.f_blocks * fs.f_frsize;
    return left_bytes >= bytes && !platter_flush_full(left_bytes - bytes, size_bytes, was_full);
}

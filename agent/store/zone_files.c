/* SPDX-License-Identifier: MIT */
#include "agent/store/zone_files.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <platter/snapshot.h>

/* The types that have a file for each zone, in the order in which they are made. */
static const char *const types[] = {"platter_zone", "platter_blocks"};
#define N_TYPES (sizeof(types) / sizeof(types[0]))

static int name_of(char *path, const char *folder, size_t type, unsigned zone)
{
    int n = snprintf(path, PATH_MAX, "%s/%s-%02u.rrd", folder, types[type], zone);
    return n > 0 && n < PATH_MAX ? 0 : -ENAMETOOLONG;
}

static unsigned count(const char *folder, size_t type)
{
    char path[PATH_MAX];
    unsigned n = 0;
    while (n < PLATTER_ZONES_MAX && name_of(path, folder, type, n) == 0 && access(path, F_OK) == 0)
        n++;
    return n;
}

static int move_all(const char *folder, const char *aside, unsigned n)
{
    char from[PATH_MAX], to[PATH_MAX];
    int r = mkdir(aside, 0755) < 0 && errno != EEXIST ? -errno : 0;
    for (size_t type = 0; type < N_TYPES; type++) {
        /* The last one first: what is left after a failure is a beginning, and is gone on with. */
        for (unsigned zone = n; r == 0 && zone-- > 0;) {
            r = name_of(from, folder, type, zone);
            if (r == 0)
                r = name_of(to, aside, type, zone);
            if (r == 0 && rename(from, to) < 0)
                r = -errno;
        }
    }
    return r;
}

int platter_zone_files_aside(const char *folder, unsigned n_zones, int64_t now_s, char *aside,
                             size_t size)
{
    unsigned n = count(folder, 0);
    if (n == 0 || n == n_zones || count(folder, 1) != n)
        return 0;
    int len = snprintf(aside, size, "%s/zones-%u-%" PRId64, folder, n, now_s);
    if (len < 0 || (size_t)len >= size)
        return -ENAMETOOLONG;
    int r = move_all(folder, aside, n);
    return r < 0 ? r : (int)n;
}

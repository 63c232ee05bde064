/* SPDX-License-Identifier: MIT */
#include "agent/drive/ranges.h"

#include <stdbool.h>
#include <string.h>

#include <platter/units.h>

#define RANGE "/sys/block/%s/queue/independent_access_ranges/%u/"

/* In sectors of 512 bytes. */
static bool read_range(const struct platter_sysroot *root, const char *name, unsigned i,
                       uint64_t *first, uint64_t *sectors)
{
    return platter_sysroot_read_u64(root, first, RANGE "sector", name, i) == 0 &&
           platter_sysroot_read_u64(root, sectors, RANGE "nr_sectors", name, i) == 0;
}

void platter_ranges_find(const struct platter_sysroot *root, const char *name,
                         struct platter_geometry *g)
{
    uint64_t capacity = g->capacity_bytes / PLATTER_SYSFS_SECTOR_BYTES, at = 0, first, sectors;
    unsigned n = 0;

    g->n_ranges = 0;
    memset(g->range_bytes, 0, sizeof g->range_bytes);
    while (n < PLATTER_RANGES_MAX && read_range(root, name, n, &first, &sectors)) {
        if (first != at || sectors == 0 || sectors > capacity - at)
            break;
        g->range_bytes[n++] = at * PLATTER_SYSFS_SECTOR_BYTES;
        at += sectors;
    }
    if (at == capacity)
        g->n_ranges = n;
    else
        memset(g->range_bytes, 0, sizeof g->range_bytes);
}

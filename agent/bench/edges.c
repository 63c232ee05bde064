/* SPDX-License-Identifier: MIT */
#include "agent/bench/edges.h"

#include <string.h>

#include <platter/errors.h>
#include <platter/units.h>

#define REQUEST_BYTES ((uint32_t)PLATTER_MIB)
#define CYLINDERS_PER_GB 125u
#define REST_NS (200 * PLATTER_NS_PER_MS)

static const char *const names[PLATTER_EDGES] = {
    [PLATTER_OUTER] = "outer", [PLATTER_INNER] = "inner"};

const char *platter_edge_name(enum platter_edge edge)
{
    return names[edge];
}

int platter_edge_begin(const struct platter_geometry *g, enum platter_edge edge,
                       uint64_t size_bytes, uint64_t *offset_bytes)
{
    uint64_t whole = g->capacity_bytes / PLATTER_EDGE_CYLINDER_BYTES;
    double cylinders = (double)size_bytes * CYLINDERS_PER_GB / 1e9;
    uint64_t region = (uint64_t)cylinders + ((double)(uint64_t)cylinders < cylinders);

    if (region == 0 || whole < 2 * region)
        return -ERANGE;
    uint64_t begin = edge == PLATTER_OUTER ? 0 : (whole - region) * PLATTER_EDGE_CYLINDER_BYTES;
    *offset_bytes = begin - begin % g->align_bytes;
    return 0;
}

static int run_requests(struct platter_drive *d, void *buf, uint64_t offset_bytes, uint64_t bytes,
                        platter_edge_io io, const struct platter_watch *watch)
{
    for (uint64_t done = 0; done < bytes;) {
        uint64_t left = bytes - done, ns;
        uint32_t len = left < REQUEST_BYTES ? (uint32_t)left : REQUEST_BYTES;
        int result = io(d, buf, offset_bytes + done, len, &ns);
        if (result == 0)
            result = platter_watch_tell(watch, (double)(done + len) / (double)bytes);
        if (result != 0)
            return result;
        done += len;
    }
    return 0;
}

/* What is not known is not held against the figures. */
static bool is_contended(const struct platter_use *before, const struct platter_use *after,
                         uint64_t bytes)
{
    if (!before->watched || !after->watched)
        return false;
    return after->read_sectors - before->read_sectors > bytes / PLATTER_SYSFS_SECTOR_BYTES ||
           after->other_ios != before->other_ios;
}

int platter_edge_run(struct platter_drive *d, uint64_t offset_bytes, uint64_t bytes,
                     platter_edge_io io, const struct platter_watch *watch,
                     struct platter_edge_time *out)
{
    CLEANUP_FREE void *buf = platter_drive_buffer(&d->geometry, REQUEST_BYTES);
    struct platter_use before = {.watched = false}, after = {.watched = false};

    if (!buf)
        return -ENOMEM;
    bytes -= bytes % d->geometry.align_bytes;
    memset(buf, 0, REQUEST_BYTES);
    platter_drive_pause(d, REST_NS);
    if (platter_drive_use(d, &before) < 0)
        before.watched = false;
    uint64_t begin_ns = platter_drive_now_ns(d);
    int result = run_requests(d, buf, offset_bytes, bytes, io ? io : d->ops->read, watch);
    uint64_t end_ns = platter_drive_now_ns(d);
    if (result != 0)
        return result;
    if (platter_drive_use(d, &after) < 0)
        after.watched = false;
    *out = (struct platter_edge_time){
        .bytes = bytes,
        .elapsed_ns = end_ns - begin_ns,
        .bps = (double)bytes * 1e9 / (double)(end_ns > begin_ns ? end_ns - begin_ns : 1),
        .contended = !io && is_contended(&before, &after, bytes),
    };
    return 0;
}

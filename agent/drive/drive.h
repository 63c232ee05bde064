/* SPDX-License-Identifier: MIT */
/*
 * A drive as the rest of platter sees it: one vtable. The Linux block device, the simulated drive
 * and the filters (fault.h) all are one, so the same probe runs on each.
 *
 * A drive has its own clock: the simulated one may be virtual. Nothing here can write.
 */
#ifndef PLATTER_DRIVE_DRIVE_H
#define PLATTER_DRIVE_DRIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/core/geometry.h"
#include <platter/snapshot.h>

struct platter_drive;
struct platter_queue;

/* Results of read besides 0 and negative errnos that nobody expects. */
enum platter_read_result {
    PLATTER_READ_MEDIUM = 1, /* this place cannot be read (ENODATA, EIO, EREMOTEIO, EILSEQ) */
    PLATTER_READ_GONE = 2, /* the drive is gone (ENODEV, ENXIO, end of file before the known end) */
};

/* Counters of who uses the drive and our CPU; two of them tell what happened in between. */
struct platter_use {
    bool watched;          /* false: the kernel does not count here (queue/iostats = 0) */
    uint64_t read_sectors; /* 512 B, everybody's, ours included */
    uint64_t other_ios;    /* writes, discards and flushes completed */
    uint64_t in_flight;    /* requests now in the device */
    uint64_t run_delay_ns; /* time our process waited for a CPU */
};

struct platter_drive_ops {
    /* Time and read len bytes at offset into buf (aligned to align_bytes). *elapsed_ns is set on 0
     * and on PLATTER_READ_MEDIUM (time to the error). */
    int (*read)(struct platter_drive *d, void *buf, uint64_t offset_bytes, uint32_t len_bytes,
                uint64_t *elapsed_ns);
    /* Take the counters. 0 or negative errno. */
    int (*use)(struct platter_drive *d, struct platter_use *out);
    /* The drive's clock (CLOCK_MONOTONIC or virtual). */
    uint64_t (*now_ns)(struct platter_drive *d);
    /* Wait on that clock. */
    void (*pause)(struct platter_drive *d, uint64_t ns);
    /* Close and free; a filter frees what it stands on too. */
    void (*free)(struct platter_drive *d);
    /* A queue of reads (drive/queue.h, which alone calls this, with a depth over 1). NULL: none. */
    int (*queue)(struct platter_drive *d, unsigned depth, struct platter_queue **out);
    /* The drive reads and checks len bytes by itself; no data come over. As read; -EOPNOTSUPP: it
     * has no such command after all. NULL: it has none. */
    int (*verify)(struct platter_drive *d, uint64_t offset_bytes, uint32_t len_bytes,
                  uint64_t *elapsed_ns);
    /* A descriptor that the kernel takes several reads of at once: drive/queue.c makes the queue,
     * so that a program without one (platter-worker) has no liburing. NULL: none. */
    int (*fd)(struct platter_drive *d);
};

/* Begin of every implementation's own struct. */
struct platter_drive {
    const struct platter_drive_ops *ops;
    struct platter_geometry geometry;
    uint64_t diskseq; /* of the device when opened; 0 = not known */
};

static inline int platter_drive_read(struct platter_drive *d, void *buf, uint64_t offset_bytes,
                                     uint32_t len_bytes, uint64_t *elapsed_ns)
{
    return d->ops->read(d, buf, offset_bytes, len_bytes, elapsed_ns);
}

static inline int platter_drive_use(struct platter_drive *d, struct platter_use *out)
{
    return d->ops->use(d, out);
}

static inline uint64_t platter_drive_now_ns(struct platter_drive *d)
{
    return d->ops->now_ns(d);
}

static inline void platter_drive_pause(struct platter_drive *d, uint64_t ns)
{
    d->ops->pause(d, ns);
}

/* NULL is fine. */
void platter_drive_free(struct platter_drive *d);

/* CLEANUP_DRIVE struct platter_drive *d = NULL; */
static inline void platter_cleanup_drive(struct platter_drive **d)
{
    platter_drive_free(*d);
}
#define CLEANUP_DRIVE __attribute__((cleanup(platter_cleanup_drive)))

/* Turn the result of a pread into a result of ops->read: n bytes read of len, err the errno. */
int platter_read_result(int64_t n, uint32_t len_bytes, int err);

/* A buffer for reads: aligned to 4096 or align_bytes, whichever is more. NULL: no memory. free().
 */
void *platter_drive_buffer(const struct platter_geometry *geometry, size_t len_bytes);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Reads in flight: up to `depth` of them are handed to a drive before the first has come back, so
 * that it never waits for us. Completions come in the order in which the drive finishes.
 *
 * A block device is asked by io_uring. Without it (not compiled in, or forbidden here) the queue
 * has depth 1 and platter_queue_note() says why. The simulated drive and the filters answer their
 * reads one after another, as one actuator does.
 */
#ifndef PLATTER_DRIVE_QUEUE_H
#define PLATTER_DRIVE_QUEUE_H

#include <stdint.h>

#include "agent/drive/drive.h"

#define PLATTER_QUEUE_DEPTH_MAX 256u

/* One read. The caller owns it and the buffer, and leaves both alone while it is in flight. */
struct platter_io {
    uint64_t offset_bytes;
    uint32_t len_bytes;
    void *buf; /* aligned as for ops->read */
    /* Filled in; on the drive's clock. */
    uint64_t submit_ns, done_ns;
    int result; /* as of ops->read */
};

struct platter_queue;

struct platter_queue_ops {
    int (*submit)(struct platter_queue *q, struct platter_io *io);
    int (*wait)(struct platter_queue *q, struct platter_io **out);
    void (*free)(struct platter_queue *q);
};

/* Begin of every implementation's own struct. The functions below keep in_flight. */
struct platter_queue {
    const struct platter_queue_ops *ops;
    struct platter_drive *drive;
    unsigned depth; /* what there is; may be less than what was asked for */
    unsigned in_flight;
    const char *note; /* why depth is less, in words; "" = it is not. Static */
};

/* depth 1 ... PLATTER_QUEUE_DEPTH_MAX. The drive must outlive the queue. Returns 0, -EINVAL (no
 * such depth), -ENOMEM or -errno. */
int platter_queue_open(struct platter_drive *d, unsigned depth, struct platter_queue **out);

/* Reads by ops->read, the oldest first, each when it is waited for: ops->queue of drives that have
 * a clock but no queue of their own. Returns 0 or -ENOMEM. */
int platter_queue_in_turn(struct platter_drive *d, unsigned depth, struct platter_queue **out);

/* One at a time by ops->verify: no data come, io->buf is not touched. Returns 0, -ENOMEM, or
 * -EOPNOTSUPP: this drive cannot. */
int platter_queue_verify(struct platter_drive *d, struct platter_queue **out);

/* 0, -EBUSY: depth reached, or -errno. */
int platter_queue_submit(struct platter_queue *q, struct platter_io *io);
/* The next completion. 0, -ENOENT: nothing is in flight, or -errno: the queue is of no use any
 * more. */
int platter_queue_wait(struct platter_queue *q, struct platter_io **out);

/* Waits for what is in flight, whose results are dropped. NULL is fine. */
void platter_queue_free(struct platter_queue *q);

static inline void platter_cleanup_queue(struct platter_queue **q)
{
    platter_queue_free(*q);
}
#define CLEANUP_QUEUE __attribute__((cleanup(platter_cleanup_queue)))

#endif

/* SPDX-License-Identifier: MIT */
/* Records that wait for platter-store to take them: bounded; what does not fit is counted. */
#ifndef PLATTER_DAEMON_STORE_QUEUE_H
#define PLATTER_DAEMON_STORE_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#define PLATTER_STORE_QUEUE_BYTES ((size_t)2 * 1024 * 1024)

struct platter_store_waiting;

struct platter_store_queue {
    struct platter_store_waiting *first, *last;
    size_t bytes;
    uint64_t dropped;
};

/* A copy of a record. Returns 0 or -ENOSPC, -ENOMEM: dropped and counted. */
int platter_store_queue_add(struct platter_store_queue *q, const void *record, size_t size);
/* Send as many as the socket takes. Returns 0: all are gone; -EAGAIN: some are left; or -errno: the
 * socket is broken, the record stays. */
int platter_store_queue_send(struct platter_store_queue *q, int fd);
void platter_store_queue_clear(struct platter_store_queue *q);

#endif

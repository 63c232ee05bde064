/* SPDX-License-Identifier: MIT */
#include "agent/daemon/store_queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct platter_store_waiting {
    struct platter_store_waiting *next;
    size_t size;
    char bytes[];
};

int platter_store_queue_add(struct platter_store_queue *q, const void *record, size_t size)
{
    struct platter_store_waiting *w = NULL;
    int r = -ENOSPC;
    if (q->bytes + size <= PLATTER_STORE_QUEUE_BYTES) {
        w = malloc(sizeof(*w) + size);
        r = w ? 0 : -ENOMEM;
    }
    if (!w) {
        q->dropped++;
        return r;
    }
    w->next = NULL;
    w->size = size;
    memcpy(w->bytes, record, size);
    if (q->last)
        q->last->next = w;
    else
        q->first = w;
    q->last = w;
    q->bytes += size;
    return 0;
}

static void drop_first(struct platter_store_queue *q)
{
    struct platter_store_waiting *w = q->first;
    q->first = w->next;
    if (!q->first)
        q->last = NULL;
    q->bytes -= w->size;
    free(w);
}

int platter_store_queue_send(struct platter_store_queue *q, int fd)
{
    while (q->first) {
        ssize_t n = send(fd, q->first->bytes, q->first->size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) /* out of kernel memory is as good as not now */
            return errno == ENOBUFS ? -EAGAIN : -errno;
        drop_first(q);
    }
    return 0;
}

void platter_store_queue_clear(struct platter_store_queue *q)
{
    while (q->first)
        drop_first(q);
}

/* SPDX-License-Identifier: MIT */
#include "agent/drive/queue.h"

#include <errno.h>
#include <stdlib.h>

#include "agent/drive/uring.h"

/* Reads that wait for their turn: a ring. */
struct in_turn {
    struct platter_queue queue;
    unsigned head;
    struct platter_io *ring[];
};

static struct in_turn *in_turn_of(struct platter_queue *q)
{
    return (struct in_turn *)q;
}

static int in_turn_submit(struct platter_queue *q, struct platter_io *io)
{
    struct in_turn *t = in_turn_of(q);
    unsigned at = t->head + q->in_flight;

    io->submit_ns = platter_drive_now_ns(q->drive);
    t->ring[at < q->depth ? at : at - q->depth] = io;
    return 0;
}

static int in_turn_wait(struct platter_queue *q, struct platter_io **out)
{
    struct in_turn *t = in_turn_of(q);
    struct platter_io *io = t->ring[t->head];
    uint64_t elapsed_ns = 0;

    t->head = t->head + 1 < q->depth ? t->head + 1 : 0;
    io->result =
        platter_drive_read(q->drive, io->buf, io->offset_bytes, io->len_bytes, &elapsed_ns);
    io->done_ns = platter_drive_now_ns(q->drive);
    *out = io;
    return 0;
}

static void in_turn_free(struct platter_queue *q)
{
    free(in_turn_of(q));
}

static const struct platter_queue_ops in_turn_ops = {in_turn_submit, in_turn_wait, in_turn_free};

static int verify_wait(struct platter_queue *q, struct platter_io **out)
{
    struct platter_io *io = in_turn_of(q)->ring[0];
    uint64_t elapsed_ns = 0;

    io->result = q->drive->ops->verify(q->drive, io->offset_bytes, io->len_bytes, &elapsed_ns);
    io->done_ns = platter_drive_now_ns(q->drive);
    *out = io;
    return 0;
}

static const struct platter_queue_ops verify_ops = {in_turn_submit, verify_wait, in_turn_free};

static int new_queue(const struct platter_queue_ops *ops, struct platter_drive *d, unsigned depth,
                     struct platter_queue **out)
{
    struct in_turn *t = calloc(1, sizeof *t + depth * sizeof(t->ring[0]));

    if (!t)
        return -ENOMEM;
    t->queue = (struct platter_queue){ops, d, depth, 0, ""};
    *out = &t->queue;
    return 0;
}

int platter_queue_in_turn(struct platter_drive *d, unsigned depth, struct platter_queue **out)
{
    return new_queue(&in_turn_ops, d, depth, out);
}

int platter_queue_verify(struct platter_drive *d, struct platter_queue **out)
{
    return d->ops->verify ? new_queue(&verify_ops, d, 1, out) : -EOPNOTSUPP;
}

int platter_queue_open(struct platter_drive *d, unsigned depth, struct platter_queue **out)
{
    if (depth < 1 || depth > PLATTER_QUEUE_DEPTH_MAX)
        return -EINVAL;
    if (depth > 1 && d->ops->queue)
        return d->ops->queue(d, depth, out);
    if (depth > 1 && d->ops->fd)
        return platter_uring_open(d, d->ops->fd(d), depth, out);
    int r = platter_queue_in_turn(d, 1, out);
    if (r == 0 && depth > 1)
        (*out)->note = "this drive takes one read at a time";
    return r;
}

int platter_queue_submit(struct platter_queue *q, struct platter_io *io)
{
    if (q->in_flight >= q->depth)
        return -EBUSY;
    int r = q->ops->submit(q, io);
    if (r == 0)
        q->in_flight++;
    return r;
}

int platter_queue_wait(struct platter_queue *q, struct platter_io **out)
{
    if (!q->in_flight)
        return -ENOENT;
    int r = q->ops->wait(q, out);
    if (r == 0)
        q->in_flight--;
    return r;
}

void platter_queue_free(struct platter_queue *q)
{
    if (q)
        q->ops->free(q);
}

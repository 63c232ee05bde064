/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "agent/drive/uring.h"

#include <errno.h>
#include <stdlib.h>

static int one_at_a_time(struct platter_drive *d, const char *note, struct platter_queue **out)
{
    int r = platter_queue_in_turn(d, 1, out);

    if (r == 0)
        (*out)->note = note;
    return r;
}

#ifdef HAVE_LIBURING

#include <liburing.h>

struct uring {
    struct platter_queue queue;
    int fd;
    struct io_uring ring;
};

static struct uring *uring_of(struct platter_queue *q)
{
    return (struct uring *)q;
}

static int uring_submit(struct platter_queue *q, struct platter_io *io)
{
    struct uring *u = uring_of(q);
    struct io_uring_sqe *sqe = io_uring_get_sqe(&u->ring);
    int n;

    if (!sqe)
        return -EBUSY;
    io_uring_prep_read(sqe, u->fd, io->buf, io->len_bytes, io->offset_bytes);
    io_uring_sqe_set_data(sqe, io);
    io->submit_ns = platter_drive_now_ns(q->drive);
    do
        n = io_uring_submit(&u->ring);
    while (n == -EINTR);
    return n < 0 ? n : 0;
}

static int uring_wait(struct platter_queue *q, struct platter_io **out)
{
    struct uring *u = uring_of(q);
    struct io_uring_cqe *cqe;
    int r;

    do
        r = io_uring_wait_cqe(&u->ring, &cqe);
    while (r == -EINTR);
    if (r < 0)
        return r;
    struct platter_io *io = io_uring_cqe_get_data(cqe);
    io->done_ns = platter_drive_now_ns(q->drive);
    io->result = platter_read_result(cqe->res, io->len_bytes, cqe->res < 0 ? -cqe->res : 0);
    io_uring_cqe_seen(&u->ring, cqe);
    *out = io;
    return 0;
}

/* Reads in flight write into buffers that the caller frees next. */
static void uring_free(struct platter_queue *q)
{
    struct platter_io *io;

    while (platter_queue_wait(q, &io) == 0)
        ;
    io_uring_queue_exit(&uring_of(q)->ring);
    free(uring_of(q));
}

static const struct platter_queue_ops uring_ops = {uring_submit, uring_wait, uring_free};

int platter_uring_open(struct platter_drive *d, int fd, unsigned depth, struct platter_queue **out)
{
    struct uring *u = calloc(1, sizeof *u);

    if (!u)
        return -ENOMEM;
    u->queue = (struct platter_queue){&uring_ops, d, depth, 0, ""};
    u->fd = fd;
    int r = io_uring_queue_init(depth, &u->ring, 0);
    if (r == 0) {
        *out = &u->queue;
        return 0;
    }
    free(u);
    /* An old kernel, a container's filter, kernel.io_uring_disabled, RLIMIT_MEMLOCK: all the same
     * to us. */
    return one_at_a_time(d, "io_uring is not to be had here: one read at a time", out);
}

#else

int platter_uring_open(struct platter_drive *d, int fd, unsigned depth, struct platter_queue **out)
{
    (void)fd;
    (void)depth;
    return one_at_a_time(d, "built without liburing: one read at a time", out);
}

#endif

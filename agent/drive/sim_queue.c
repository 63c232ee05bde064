/* SPDX-License-Identifier: MIT */
/* The queue of a simulated drive: it serves one read at a time, in the order that it likes best. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/drive/queue.h"
#include "agent/drive/sim.h"

/* One that was passed over so many times the depth comes first. */
#define PATIENCE 4

struct sim_queue {
    struct platter_queue queue;
    uint64_t *offsets; /* of the reads, in the order of submission */
    unsigned oldest_waited;
    struct platter_io *ios[];
};

static struct sim_queue *sim_queue_of(struct platter_queue *q)
{
    return (struct sim_queue *)q;
}

static int submit(struct platter_queue *q, struct platter_io *io)
{
    struct sim_queue *s = sim_queue_of(q);

    io->submit_ns = platter_drive_now_ns(q->drive);
    s->ios[q->in_flight] = io;
    s->offsets[q->in_flight] = io->offset_bytes;
    return 0;
}

static unsigned choose(struct sim_queue *s)
{
    const struct platter_queue *q = &s->queue;
    unsigned i = platter_model_choose(platter_sim_model(q->drive), s->offsets, q->in_flight);

    if (i && s->oldest_waited >= PATIENCE * q->depth)
        i = platter_model_choose(platter_sim_model(q->drive), s->offsets, 1);
    s->oldest_waited = i ? s->oldest_waited + 1 : 0;
    return i;
}

static int wait(struct platter_queue *q, struct platter_io **out)
{
    struct sim_queue *s = sim_queue_of(q);
    unsigned i = choose(s), after = q->in_flight - i - 1;
    struct platter_io *io = s->ios[i];
    uint64_t elapsed_ns = 0;

    memmove(&s->ios[i], &s->ios[i + 1], after * sizeof(s->ios[0]));
    memmove(&s->offsets[i], &s->offsets[i + 1], after * sizeof(s->offsets[0]));
    io->result =
        platter_drive_read(q->drive, io->buf, io->offset_bytes, io->len_bytes, &elapsed_ns);
    io->done_ns = platter_drive_now_ns(q->drive);
    *out = io;
    return 0;
}

static void release(struct platter_queue *q)
{
    free(sim_queue_of(q)->offsets);
    free(sim_queue_of(q));
}

static const struct platter_queue_ops sim_queue_ops = {submit, wait, release};

int platter_sim_queue(struct platter_drive *d, unsigned depth, struct platter_queue **out)
{
    struct sim_queue *s = calloc(1, sizeof(*s) + (depth + 1) * sizeof(s->ios[0]));

    if (s)
        s->offsets = calloc(depth + 1, sizeof(s->offsets[0]));
    if (!s || !s->offsets) {
        free(s);
        return -ENOMEM;
    }
    s->queue = (struct platter_queue){&sim_queue_ops, d, depth, 0, ""};
    *out = &s->queue;
    return 0;
}

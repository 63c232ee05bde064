/* SPDX-License-Identifier: MIT */
#include "agent/bench/random.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "agent/core/rng.h"
#include "agent/drive/queue.h"
#include <platter/errors.h>

#define TELL_EVERY 16u

struct run {
    struct platter_drive *drive;
    const struct platter_random_plan *plan;
    const struct platter_watch *watch;
    struct platter_random *out;
    struct platter_rng rng;
    struct platter_queue *queue;
    struct platter_io *ios; /* depth of them */
    struct platter_values times;
    uint64_t begin_ns, begun, bytes;
};

/* Mixed: any number of the smallest size. */
static uint32_t next_size(struct run *r)
{
    const struct platter_random_plan *p = r->plan;
    uint32_t sizes = p->size_max_bytes / p->size_bytes;

    return sizes > 1 ? p->size_bytes * (uint32_t)(1 + platter_rng_uniform(&r->rng) * sizes)
                     : p->size_bytes;
}

static int submit_next(struct run *r, struct platter_io *io)
{
    const struct platter_random_plan *p = r->plan;
    uint32_t len = next_size(r);
    uint64_t room = (p->to_bytes - p->from_bytes - len) / p->size_bytes + 1;
    uint64_t place = (uint64_t)(platter_rng_uniform(&r->rng) * (double)room);

    io->offset_bytes = p->from_bytes + place * p->size_bytes;
    io->len_bytes = len;
    r->begun++;
    return platter_queue_submit(r->queue, io);
}

/* What came back. */
static int take(struct run *r, const struct platter_io *io)
{
    switch (io->result) {
    case 0:
        r->bytes += io->len_bytes;
        r->out->reads++;
        return platter_values_add(&r->times, (double)(io->done_ns - io->submit_ns) / 1e9);
    case PLATTER_READ_MEDIUM:
        if (r->out->errors++ == 0)
            r->out->first_error_byte = io->offset_bytes;
        return 0;
    case -EINVAL:
        return PLATTER_RANDOM_REFUSED;
    default:
        return io->result;
    }
}

static bool is_time_over(const struct run *r)
{
    return r->begun >= r->plan->count ||
           (r->plan->for_ns && platter_drive_now_ns(r->drive) - r->begin_ns >= r->plan->for_ns);
}

static int tell(const struct run *r)
{
    const struct platter_random_plan *p = r->plan;
    double by_count = (double)r->begun / (double)p->count;
    double spent_ns = (double)(platter_drive_now_ns(r->drive) - r->begin_ns);

    return platter_watch_tell(r->watch,
                              p->for_ns ? fmax(by_count, spent_ns / (double)p->for_ns) : by_count);
}

/* A read for each that came back, until the time is over; then those that are still in flight. */
static int keep_reading(struct run *r)
{
    struct platter_io *io;
    int result;

    while ((result = platter_queue_wait(r->queue, &io)) == 0) {
        result = take(r, io);
        if (result == 0 && r->begun % TELL_EVERY == 0)
            result = tell(r);
        if (result == 0 && !is_time_over(r))
            result = submit_next(r, io);
        if (result != 0)
            return result;
    }
    return result == -ENOENT ? 0 : result;
}

static int make_ios(struct run *r)
{
    r->ios = calloc(r->queue->depth, sizeof(*r->ios));
    if (!r->ios)
        return -ENOMEM;
    for (unsigned i = 0; i < r->queue->depth; i++) {
        r->ios[i].buf = platter_drive_buffer(&r->drive->geometry, r->plan->size_max_bytes);
        if (!r->ios[i].buf)
            return -ENOMEM;
    }
    return 0;
}

static int measure(struct run *r)
{
    int result = platter_queue_open(r->drive, r->plan->depth, &r->queue);

    if (result != 0)
        return result;
    r->out->depth = r->queue->depth;
    r->out->note = r->queue->note;
    result = make_ios(r);
    r->begin_ns = platter_drive_now_ns(r->drive);
    for (unsigned i = 0; i < r->queue->depth && result == 0 && r->begun < r->plan->count; i++)
        result = submit_next(r, &r->ios[i]);
    if (result == 0)
        result = keep_reading(r);
    r->out->duration_ns = platter_drive_now_ns(r->drive) - r->begin_ns;
    return result;
}

/* The queue first: what is still in flight goes into the buffers. */
static void release(struct run *r)
{
    unsigned depth = r->queue ? r->queue->depth : 0;

    platter_queue_free(r->queue);
    for (unsigned i = 0; r->ios && i < depth; i++)
        free(r->ios[i].buf);
    free(r->ios);
    platter_values_deinit(&r->times);
}

static bool is_sound(const struct platter_drive *d, const struct platter_random_plan *p)
{
    uint32_t lba = d->geometry.logical_bytes;

    return lba > 0 && p->size_bytes >= lba && p->size_bytes % lba == 0 &&
           p->size_max_bytes >= p->size_bytes && p->size_max_bytes % p->size_bytes == 0 &&
           p->size_max_bytes <= PLATTER_RANDOM_SIZE_MAX && p->from_bytes % lba == 0 &&
           p->to_bytes <= d->geometry.capacity_bytes && p->from_bytes < p->to_bytes &&
           p->to_bytes - p->from_bytes >= p->size_max_bytes && p->count >= 1 &&
           p->count <= PLATTER_RANDOM_COUNT_MAX;
}

int platter_random_run(struct platter_drive *d, const struct platter_random_plan *plan,
                       const struct platter_watch *watch, struct platter_random *out)
{
    struct run r = {.drive = d, .plan = plan, .watch = watch, .out = out};

    *out = (struct platter_random){.ops_per_s = NAN, .bps = NAN, .note = ""};
    platter_spread_of(NULL, 0, &out->time);
    if (!is_sound(d, plan))
        return -EINVAL;
    platter_rng_seed(&r.rng, plan->seed);
    int result = measure(&r);
    if (out->reads && out->duration_ns) {
        double spent_s = (double)out->duration_ns / 1e9;
        out->ops_per_s = (double)out->reads / spent_s;
        out->bps = (double)r.bytes / spent_s;
    }
    platter_spread_of(r.times.v, r.times.n, &out->time);
    release(&r);
    return result;
}

/* SPDX-License-Identifier: MIT */
#include "agent/bench/scan.h"

#include <errno.h>
#include <stdlib.h>

#include "agent/bench/quiet.h"
#include "agent/drive/queue.h"
#include <platter/errors.h>
#include <platter/units.h>

#define HOT_PAUSE_NS (30 * PLATTER_NS_PER_S)

/* A read and what came of it. Blocks may come out of order and are counted in order. */
struct slot {
    struct platter_io io;
    uint64_t index; /* of the block */
    uint64_t ns;
    bool done;
    bool suspect; /* slow, or a later one that came before it was: which of them is not known */
};

struct job {
    struct platter_drive *d;
    struct platter_scan *s;
    const struct platter_scan_hooks *hooks;
    struct platter_queue *q;
    unsigned depth;
    uint64_t mask; /* slots - 1; a power of two of them, at least depth */
    struct slot *slots;
    uint64_t next;      /* block to be submitted next */
    uint64_t before_ns; /* when the last one was done */
    uint64_t tick_ns;   /* when the next tick is due */
    uint64_t began_ns, duration_ns;
    unsigned errors;  /* in a row */
    unsigned jumping; /* so many blocks may hold a jump of the head */
    struct platter_quiet quiet;
};

static int open_queue(struct job *j, unsigned depth)
{
    if (j->s->plan.method == PLATTER_SCAN_VERIFY)
        return platter_queue_verify(j->d, &j->q);
    /* Each block of a butterfly is to hold its own seek. */
    return platter_queue_open(j->d, j->s->plan.method == PLATTER_SCAN_BUTTERFLY ? 1 : depth, &j->q);
}

static int make_slots(struct job *j)
{
    j->depth = j->q->depth;
    j->jumping = j->depth;
    while (j->mask + 1 < j->depth)
        j->mask = 2 * j->mask + 1;
    j->slots = calloc(j->mask + 1, sizeof j->slots[0]);
    if (!j->slots)
        return -ENOMEM;
    for (uint64_t i = 0; i <= j->mask; i++) {
        j->slots[i].io.buf = platter_drive_buffer(&j->d->geometry, j->s->plan.block_bytes);
        if (!j->slots[i].io.buf)
            return -ENOMEM;
    }
    return 0;
}

static void end_job(struct job *j)
{
    platter_queue_free(j->q);
    for (uint64_t i = 0; j->slots && i <= j->mask; i++)
        free(j->slots[i].io.buf);
    free(j->slots);
}

static int submit(struct job *j)
{
    struct slot *slot = &j->slots[j->next & j->mask];

    slot->io.offset_bytes = platter_scan_block(j->s, j->next, &slot->io.len_bytes);
    slot->index = j->next;
    slot->done = slot->suspect = false;
    int r = platter_queue_submit(j->q, &slot->io);
    if (r == 0)
        j->next++;
    return r;
}

/* A block that came before earlier ones may have been read after them by the drive: the time may be
 * theirs. */
static void suspect_earlier(struct job *j, struct slot *slot)
{
    for (uint64_t i = j->s->done; i < slot->index; i++)
        if (!j->slots[i & j->mask].done)
            slot->suspect = j->slots[i & j->mask].suspect = true;
}

static int await(struct job *j)
{
    struct platter_io *io;
    int r = platter_queue_wait(j->q, &io);

    if (r)
        return r;
    struct slot *slot = (struct slot *)io;
    uint64_t from_ns = io->submit_ns > j->before_ns ? io->submit_ns : j->before_ns;
    slot->ns = io->done_ns > from_ns ? io->done_ns - from_ns : 0;
    slot->done = true;
    if (slot->index != j->s->done && platter_scan_is_slow(j->s, slot->ns))
        suspect_earlier(j, slot);
    j->before_ns = io->done_ns;
    j->quiet.our_bytes += io->len_bytes;
    return 0;
}

static void take_error(struct job *j, uint64_t ns)
{
    platter_scan_failed(j->s, ns);
    j->errors++;
    j->jumping = j->depth + 1;
}

static void take_time(struct job *j, uint64_t ns, bool suspect)
{
    bool disturbed = suspect;

    if (!suspect && platter_scan_is_slow(j->s, ns))
        disturbed = !platter_quiet_since(&j->quiet, j->d) || j->jumping;
    platter_scan_took(j->s, ns, disturbed);
    j->errors = 0;
    if (j->jumping)
        j->jumping--;
}

/* Count what has come, in order. */
static int take_done(struct job *j)
{
    while (j->s->done < j->next && j->slots[j->s->done & j->mask].done) {
        const struct slot *slot = &j->slots[j->s->done & j->mask];
        int result = slot->io.result;
        if (result == 0)
            take_time(j, slot->ns, slot->suspect);
        else if (result == PLATTER_READ_MEDIUM)
            take_error(j, slot->ns);
        else
            return result;
        if (j->errors < PLATTER_SCAN_ERRORS_MAX)
            continue;
        platter_scan_take_back(j->s, j->errors);
        return PLATTER_READ_GONE;
    }
    return 0;
}

/* Wait for all that is in flight. */
static int drain(struct job *j)
{
    int r = 0;

    while (r == 0 && j->q->in_flight) {
        r = await(j);
        if (r == 0)
            r = take_done(j);
    }
    return r;
}

static int tell(struct job *j)
{
    struct platter_scan *s = j->s;

    s->duration_ns = j->duration_ns + (platter_drive_now_ns(j->d) - j->began_ns);
    return j->hooks->tick ? j->hooks->tick(j->hooks->user, s, PLATTER_SCAN_SCANNING,
                                           (double)s->done / (double)s->n_blocks)
                          : 0;
}

/* Until it is cool enough, second by second, so that Ctrl-C is heard. */
static int cool_down(struct job *j)
{
    int r = drain(j);

    while (r == 0 && j->hooks->hot(j->hooks->user)) {
        for (uint64_t ns = 0; r == 0 && ns < HOT_PAUSE_NS; ns += PLATTER_NS_PER_S) {
            platter_drive_pause(j->d, PLATTER_NS_PER_S);
            j->s->paused_ns += PLATTER_NS_PER_S;
            r = tell(j);
        }
    }
    j->jumping = j->depth;
    platter_quiet_begin(&j->quiet, j->d);
    return r;
}

static int tick(struct job *j)
{
    if (j->before_ns < j->tick_ns)
        return 0;
    j->tick_ns = j->before_ns + PLATTER_SCAN_TICK_NS;
    platter_quiet_since(&j->quiet, j->d);
    int r = tell(j);
    if (r == 0 && j->hooks->hot && j->hooks->hot(j->hooks->user))
        r = cool_down(j);
    return r;
}

static int scan(struct job *j)
{
    struct platter_scan *s = j->s;
    int r = 0;

    while (r == 0 && s->done < s->n_blocks) {
        while (r == 0 && j->next < s->n_blocks && j->next - s->done < j->depth)
            r = submit(j);
        if (r == 0)
            r = await(j);
        if (r == 0)
            r = take_done(j);
        if (r == 0)
            r = tick(j);
    }
    /* What is under way when somebody ends it counts too. */
    if (r > 0 && r != PLATTER_READ_GONE)
        (void)drain(j);
    return r;
}

int platter_scan_run(struct platter_drive *d, struct platter_scan *s, unsigned depth,
                     const struct platter_scan_hooks *hooks)
{
    struct job j = {.d = d, .s = s, .hooks = hooks, .next = s->done};
    int r = open_queue(&j, depth);

    if (r == 0)
        r = make_slots(&j);
    if (r == 0) {
        j.duration_ns = s->duration_ns;
        j.began_ns = platter_drive_now_ns(d);
        j.tick_ns = j.began_ns + PLATTER_SCAN_TICK_NS;
        platter_quiet_begin(&j.quiet, d);
        j.quiet.tolerance_bytes = (uint64_t)j.depth * s->plan.block_bytes;
        r = scan(&j);
        s->duration_ns = j.duration_ns + (platter_drive_now_ns(d) - j.began_ns);
    }
    end_job(&j);
    return r;
}

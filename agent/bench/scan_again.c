/* SPDX-License-Identifier: MIT */
#include "agent/bench/scan_again.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/bench/quiet.h"
#include <platter/errors.h>
#include <platter/units.h>

/* A read that was disturbed is made again in another round. */
#define MORE_ROUNDS 2u
#define FLUSH_READ_BYTES (1u << 20)
#define FLUSH_PLACES 64u
/* From one suspect to the next at most so far the head reads on. */
#define NEAR_BLOCKS 16u

struct job {
    struct platter_drive *d;
    struct platter_scan *s;
    const struct platter_scan_hooks *hooks;
    void *buf;
    uint64_t began_ns, duration_ns, tick_ns;
    uint64_t head_byte; /* where the last read ended; UINT64_MAX: elsewhere */
    enum platter_scan_phase phase;
    double share;
};

static int begin(struct job *j)
{
    j->buf = platter_drive_buffer(&j->d->geometry, FLUSH_READ_BYTES > j->s->plan.block_bytes
                                                       ? FLUSH_READ_BYTES
                                                       : j->s->plan.block_bytes);
    if (!j->buf)
        return -ENOMEM;
    j->began_ns = j->tick_ns = platter_drive_now_ns(j->d);
    j->duration_ns = j->s->duration_ns;
    return 0;
}

/* One read of the drive's own kind, and a tick when one is due. */
static int read_once(struct job *j, uint64_t byte, uint32_t len_bytes, uint64_t *ns)
{
    const struct platter_drive_ops *ops = j->d->ops;
    int result = j->s->plan.method == PLATTER_SCAN_VERIFY && ops->verify
                     ? ops->verify(j->d, byte, len_bytes, ns)
                     : platter_drive_read(j->d, j->buf, byte, len_bytes, ns);
    uint64_t now_ns = platter_drive_now_ns(j->d);

    j->s->duration_ns = j->duration_ns + (now_ns - j->began_ns);
    if (now_ns < j->tick_ns || !j->hooks->tick || (result && result != PLATTER_READ_MEDIUM))
        return result;
    j->tick_ns = now_ns + PLATTER_SCAN_TICK_NS;
    int told = j->hooks->tick(j->hooks->user, j->s, j->phase, j->share);
    return told ? told : result;
}

/* ---- bad places --------------------------------------------------------------------------- */

struct split {
    struct job *job;
    struct platter_scan_bad *out;
    uint32_t n;
    uint32_t unit_bytes;
    uint64_t until_ns;
    bool ended; /* no more reads: the rest is copied as it is */
    int result;
};

/* The list is never full before it has one that the new one can join. */
static void put_bad(struct split *sp, uint64_t byte, uint64_t len_bytes, bool exact)
{
    struct platter_scan_bad *last = sp->n ? &sp->out[sp->n - 1] : NULL;

    assert(sp->out);
    if (last && last->first_byte + last->len_bytes == byte && last->exact == exact) {
        last->len_bytes += len_bytes;
    } else if (!last || sp->n < PLATTER_SCAN_BAD_MAX) {
        sp->out[sp->n++] = (struct platter_scan_bad){byte, len_bytes, exact};
    } else {
        last->len_bytes = byte + len_bytes - last->first_byte;
        last->exact = false;
        sp->job->s->bad_merged = true;
    }
}

/* Whether a piece can be read; on anything but yes and no the halving ends. */
static bool is_bad(struct split *sp, uint64_t byte, uint32_t len_bytes)
{
    uint64_t ns;
    int r = read_once(sp->job, byte, len_bytes, &ns);

    if (r == 0)
        return false;
    if (r != PLATTER_READ_MEDIUM) {
        sp->result = r;
        sp->ended = true;
    } else if (platter_drive_now_ns(sp->job->d) > sp->until_ns) {
        sp->ended = true;
    }
    return true;
}

/* A piece that is known to fail. As deep as a block has halves: 128 KiB of 512 B, 8. */
static void halve(struct split *sp, uint64_t byte, uint32_t len_bytes)
{
    if (sp->ended || len_bytes <= sp->unit_bytes) {
        put_bad(sp, byte, len_bytes, !sp->ended);
        return;
    }
    uint32_t units = (len_bytes + sp->unit_bytes - 1) / sp->unit_bytes;
    uint32_t left = units / 2 * sp->unit_bytes;

    if (sp->ended || is_bad(sp, byte, left))
        halve(sp, byte, left);
    if (sp->ended || is_bad(sp, byte + left, len_bytes - left))
        halve(sp, byte + left, len_bytes - left);
}

static void split_place(struct split *sp, const struct platter_scan_bad *b)
{
    uint32_t block_bytes = sp->job->s->plan.block_bytes;

    if (b->exact || sp->ended) {
        put_bad(sp, b->first_byte, b->len_bytes, b->exact);
        return;
    }
    for (uint64_t at = 0; at < b->len_bytes; at += block_bytes) {
        uint64_t left = b->len_bytes - at;
        halve(sp, b->first_byte + at, left < block_bytes ? (uint32_t)left : block_bytes);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct platter_scan_bad *x = a, *y = b;
    return x->first_byte < y->first_byte ? -1 : x->first_byte > y->first_byte;
}

static void split_all(struct split *sp)
{
    struct platter_scan *s = sp->job->s;
    uint64_t tenth_ns = s->duration_ns / 10;

    sp->until_ns =
        sp->job->began_ns + (tenth_ns > PLATTER_SCAN_SPLIT_NS ? tenth_ns : PLATTER_SCAN_SPLIT_NS);
    qsort(s->bad, s->n_bad, sizeof s->bad[0], by_place);
    for (uint32_t i = 0; i < s->n_bad; i++) {
        sp->job->share = (double)i / (double)s->n_bad;
        split_place(sp, &s->bad[i]);
    }
    memcpy(s->bad, sp->out, sp->n * sizeof sp->out[0]);
    s->n_bad = sp->n;
}

int platter_scan_split(struct platter_drive *d, struct platter_scan *s,
                       const struct platter_scan_hooks *hooks)
{
    struct job j = {.d = d, .s = s, .hooks = hooks, .phase = PLATTER_SCAN_SPLITTING};
    struct split sp = {.job = &j, .unit_bytes = d->geometry.align_bytes};

    s->split_done = !s->n_bad;
    if (!s->n_bad)
        return 0;
    int r = begin(&j);
    sp.out = r ? NULL : calloc(PLATTER_SCAN_BAD_MAX, sizeof sp.out[0]);
    if (sp.out) {
        split_all(&sp);
        r = sp.result;
        s->split_done = r == 0;
    } else if (r == 0) {
        r = -ENOMEM;
    }
    free(sp.out);
    free(j.buf);
    return r;
}

/* ---- slow blocks -------------------------------------------------------------------------- */

/* Disturbed ones first, then the slowest. */
static int most_suspect_first(const void *a, const void *b)
{
    const struct platter_scan_slow *x = *(struct platter_scan_slow *const *)a;
    const struct platter_scan_slow *y = *(struct platter_scan_slow *const *)b;

    if (x->disturbed != y->disturbed)
        return x->disturbed ? -1 : 1;
    return x->time_us > y->time_us ? -1 : x->time_us < y->time_us;
}

static int suspect_by_place(const void *a, const void *b)
{
    const struct platter_scan_slow *x = *(struct platter_scan_slow *const *)a;
    const struct platter_scan_slow *y = *(struct platter_scan_slow *const *)b;
    return x->first_byte < y->first_byte ? -1 : x->first_byte > y->first_byte;
}

/* Read so much else, at so many other places, that what was read before has left the drive's
 * buffer: one long stream may turn over in one segment of it. */
static int flush(struct job *j)
{
    uint64_t usable = j->d->geometry.capacity_bytes, ns;

    for (uint64_t i = 0; i < FLUSH_PLACES; i++) {
        uint64_t at = usable / FLUSH_PLACES * i;
        at -= at % FLUSH_READ_BYTES;
        for (uint64_t done = 0; done < PLATTER_SCAN_FLUSH_BYTES / FLUSH_PLACES &&
                                at + done + FLUSH_READ_BYTES <= usable / FLUSH_PLACES * (i + 1);
             done += FLUSH_READ_BYTES) {
            int r = platter_drive_read(j->d, j->buf, at + done, FLUSH_READ_BYTES, &ns);
            if (r && r != PLATTER_READ_MEDIUM)
                return r;
        }
    }
    j->head_byte = UINT64_MAX;
    return 0;
}

/* Bring the head, and the drive's read-ahead, to a place: on from where it is, or by two reads just
 * before. */
static int run_up(struct job *j, uint64_t byte, uint32_t step_bytes)
{
    uint64_t from = byte - 2ull * step_bytes, ns;
    int r = 0;

    if (j->head_byte <= byte &&
        byte - j->head_byte <= (uint64_t)NEAR_BLOCKS * j->s->plan.block_bytes)
        from = j->head_byte;
    for (; (r == 0 || r == PLATTER_READ_MEDIUM) && from < byte; from += step_bytes)
        r = read_once(j, from, byte - from < step_bytes ? (uint32_t)(byte - from) : step_bytes,
                      &ns);
    return r == PLATTER_READ_MEDIUM ? 0 : r;
}

/* The time of one block, with no seek in it, and whether nothing disturbed it. */
static int time_block(struct job *j, uint64_t byte, uint32_t len_bytes, uint64_t *ns, bool *quiet)
{
    uint32_t align = j->d->geometry.align_bytes, step = j->s->plan.block_bytes;
    struct platter_quiet look = {.our_bytes = 0};

    if (byte < 2ull * step)
        step = (uint32_t)(byte / 2 - byte / 2 % align);
    /* There is nothing before the first: then the rest of it, after its first sectors. */
    if (!step && len_bytes > 2 * align) {
        step = align;
        byte += 2ull * align;
        len_bytes -= 2 * align;
    }
    int r = step ? run_up(j, byte, step) : 0;
    if (r)
        return r;
    platter_quiet_begin(&look, j->d);
    r = read_once(j, byte, len_bytes, ns);
    look.our_bytes = len_bytes;
    *quiet = platter_quiet_since(&look, j->d);
    j->head_byte = byte + len_bytes;
    return r;
}

static int look_again(struct job *j, struct platter_scan_slow *e)
{
    const struct platter_scan_plan *plan = &j->s->plan;
    uint64_t left = plan->end_byte - e->first_byte, ns = 0;
    uint32_t len_bytes = left < plan->block_bytes ? (uint32_t)left : plan->block_bytes;
    bool quiet = false;
    int r = time_block(j, e->first_byte, len_bytes, &ns, &quiet);

    if (r && r != PLATTER_READ_MEDIUM)
        return r;
    bool slow = r || ns >= plan->slow_ns;
    if (slow && !quiet && !r)
        return 0; /* says nothing: in the next round */
    uint64_t us = ns / PLATTER_NS_PER_US;
    e->reads++;
    if (slow)
        e->slow_again++;
    if (us > e->again_us)
        e->again_us = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
    if (r == PLATTER_READ_MEDIUM) {
        const struct platter_scan_bad bad = {e->first_byte, len_bytes, false};
        (void)platter_scan_add_bad(j->s, &bad);
    }
    return 0;
}

static uint32_t still_wanted(struct platter_scan_slow **suspects, uint32_t n, unsigned times)
{
    uint32_t wanted = 0;

    for (uint32_t i = 0; i < n; i++)
        wanted += suspects[i]->reads < times;
    return wanted;
}

static int look_at_all(struct job *j, struct platter_scan_slow **suspects, uint32_t n,
                       unsigned times)
{
    unsigned rounds = times + MORE_ROUNDS;
    int r = 0;

    for (unsigned round = 0; r == 0 && round < rounds && still_wanted(suspects, n, times);
         round++) {
        r = flush(j);
        for (uint32_t i = 0; r == 0 && i < n; i++) {
            j->share = ((double)round + (double)i / (double)n) / (double)times;
            if (suspects[i]->reads < times)
                r = look_again(j, suspects[i]);
        }
    }
    return r;
}

int platter_scan_again(struct platter_drive *d, struct platter_scan *s, unsigned times,
                       const struct platter_scan_hooks *hooks)
{
    struct job j = {.d = d, .s = s, .hooks = hooks, .phase = PLATTER_SCAN_AGAIN};
    CLEANUP_FREE struct platter_scan_slow **suspects = NULL;
    uint32_t n = s->n_slow < PLATTER_SCAN_AGAIN_MAX ? s->n_slow : PLATTER_SCAN_AGAIN_MAX;

    if (!n || !times) {
        s->again_done = true;
        return 0;
    }
    suspects = calloc(s->n_slow, sizeof(struct platter_scan_slow *));
    int r = suspects ? begin(&j) : -ENOMEM;
    if (r)
        return r;
    for (uint32_t i = 0; i < s->n_slow; i++)
        suspects[i] = &s->slow[i];
    qsort(suspects, s->n_slow, sizeof(struct platter_scan_slow *), most_suspect_first);
    qsort(suspects, n, sizeof(struct platter_scan_slow *), suspect_by_place);
    s->again_from = n;
    r = look_at_all(&j, suspects, n, times);
    s->again_done = r == 0;
    free(j.buf);
    return r;
}

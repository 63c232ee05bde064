/* SPDX-License-Identifier: MIT */
#include "agent/bench/scan_tally.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <platter/units.h>

static const char *const methods[PLATTER_SCAN_METHODS] = {
    [PLATTER_SCAN_READ] = "read",
    [PLATTER_SCAN_VERIFY] = "verify",
    [PLATTER_SCAN_BUTTERFLY] = "butterfly",
};

const char *platter_scan_method_name(enum platter_scan_method m)
{
    return methods[m];
}

int platter_scan_method_of(const char *name, enum platter_scan_method *out)
{
    for (unsigned i = 0; i < PLATTER_SCAN_METHODS; i++)
        if (strcmp(methods[i], name) == 0) {
            *out = (enum platter_scan_method)i;
            return 0;
        }
    return -EINVAL;
}

int platter_scan_init(struct platter_scan *s, const struct platter_scan_plan *plan)
{
    struct platter_scan new = {.plan = *plan};

    if (!plan->block_bytes || plan->first_byte >= plan->end_byte || plan->end_byte > INT64_MAX)
        return -EINVAL;
    new.n_blocks = (plan->end_byte - plan->first_byte - 1) / plan->block_bytes + 1;
    new.cell_blocks = (new.n_blocks - 1) / PLATTER_SCAN_CELLS + 1;
    new.n_cells = (uint32_t)((new.n_blocks - 1) / new.cell_blocks + 1);
    new.cells = calloc(new.n_cells, sizeof new.cells[0]);
    new.slow = calloc(PLATTER_SCAN_SLOW_MAX, sizeof new.slow[0]);
    new.bad = calloc(PLATTER_SCAN_BAD_MAX, sizeof new.bad[0]);
    if (!new.cells || !new.slow || !new.bad) {
        platter_scan_deinit(&new);
        return -ENOMEM;
    }
    *s = new;
    return 0;
}

void platter_scan_deinit(struct platter_scan *s)
{
    free(s->cells);
    free(s->slow);
    free(s->bad);
    memset(s, 0, sizeof *s);
}

/* The place of the i-th block from the begin of the range. */
static uint64_t index_of(const struct platter_scan *s, uint64_t i)
{
    if (s->plan.method != PLATTER_SCAN_BUTTERFLY)
        return i;
    return i % 2 ? s->n_blocks - 1 - i / 2 : i / 2;
}

uint64_t platter_scan_block(const struct platter_scan *s, uint64_t i, uint32_t *len_bytes)
{
    uint64_t at = s->plan.first_byte + index_of(s, i) * s->plan.block_bytes;
    uint64_t left = s->plan.end_byte - at;

    *len_bytes = left < s->plan.block_bytes ? (uint32_t)left : s->plan.block_bytes;
    return at;
}

/* In butterfly each block holds a seek and half a revolution on average, a whole one at worst. */
bool platter_scan_is_slow(const struct platter_scan *s, uint64_t ns)
{
    if (s->plan.method != PLATTER_SCAN_BUTTERFLY)
        return ns >= s->plan.slow_ns;
    uint64_t rev_ns = s->plan.rev_ns ? s->plan.rev_ns : PLATTER_REV_DEFAULT_NS;
    return s->done >= 64 && ns >= s->plan.slow_ns + s->typical_ns + rev_ns;
}

static struct platter_scan_cell *cell_at(struct platter_scan *s, uint64_t byte)
{
    return &s->cells[(byte - s->plan.first_byte) / s->plan.block_bytes / s->cell_blocks];
}

/* A median that follows: up a little when a time is longer, down a little when it is shorter. */
static void follow_typical(struct platter_scan *s, uint64_t ns)
{
    unsigned shift = s->done < 64 ? 3 : s->done < 1024 ? 6 : 9;
    uint64_t step = (s->typical_ns >> shift) + 1;

    if (!s->typical_ns)
        s->typical_ns = ns;
    else if (ns > s->typical_ns)
        s->typical_ns += step;
    else if (ns < s->typical_ns)
        s->typical_ns -= step;
}

static void count_turns(struct platter_scan *s, uint64_t ns)
{
    uint64_t rev_ns = s->plan.rev_ns;

    if (!rev_ns || s->plan.method == PLATTER_SCAN_BUTTERFLY || ns < s->typical_ns + rev_ns / 2)
        return;
    uint64_t turns = (ns - s->typical_ns + rev_ns / 2) / rev_ns;
    s->counts.revolutions += turns;
    s->turns[(turns < PLATTER_SCAN_TURNS ? turns : PLATTER_SCAN_TURNS) - 1]++;
}

/* What a block's time comes to; its place in the order is counted elsewhere. */
static void count_time(struct platter_scan *s, uint64_t byte, uint64_t ns, bool slow)
{
    struct platter_scan_cell *cell = cell_at(s, byte);
    uint64_t us = ns / PLATTER_NS_PER_US;

    s->counts.by_class[platter_class_of(ns)]++;
    s->counts.slow += slow;
    cell->slow += slow;
    if (us > cell->worst_us)
        cell->worst_us = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
    if (ns > s->worst_ns) {
        s->worst_ns = ns;
        s->worst_byte = byte;
    }
    count_turns(s, ns);
}

/* One that will not be read again. Returns whether it was slow. */
static bool count_as_it_was(struct platter_scan *s, const struct platter_scan_slow *e)
{
    uint64_t ns = (uint64_t)e->time_us * PLATTER_NS_PER_US;
    bool slow = s->plan.method == PLATTER_SCAN_BUTTERFLY || ns >= s->plan.slow_ns;

    count_time(s, e->first_byte, ns, slow);
    return slow;
}

static int slower_first(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? 1 : *x > *y ? -1 : 0;
}

/* Leave the faster half out, in the order as it was. Without memory the list stays as it is. */
static void thin_slow(struct platter_scan *s)
{
    uint32_t *times = malloc(s->n_slow * sizeof *times), kept = 0, kept_new = 0;

    if (!times)
        return;
    for (uint32_t i = 0; i < s->n_slow; i++)
        times[i] = s->slow[i].time_us;
    qsort(times, s->n_slow, sizeof *times, slower_first);
    s->slow_floor_us = times[s->n_slow / 2];
    free(times);
    for (uint32_t i = 0; i < s->n_slow; i++) {
        struct platter_scan_slow *e = &s->slow[i];
        if (e->time_us > s->slow_floor_us) {
            kept_new += i >= s->n_slow - s->n_slow_new;
            s->slow[kept++] = *e;
            continue;
        }
        s->unlisted++;
        if (e->disturbed && !e->settled)
            count_as_it_was(s, e);
    }
    s->n_slow = kept;
    s->n_slow_new = kept_new;
    s->slow_floor_us++;
}

void platter_scan_add_slow(struct platter_scan *s, const struct platter_scan_slow *slow)
{
    if (s->n_slow == PLATTER_SCAN_SLOW_MAX)
        thin_slow(s);
    if (s->n_slow == PLATTER_SCAN_SLOW_MAX || slow->time_us < s->slow_floor_us) {
        s->unlisted++;
        if (slow->disturbed && !slow->settled)
            count_as_it_was(s, slow);
        return;
    }
    s->slow[s->n_slow++] = *slow;
    s->n_slow_new++;
}

void platter_scan_took(struct platter_scan *s, uint64_t ns, bool disturbed)
{
    uint32_t len_bytes;
    uint64_t byte = platter_scan_block(s, s->done, &len_bytes);
    struct platter_scan_cell *cell = cell_at(s, byte);
    bool slow = platter_scan_is_slow(s, ns);

    s->bytes += len_bytes;
    s->block_ns += ns;
    cell->ns += ns;
    cell->blocks++;
    if (!disturbed)
        count_time(s, byte, ns, slow);
    if (slow || disturbed) {
        uint64_t us = ns / PLATTER_NS_PER_US;
        const struct platter_scan_slow e = {.first_byte = byte,
                                            .time_us = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX,
                                            .disturbed = disturbed};
        platter_scan_add_slow(s, &e);
    }
    follow_typical(s, ns);
    s->done++;
}

static void merge_nearest(struct platter_scan *s)
{
    uint32_t at = 1;
    uint64_t nearest = UINT64_MAX;

    for (uint32_t i = 1; i < s->n_bad; i++) {
        const struct platter_scan_bad *a = &s->bad[i - 1], *b = &s->bad[i];
        uint64_t gap = b->first_byte > a->first_byte ? b->first_byte - a->first_byte - a->len_bytes
                                                     : UINT64_MAX;
        if (gap < nearest) {
            nearest = gap;
            at = i;
        }
    }
    struct platter_scan_bad *a = &s->bad[at - 1], *b = &s->bad[at];
    if (nearest == UINT64_MAX)
        return;
    a->len_bytes = b->first_byte + b->len_bytes - a->first_byte;
    a->exact = false;
    memmove(b, b + 1, (s->n_bad - at - 1) * sizeof *b);
    s->n_bad--;
    s->bad_merged = true;
}

int platter_scan_add_bad(struct platter_scan *s, const struct platter_scan_bad *bad)
{
    struct platter_scan_bad *last = s->n_bad ? &s->bad[s->n_bad - 1] : NULL;

    assert(s->bad);
    if (last && last->exact == bad->exact &&
        last->first_byte + last->len_bytes == bad->first_byte) {
        last->len_bytes += bad->len_bytes;
        return 0;
    }
    if (s->n_bad == PLATTER_SCAN_BAD_MAX)
        return -ENOSPC;
    s->bad[s->n_bad++] = *bad;
    return 0;
}

void platter_scan_failed(struct platter_scan *s, uint64_t ns)
{
    uint32_t len_bytes;
    uint64_t byte = platter_scan_block(s, s->done, &len_bytes);
    struct platter_scan_cell *cell = cell_at(s, byte);
    const struct platter_scan_bad bad = {.first_byte = byte, .len_bytes = len_bytes};

    s->counts.by_class[PLATTER_ERROR]++;
    s->block_ns += ns;
    cell->ns += ns;
    cell->blocks++;
    cell->errors++;
    if (platter_scan_add_bad(s, &bad) == -ENOSPC) {
        merge_nearest(s);
        platter_scan_add_bad(s, &bad);
    }
    s->done++;
}

void platter_scan_take_back(struct platter_scan *s, uint64_t n)
{
    for (; n && s->done; n--) {
        uint32_t len_bytes;
        uint64_t byte = platter_scan_block(s, --s->done, &len_bytes);
        struct platter_scan_cell *cell = cell_at(s, byte);

        s->counts.by_class[PLATTER_ERROR]--;
        cell->blocks--;
        cell->errors--;
        for (uint32_t i = s->n_bad; i-- > 0;) {
            struct platter_scan_bad *b = &s->bad[i];
            if (b->first_byte + b->len_bytes != byte + len_bytes)
                continue;
            b->len_bytes -= len_bytes < b->len_bytes ? len_bytes : b->len_bytes;
            if (!b->len_bytes) {
                memmove(b, b + 1, (s->n_bad - i - 1) * sizeof *b);
                s->n_bad--;
            }
            break;
        }
    }
}

void platter_scan_settle(struct platter_scan *s)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->n_slow; i++) {
        struct platter_scan_slow *e = &s->slow[i];
        bool slow = true;
        if (e->disturbed && !e->settled) {
            slow = e->slow_again;
            if (e->reads)
                count_time(s, e->first_byte, (uint64_t)e->again_us * PLATTER_NS_PER_US, slow);
            else
                slow = count_as_it_was(s, e);
            e->settled = true;
        }
        if (slow)
            s->slow[kept++] = *e;
    }
    s->n_slow = kept;
    s->n_slow_new = 0;
}

struct platter_scan_cell platter_scan_cells(const struct platter_scan *s, uint32_t from,
                                            uint32_t to)
{
    struct platter_scan_cell sum = {.ns = 0};

    for (uint32_t i = from; i < to; i++) {
        const struct platter_scan_cell *c = &s->cells[i];
        sum.ns += c->ns;
        sum.blocks += c->blocks;
        sum.slow += c->slow;
        sum.errors += c->errors;
        if (c->worst_us > sum.worst_us)
            sum.worst_us = c->worst_us;
    }
    return sum;
}

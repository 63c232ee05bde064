/* SPDX-License-Identifier: MIT */
#include "agent/core/bad_places.h"

#include <string.h>

/* How often an access read is moved on. */
#define MOVES_MAX 8

static bool overlaps(const struct platter_bad_place *p, uint64_t offset_bytes, uint64_t len_bytes)
{
    return offset_bytes < p->offset_bytes + p->len_bytes &&
           p->offset_bytes < offset_bytes + len_bytes;
}

static struct platter_bad_place *find(struct platter_bad_places *b, uint64_t offset_bytes,
                                      uint64_t len_bytes)
{
    for (unsigned i = 0; i < b->n; i++)
        if (overlaps(&b->place[i], offset_bytes, len_bytes))
            return &b->place[i];
    return NULL;
}

/* Room for another one. */
static struct platter_bad_place *oldest_or_free(struct platter_bad_places *b)
{
    struct platter_bad_place *oldest = &b->place[0];

    if (b->n < PLATTER_BAD_PLACES_MAX)
        return &b->place[b->n++];
    for (unsigned i = 1; i < b->n; i++)
        if (b->place[i].until_s < oldest->until_s)
            oldest = &b->place[i];
    return oldest;
}

static void learn(struct platter_bad_places *b, const struct platter_bad *bad, bool error,
                  int64_t now_s)
{
    struct platter_bad_place *p;

    if (!bad->len_bytes)
        return;
    p = find(b, bad->offset_bytes, bad->len_bytes);
    if (!p) {
        p = oldest_or_free(b);
        *p = (struct platter_bad_place){
            .offset_bytes = bad->offset_bytes, .len_bytes = bad->len_bytes, .since_s = now_s};
    }
    p->error = error;
    p->until_s = now_s + PLATTER_BAD_PLACE_KEEP_S;
}

static void learn_all(struct platter_bad_places *b, const struct platter_bad *bad, unsigned n,
                      bool error, int64_t now_s)
{
    for (unsigned i = 0; i < n && i < PLATTER_BAD_MAX; i++)
        learn(b, &bad[i], error, now_s);
}

static void forget(struct platter_bad_places *b, const struct platter_bad_place *p)
{
    unsigned i = (unsigned)(p - b->place);

    memmove(&b->place[i], &b->place[i + 1], (--b->n - i) * sizeof b->place[0]);
    memset(&b->place[b->n], 0, sizeof b->place[0]);
}

/* What failed again is among the sample's errors too. Slow again, it needs no quiet: it is known.
 */
static void verified(struct platter_bad_places *b, const struct platter_verified *v, int64_t now_s)
{
    struct platter_bad_place *p = v->len_bytes ? find(b, v->offset_bytes, v->len_bytes) : NULL;

    if (p && v->fine)
        forget(b, p);
    else if (p)
        p->until_s = now_s + PLATTER_BAD_PLACE_KEEP_S;
}

void platter_bad_places_learn(struct platter_bad_places *b, const struct platter_sample *sample,
                              bool discarded, int64_t now_s)
{
    verified(b, &sample->verified, now_s);
    learn_all(b, sample->bad, sample->n_bad, true, now_s);
    if (!discarded)
        learn_all(b, sample->stuck, sample->n_stuck, false, now_s);
}

bool platter_bad_places_overlap(const struct platter_bad_places *b, uint64_t offset_bytes,
                                uint64_t len_bytes)
{
    for (unsigned i = 0; b && i < b->n; i++)
        if (overlaps(&b->place[i], offset_bytes, len_bytes))
            return true;
    return false;
}

/* No place is left out for longer than the rule says: then the clock has been set back. */
static bool is_due(const struct platter_bad_place *p, int64_t now_s)
{
    return now_s >= p->until_s || p->until_s - now_s > PLATTER_BAD_PLACE_KEEP_S;
}

int platter_bad_places_due(const struct platter_bad_places *b, int64_t now_s)
{
    int due = -1;

    for (unsigned i = 0; i < b->n; i++)
        if (is_due(&b->place[i], now_s) && (due < 0 || b->place[i].until_s < b->place[due].until_s))
            due = (int)i;
    return due;
}

bool platter_bad_places_slot(const struct platter_bad_places *b, const struct platter_plan *plan,
                             unsigned zone, unsigned slot, unsigned tries, unsigned *out)
{
    bool found = false;

    for (unsigned i = 0; i < PLATTER_SLOTS; i++) {
        unsigned s = slot ^ i;
        if (s >= plan->n_slots || platter_bad_places_overlap(b, platter_plan_burst(plan, zone, s),
                                                             platter_plan_burst_bytes(plan)))
            continue;
        *out = s;
        found = true;
        if (tries-- == 0)
            break;
    }
    return found;
}

bool platter_bad_places_access(const struct platter_bad_places *b, const struct platter_plan *plan,
                               unsigned zone, unsigned slot, unsigned round, uint64_t *out)
{
    uint64_t end = platter_plan_zone_start(plan, zone + 1) - plan->access_bytes;
    uint64_t at = platter_plan_access(plan, zone, slot, round);

    for (unsigned i = 0; i < MOVES_MAX && at <= end; i++, at += platter_plan_burst_bytes(plan))
        if (!platter_bad_places_overlap(b, at, plan->access_bytes)) {
            *out = at;
            return true;
        }
    return false;
}

bool platter_bad_place_readable(const struct platter_bad_place *p, const struct platter_plan *plan)
{
    return p->len_bytes <= plan->block_bytes && p->len_bytes % plan->align_bytes == 0 &&
           p->offset_bytes % plan->align_bytes == 0 && p->offset_bytes < plan->usable_bytes &&
           p->len_bytes <= plan->usable_bytes - p->offset_bytes;
}

void platter_bad_places_fill(const struct platter_bad_places *b, struct platter_snapshot *out)
{
    out->n_bad_places = b->n;
    out->n_bad_shown = 0;
    for (unsigned i = 0; i < b->n; i++) {
        unsigned at = out->n_bad_shown;
        while (at > 0 && out->bad_shown[at - 1].offset_bytes > b->place[i].offset_bytes)
            at--;
        if (at == PLATTER_BAD_SHOWN)
            continue;
        if (out->n_bad_shown < PLATTER_BAD_SHOWN)
            out->n_bad_shown++;
        memmove(&out->bad_shown[at + 1], &out->bad_shown[at],
                (out->n_bad_shown - 1 - at) * sizeof out->bad_shown[0]);
        out->bad_shown[at] = b->place[i];
    }
}

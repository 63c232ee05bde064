/* SPDX-License-Identifier: MIT */
#include "agent/daemon/history.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "agent/daemon/pack.h"
#include <platter/errors.h>

/* A row as bytes: the snapshot without the zones that it does not have. Zones are its last member.
 */
#define FIXED_BYTES offsetof(struct platter_snapshot, zones)
#define ROW_MAX sizeof(struct platter_snapshot)
#define PACKED_MAX PLATTER_PACKED_MAX(ROW_MAX)

/* A drive's oldest and newest row: the one before the first step kept, and the last one. */
struct lane {
    char id[PLATTER_ID_MAX];
    size_t n; /* bytes of each */
    uint8_t *oldest, *newest;
    int64_t step_s; /* of newest */
};

struct step {
    struct step *next;
    int64_t time_s;
    size_t n;
    uint8_t bytes[]; /* records: lane, length, both little-endian 16 bits; then the packed row */
};

struct platter_history {
    size_t budget;
    int64_t keep_s;
    struct lane *lanes;
    unsigned n_lanes;
    struct step *first, *last;
    size_t bytes;
    uint8_t *open; /* the records of the step being published */
    size_t open_n, open_size;
};

struct platter_history *platter_history_new(size_t budget_bytes, int64_t keep_s)
{
    struct platter_history *h = calloc(1, sizeof(*h));
    if (!h)
        return NULL;
    h->budget = budget_bytes;
    h->keep_s = keep_s;
    return h;
}

void platter_history_free(struct platter_history *h)
{
    if (!h)
        return;
    for (struct step *s = h->first, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    for (unsigned i = 0; i < h->n_lanes; i++) {
        free(h->lanes[i].oldest);
        free(h->lanes[i].newest);
    }
    free(h->lanes);
    free(h->open);
    free(h);
}

/* ---- rounding ------------------------------------------------------------------------------- */

static void round_figure(double *v)
{
    *v = (double)(float)*v;
}

/* Figures that change with each sample; any other one is only packed less well. */
static void round_figures(struct platter_snapshot *s)
{
    double *figures[] = {&s->age_s, &s->contended, &s->duty, &s->utilisation};
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
        round_figure(figures[i]);
    for (int i = 0; i < PLATTER_DIRECTIONS; i++) {
        round_figure(&s->passive[i].await_s);
        round_figure(&s->passive[i].size_bytes);
        round_figure(&s->passive[i].rate_ps);
    }
    for (unsigned i = 0; i < s->n_zones; i++) {
        round_figure(&s->zones[i].throughput_bps);
        round_figure(&s->zones[i].access_s);
        round_figure(&s->zones[i].worst_s);
    }
}

/* ---- lanes ---------------------------------------------------------------------------------- */

static struct lane *find_lane(struct platter_history *h, const char *id)
{
    for (unsigned i = 0; i < h->n_lanes; i++)
        if (strcmp(h->lanes[i].id, id) == 0)
            return &h->lanes[i];
    if (h->n_lanes == UINT16_MAX)
        return NULL;
    struct lane *grown = realloc(h->lanes, (h->n_lanes + 1) * sizeof(*grown));
    if (!grown)
        return NULL;
    h->lanes = grown;
    struct lane *lane = &grown[h->n_lanes];
    memset(lane, 0, sizeof(*lane));
    memcpy(lane->id, id, strlen(id) + 1);
    h->n_lanes++;
    return lane;
}

/* A drive opened at last has zones that it had not before: both ends get zeros for them. */
static int grow(struct lane *lane, size_t n)
{
    uint8_t **ends[] = {&lane->oldest, &lane->newest};
    if (n <= lane->n)
        return 0;
    for (size_t i = 0; i < 2; i++) {
        uint8_t *grown = realloc(*ends[i], n);
        if (!grown)
            return -ENOMEM;
        memset(grown + lane->n, 0, n - lane->n);
        *ends[i] = grown;
    }
    lane->n = n;
    return 0;
}

static int reserve_open(struct platter_history *h, size_t more)
{
    size_t size = h->open_size ? h->open_size : 4096;
    while (size < h->open_n + more)
        size *= 2;
    if (size == h->open_size)
        return 0;
    uint8_t *grown = realloc(h->open, size);
    if (!grown)
        return -ENOMEM;
    h->open = grown;
    h->open_size = size;
    return 0;
}

static void put16(uint8_t *p, size_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static size_t get16(const uint8_t *p)
{
    return (size_t)p[0] | (size_t)p[1] << 8;
}

_Static_assert(PACKED_MAX <= UINT16_MAX, "a record's length has 16 bits");

int platter_history_add(struct platter_history *h, const struct platter_snapshot *s)
{
    struct platter_snapshot row = *s;
    size_t n = FIXED_BYTES + s->n_zones * sizeof(s->zones[0]);
    struct lane *lane = find_lane(h, s->drive);
    if (!lane || s->n_zones > PLATTER_ZONES_MAX || grow(lane, n) < 0 ||
        reserve_open(h, PACKED_MAX + 4) < 0)
        return -ENOMEM;
    round_figures(&row);
    memset((uint8_t *)&row + n, 0, sizeof(row) - n);
    uint8_t *record = h->open + h->open_n;
    size_t len = platter_pack(lane->newest, (const uint8_t *)&row, lane->n, record + 4);
    put16(record, (size_t)(lane - h->lanes));
    put16(record + 2, len);
    memcpy(lane->newest, &row, lane->n);
    lane->step_s = s->time_s;
    h->open_n += 4 + len;
    return 0;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static size_t step_bytes(const struct step *step)
{
    return sizeof(*step) + step->n;
}

/* A lane whose last row has gone is kept: a drive that comes back has it again. */
static void drop_first(struct platter_history *h)
{
    struct step *step = h->first;
    for (size_t i = 0; i < step->n; i += 4 + get16(step->bytes + i + 2))
        platter_unpack(h->lanes[get16(step->bytes + i)].oldest, step->bytes + i + 4,
                       get16(step->bytes + i + 2));
    h->first = step->next;
    if (!h->first)
        h->last = NULL;
    h->bytes -= step_bytes(step);
    free(step);
}

/* What was not kept must not be missing between two that are: all before it goes too. */
static void start_anew(struct platter_history *h)
{
    while (h->first)
        drop_first(h);
    for (unsigned i = 0; i < h->n_lanes; i++)
        memcpy(h->lanes[i].oldest, h->lanes[i].newest, h->lanes[i].n);
}

int platter_history_end(struct platter_history *h, int64_t time_s)
{
    struct step *step = malloc(sizeof(*step) + h->open_n);
    size_t n = h->open_n;
    h->open_n = 0;
    if (!step) {
        start_anew(h);
        return -ENOMEM;
    }
    *step = (struct step){.time_s = time_s, .n = n};
    if (n > 0)
        memcpy(step->bytes, h->open, n);
    if (h->last)
        h->last->next = step;
    else
        h->first = step;
    h->last = step;
    h->bytes += step_bytes(step);
    while (h->first && (h->bytes > h->budget || h->first->time_s <= time_s - h->keep_s))
        drop_first(h);
    return 0;
}

int64_t platter_history_first_s(const struct platter_history *h)
{
    return h->first ? h->first->time_s : 0;
}

int64_t platter_history_last_s(const struct platter_history *h)
{
    return h->last ? h->last->time_s : 0;
}

size_t platter_history_bytes(const struct platter_history *h)
{
    size_t bytes = h->bytes + h->open_size + h->n_lanes * sizeof(struct lane);
    for (unsigned i = 0; i < h->n_lanes; i++)
        bytes += 2 * h->lanes[i].n;
    return bytes;
}

/* ---- replay --------------------------------------------------------------------------------- */

static void free_rows(uint8_t **rows, unsigned n)
{
    for (unsigned i = 0; rows && i < n; i++)
        free(rows[i]);
    free(rows);
}

static uint8_t **copy_rows(const struct platter_history *h)
{
    uint8_t **rows = calloc(h->n_lanes + 1, sizeof(*rows));
    for (unsigned i = 0; rows && i < h->n_lanes; i++) {
        rows[i] = malloc(h->lanes[i].n);
        if (!rows[i]) {
            free_rows(rows, h->n_lanes);
            return NULL;
        }
        memcpy(rows[i], h->lanes[i].oldest, h->lanes[i].n);
    }
    return rows;
}

static int replay_step(const struct platter_history *h, const struct step *step, uint8_t **rows,
                       bool tell, platter_history_fn fn, void *user)
{
    struct platter_snapshot s;
    for (size_t i = 0; i < step->n; i += 4 + get16(step->bytes + i + 2)) {
        size_t lane = get16(step->bytes + i);
        platter_unpack(rows[lane], step->bytes + i + 4, get16(step->bytes + i + 2));
        if (!tell)
            continue;
        memset(&s, 0, sizeof(s));
        memcpy(&s, rows[lane], h->lanes[lane].n);
        fn(step->time_s, &s, user);
    }
    return tell ? fn(step->time_s, NULL, user) : 0;
}

int platter_history_replay(const struct platter_history *h, int64_t since_s, platter_history_fn fn,
                           void *user)
{
    int r = 0;
    uint8_t **rows = copy_rows(h);
    if (!rows)
        return -ENOMEM;
    for (const struct step *step = h->first; r == 0 && step; step = step->next)
        r = replay_step(h, step, rows, step->time_s > since_s, fn, user);
    free_rows(rows, h->n_lanes);
    return r;
}

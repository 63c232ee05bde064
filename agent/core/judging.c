/* SPDX-License-Identifier: MIT */
#include "agent/core/judging.h"

#include <errno.h>
#include <string.h>

#include "agent/core/rng.h"

/* Changes with every change of what is below struct platter_judging. */
#define VERSION 1
#define MAGIC 0x6a75646765ULL

struct packed_head {
    uint64_t magic;
    uint32_t version, n_zones;
    uint64_t whole; /* sizeof(struct platter_judging) */
    uint64_t hash;  /* of what follows */
    uint32_t frozen, unused;
};

/* The arrays of which only the first n_zones are in use, in the order of the struct. */
static const struct {
    size_t offset, each;
    bool learner;
} arrays[] = {
/* NOLINTBEGIN(bugprone-macro-parentheses): a member cannot be in them */
#define ARRAY(member, learner)                                              \
    {                                                                       \
        offsetof(struct platter_judging, member.zones),                     \
            sizeof(((struct platter_judging *)0)->member.zones[0]), learner \
    }
    ARRAY(detector.period, false), ARRAY(detector.by.base, false), ARRAY(detector.by.judge, false),
    ARRAY(detector.learner, true),
#undef ARRAY
    /* NOLINTEND(bugprone-macro-parentheses) */
};
#define N_ARRAYS (sizeof(arrays) / sizeof(arrays[0]))

/* What a walk over the parts in use does with each. */
typedef void part_fn(void *user, size_t offset, size_t size);

static void walk(unsigned n_zones, bool frozen, part_fn *part, void *user)
{
    size_t at = 0;

    for (size_t i = 0; i < N_ARRAYS; i++) {
        bool kept = !(frozen && arrays[i].learner);
        part(user, at, arrays[i].offset - at + (kept ? n_zones * arrays[i].each : 0));
        at = arrays[i].offset + PLATTER_ZONES_MAX * arrays[i].each;
    }
    if (at < sizeof(struct platter_judging))
        part(user, at, sizeof(struct platter_judging) - at);
}

static void add_size(void *user, size_t offset, size_t size)
{
    (void)offset;
    *(size_t *)user += size;
}

static size_t body_size(unsigned n_zones, bool frozen)
{
    size_t size = 0;

    walk(n_zones, frozen, add_size, &size);
    return size;
}

/* Between the struct at `whole` and the packed bytes at `packed`, which moves on. */
struct copying {
    unsigned char *whole;
    unsigned char *packed;
};

static void pack_part(void *user, size_t offset, size_t size)
{
    struct copying *c = user;

    memcpy(c->packed, c->whole + offset, size);
    c->packed += size;
}

static void unpack_part(void *user, size_t offset, size_t size)
{
    struct copying *c = user;

    memcpy(c->whole + offset, c->packed, size);
    c->packed += size;
}

size_t platter_judging_packed_size(const struct platter_judging *j)
{
    const struct platter_detector *d = &j->detector;

    return sizeof(struct packed_head) + body_size(d->n_zones, d->phase == PLATTER_FROZEN);
}

void platter_judging_pack(const struct platter_judging *j, void *buf)
{
    const struct platter_detector *d = &j->detector;
    struct packed_head head = {.magic = MAGIC,
                               .version = VERSION,
                               .n_zones = d->n_zones,
                               .whole = sizeof *j,
                               .frozen = d->phase == PLATTER_FROZEN};
    unsigned char *body = (unsigned char *)buf + sizeof head;
    struct copying c = {(unsigned char *)(uintptr_t)j, body};

    walk(d->n_zones, head.frozen, pack_part, &c);
    head.hash = platter_hash(body, (size_t)(c.packed - body));
    memcpy(buf, &head, sizeof head);
}

/* What code relies on that a checksum does not promise. */
static bool sane(const struct platter_judging *j, unsigned n_zones)
{
    const struct platter_detector *d = &j->detector;

    if (d->n_zones != n_zones || d->learner.n_zones != n_zones || d->phase > PLATTER_FROZEN ||
        d->learner.periods > PLATTER_LEARN_PERIODS)
        return false;
    if (d->phase != PLATTER_LEARNING &&
        (d->by.base.n_zones != n_zones || d->by.base.periods_a_day < 1))
        return false;
    for (unsigned z = 0; z < n_zones; z++)
        if (d->period.zones[z].visits > PLATTER_PERIOD_VISITS)
            return false;
    return true;
}

int platter_judging_unpack(const void *buf, size_t size, struct platter_judging *j)
{
    struct packed_head head;
    const unsigned char *body = (const unsigned char *)buf + sizeof head;

    if (size < sizeof head)
        return -EBADMSG;
    memcpy(&head, buf, sizeof head);
    if (head.magic != MAGIC)
        return -EBADMSG;
    if (head.version != VERSION || head.whole != sizeof *j)
        return -EPROTO;
    if (head.n_zones < 1 || head.n_zones > PLATTER_ZONES_MAX ||
        size != sizeof head + body_size(head.n_zones, head.frozen) ||
        platter_hash(body, size - sizeof head) != head.hash)
        return -EBADMSG;
    struct copying c = {(unsigned char *)j, (unsigned char *)(uintptr_t)body};
    walk(head.n_zones, head.frozen, unpack_part, &c);
    if (sane(j, head.n_zones))
        return 0;
    memset(j, 0, sizeof *j);
    return -EBADMSG;
}

void platter_judging_begin(struct platter_judging *j, unsigned n_zones,
                           struct platter_alarm_changes *out)
{
    platter_alarms_forget(&j->alarms, out);
    platter_detector_init(&j->detector, n_zones);
}

bool platter_judging_sample(struct platter_judging *j, const struct platter_sample *sample,
                            uint64_t slow_ns, double temperature_c,
                            struct platter_alarm_changes *out)
{
    struct platter_finding found[PLATTER_FINDINGS_MAX];
    struct platter_detector *d = &j->detector;
    enum platter_phase before = d->phase;
    int64_t period_s = d->period.begin_s;

    unsigned n = platter_detector_sample(d, sample, slow_ns, temperature_c, found);
    if (!period_s || d->period.begin_s == period_s)
        return false;
    if (d->phase == PLATTER_FROZEN && before != PLATTER_FROZEN)
        platter_alarms_forget(&j->alarms, out);
    platter_alarms_findings(&j->alarms, found, n, d->phase == PLATTER_PROVISIONAL, sample->time_s,
                            out);
    if (d->phase != PLATTER_LEARNING)
        platter_alarms_follow(&j->alarms, &d->by.judge, out);
    return true;
}

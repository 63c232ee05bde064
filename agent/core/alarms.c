/* SPDX-License-Identifier: MIT */
#include "agent/core/alarms.h"

#include <math.h>
#include <string.h>

#define GROWN 1.5
#define DEGRADED_LEVEL .08
#define DEGRADED_SLOW .005
#define DEGRADED_SLOW_RATIO 4

static const struct {
    const char *code;
    enum platter_channel channel; /* PLATTER_CHANNELS: SMART's */
    bool drive;                   /* found on the whole drive */
} kinds[PLATTER_ALARM_KINDS] = {
    [PLATTER_ALARM_ZONE_SLOWER] = {"zone_slower", PLATTER_CHANNEL_LEVEL, false},
    [PLATTER_ALARM_DRIVE_SLOWER] = {"drive_slower", PLATTER_CHANNEL_LEVEL, true},
    [PLATTER_ALARM_ONE_HEAD] = {"one_head", PLATTER_CHANNEL_TAIL, false},
    [PLATTER_ALARM_SLOW_BLOCKS] = {"slow_blocks", PLATTER_CHANNEL_SLOW, false},
    [PLATTER_ALARM_SLOW_SEEKS] = {"slow_seeks", PLATTER_CHANNEL_ACCESS, false},
    [PLATTER_ALARM_PENDING] = {"pending_sectors", PLATTER_CHANNELS, true},
    [PLATTER_ALARM_UNREADABLE] = {"unreadable_sectors", PLATTER_CHANNELS, true},
    [PLATTER_ALARM_REALLOCATED] = {"reallocated_sectors", PLATTER_CHANNELS, true},
    [PLATTER_ALARM_THRESHOLD] = {"smart_threshold", PLATTER_CHANNELS, true},
};

const char *platter_alarm_code(enum platter_alarm_kind kind)
{
    return kinds[kind].code;
}

bool platter_alarm_of_smart(enum platter_alarm_kind kind)
{
    return kinds[kind].channel == PLATTER_CHANNELS;
}

/* Level tells zone and drive apart; the other channels mean the same in both. */
static enum platter_alarm_kind kind_of(const struct platter_finding *f)
{
    bool drive = f->zone == PLATTER_ZONE_DRIVE;

    if (f->channel == PLATTER_CHANNEL_LEVEL)
        return drive ? PLATTER_ALARM_DRIVE_SLOWER : PLATTER_ALARM_ZONE_SLOWER;
    for (unsigned k = 0; k < PLATTER_ALARM_KINDS; k++)
        if (kinds[k].channel == f->channel)
            return (enum platter_alarm_kind)k;
    return PLATTER_ALARM_KINDS;
}

/* Which zones a finding is about: 0 for the whole drive. */
static uint64_t bits(const struct platter_finding *f)
{
    return f->zone == PLATTER_ZONE_DRIVE ? 0 : UINT64_C(1) << f->zone % 64;
}

static void raise_alarm(struct platter_alarm *a, enum platter_alarm_kind kind,
                        const struct platter_alarm *now, struct platter_alarm_changes *out)
{
    bool grown = a->acknowledged && now->size > GROWN * a->acknowledged_size;

    if (!a->raised) {
        *a = *now;
        a->raised = true;
        out->raised |= 1U << kind;
        return;
    }
    /* A wider one is the whole drive's; two zones are both. */
    a->zones = a->zones && now->zones ? a->zones | now->zones : 0;
    a->provisional = a->provisional && now->provisional;
    a->since_s = now->since_s < a->since_s ? now->since_s : a->since_s;
    a->size = fmax(a->size, now->size);
    if (grown) {
        a->acknowledged = false;
        out->raised |= 1U << kind;
    }
}

static void clear_alarm(struct platter_alarm *a, enum platter_alarm_kind kind,
                        struct platter_alarm_changes *out)
{
    if (!a->raised)
        return;
    memset(a, 0, sizeof *a);
    out->cleared |= 1U << kind;
}

/* One zone is calm: the alarm goes when none is left. */
static void calm(struct platter_alarm *a, enum platter_alarm_kind kind, uint64_t zones,
                 struct platter_alarm_changes *out)
{
    if (a->zones & ~zones)
        a->zones &= ~zones;
    else
        clear_alarm(a, kind, out);
}

/* A zone that is slower as a whole has more slow places too: that is one alarm, not two. Its zones
 * leave ONE_HEAD without a word. */
static void absorb(struct platter_alarms *a)
{
    const struct platter_alarm *slower = &a->of[PLATTER_ALARM_ZONE_SLOWER];
    struct platter_alarm *head = &a->of[PLATTER_ALARM_ONE_HEAD];

    if (!slower->raised || !head->raised || !head->zones)
        return;
    head->zones &= ~slower->zones;
    if (!head->zones)
        memset(head, 0, sizeof *head);
}

static bool absorbed(const struct platter_alarms *a, enum platter_alarm_kind kind, uint64_t zones)
{
    const struct platter_alarm *slower = &a->of[PLATTER_ALARM_ZONE_SLOWER];

    return kind == PLATTER_ALARM_ONE_HEAD && zones && slower->raised && !(zones & ~slower->zones);
}

void platter_alarms_findings(struct platter_alarms *a, const struct platter_finding *f, unsigned n,
                             bool provisional, int64_t now_s, struct platter_alarm_changes *out)
{
    for (unsigned i = 0; i < n; i++) {
        enum platter_alarm_kind kind = kind_of(&f[i]);
        if (kind == PLATTER_ALARM_KINDS || absorbed(a, kind, bits(&f[i])))
            continue;
        if (f[i].over) {
            calm(&a->of[kind], kind, bits(&f[i]), out);
            continue;
        }
        const struct platter_alarm now = {.provisional = provisional,
                                          .zones = bits(&f[i]),
                                          .since_s = f[i].since_s,
                                          .raised_s = now_s,
                                          .size = f[i].effect,
                                          .usual = f[i].usual};
        raise_alarm(&a->of[kind], kind, &now, out);
    }
    absorb(a);
    if (!a->of[PLATTER_ALARM_ONE_HEAD].raised)
        out->raised &= ~(1U << PLATTER_ALARM_ONE_HEAD);
}

void platter_alarms_follow(struct platter_alarms *a, const struct platter_judge *j,
                           struct platter_alarm_changes *out)
{
    for (unsigned k = 0; k < PLATTER_ALARM_KINDS; k++) {
        struct platter_alarm *alarm = &a->of[k];
        double size = 0;
        if (!alarm->raised || platter_alarm_of_smart((enum platter_alarm_kind)k))
            continue;
        if (!alarm->zones)
            size = (double)j->channels[kinds[k].channel].effect;
        for (unsigned z = 0; z < PLATTER_ZONES_MAX; z++)
            if (alarm->zones >> z & 1)
                size = fmax(size, (double)j->zones[z].channels[kinds[k].channel].effect);
        alarm->size = size;
        if (alarm->acknowledged && size > GROWN * alarm->acknowledged_size) {
            alarm->acknowledged = false;
            out->raised |= 1U << k;
        }
    }
}

static uint64_t raw_of(const struct platter_smart *smart, uint8_t id)
{
    for (unsigned i = 0; i < smart->n_attributes && i < PLATTER_SMART_ATTRIBUTES_MAX; i++)
        if (smart->attributes[i].id == id)
            return smart->attributes[i].raw;
    return 0;
}

/* A count is an alarm while it is over what was usual. */
static void smart_count(struct platter_alarms *a, enum platter_alarm_kind kind, uint64_t count,
                        uint64_t usual, int64_t time_s, struct platter_alarm_changes *out)
{
    const struct platter_alarm now = {
        .since_s = time_s, .raised_s = time_s, .size = (double)count, .usual = (double)usual};

    if (count > usual) {
        raise_alarm(&a->of[kind], kind, &now, out);
        a->of[kind].size = (double)count;
    } else {
        clear_alarm(&a->of[kind], kind, out);
    }
}

void platter_alarms_smart(struct platter_alarms *a, const struct platter_smart *smart,
                          struct platter_alarm_changes *out)
{
    /* Counts are in the low bits; what vendors keep above them is none of ours. */
    uint64_t reallocated = raw_of(smart, 5) & 0xffff, pending = raw_of(smart, 197) & 0xffff;
    uint64_t reported = raw_of(smart, 187) & 0xffff, offline = raw_of(smart, 198) & 0xffff;

    if (!smart->time_s)
        return;
    if (!a->smart_seen)
        a->first_reallocated = reallocated;
    a->smart_seen = true;
    smart_count(a, PLATTER_ALARM_PENDING, pending, 0, smart->time_s, out);
    smart_count(a, PLATTER_ALARM_UNREADABLE, reported > offline ? reported : offline, 0,
                smart->time_s, out);
    smart_count(a, PLATTER_ALARM_REALLOCATED, reallocated, a->first_reallocated, smart->time_s,
                out);
    if (smart->status != PLATTER_SMART_STATUS_UNKNOWN)
        smart_count(a, PLATTER_ALARM_THRESHOLD, smart->status == PLATTER_SMART_STATUS_BAD, 0,
                    smart->time_s, out);
}

void platter_alarms_forget(struct platter_alarms *a, struct platter_alarm_changes *out)
{
    for (unsigned k = 0; k < PLATTER_ALARM_KINDS; k++)
        if (!platter_alarm_of_smart((enum platter_alarm_kind)k))
            clear_alarm(&a->of[k], (enum platter_alarm_kind)k, out);
}

unsigned platter_alarms_acknowledge(struct platter_alarms *a)
{
    unsigned n = 0;

    for (unsigned k = 0; k < PLATTER_ALARM_KINDS; k++) {
        struct platter_alarm *alarm = &a->of[k];
        if (!alarm->raised || alarm->acknowledged)
            continue;
        alarm->acknowledged = true;
        alarm->acknowledged_size = alarm->size;
        n++;
    }
    return n;
}

static bool degraded(enum platter_alarm_kind kind, const struct platter_alarm *a)
{
    switch (kind) {
    case PLATTER_ALARM_ZONE_SLOWER:
    case PLATTER_ALARM_DRIVE_SLOWER:
        return a->size >= DEGRADED_LEVEL;
    case PLATTER_ALARM_SLOW_BLOCKS:
        return a->size >= DEGRADED_SLOW && a->size >= DEGRADED_SLOW_RATIO * a->usual;
    case PLATTER_ALARM_ONE_HEAD:
        return true;
    default:
        return false;
    }
}

enum platter_verdict platter_alarm_verdict(enum platter_alarm_kind kind,
                                           const struct platter_alarm *a)
{
    if (!a->raised)
        return PLATTER_VERDICT_OK;
    if (kind == PLATTER_ALARM_THRESHOLD)
        return PLATTER_VERDICT_FAILING;
    return degraded(kind, a) && !a->provisional ? PLATTER_VERDICT_DEGRADED : PLATTER_VERDICT_WATCH;
}

enum platter_verdict platter_alarms_verdict(const struct platter_alarms *a,
                                            enum platter_alarm_kind *of)
{
    enum platter_verdict worst = PLATTER_VERDICT_OK;
    bool smart_agrees = false;

    *of = PLATTER_ALARM_KINDS;
    for (unsigned k = 0; k < PLATTER_ALARM_KINDS; k++) {
        enum platter_alarm_kind kind = (enum platter_alarm_kind)k;
        enum platter_verdict v = platter_alarm_verdict(kind, &a->of[k]);
        if (a->of[k].acknowledged || v == PLATTER_VERDICT_OK)
            continue;
        smart_agrees = smart_agrees || platter_alarm_of_smart(kind);
        if (v > worst) {
            worst = v;
            *of = kind;
        }
    }
    return worst == PLATTER_VERDICT_DEGRADED && smart_agrees ? PLATTER_VERDICT_FAILING : worst;
}

/* SPDX-License-Identifier: MIT */
#include "agent/core/manners.h"

#include <math.h>
#include <string.h>

void platter_manners_init(struct platter_manners *m)
{
    memset(m, 0, sizeof *m);
    m->power = PLATTER_POWER_UNKNOWN;
}

static bool spins(enum platter_power power)
{
    return power == PLATTER_POWER_ACTIVE || power == PLATTER_POWER_IDLE;
}

/* The present stretch is over or worth nothing; the next begins with the next touch. */
static void break_stretch(struct platter_manners *m)
{
    m->stretch_ns = 0;
}

static void begin_stretch(struct platter_manners *m, uint64_t now_ns)
{
    m->stretch_ns = now_ns;
    m->stretch_wear = m->last_wear;
}

static void gate(struct platter_manners *m)
{
    m->proven = false;
    break_stretch(m);
}

void platter_manners_foreign(struct platter_manners *m, uint64_t at_ns)
{
    if (at_ns > m->foreign_ns)
        m->foreign_ns = at_ns;
    begin_stretch(m, at_ns);
}

void platter_manners_power(struct platter_manners *m, uint64_t now_ns, enum platter_power power)
{
    (void)now_ns;
    m->power = power;
    if (spins(power))
        return;
    gate(m);
    if (power != PLATTER_POWER_UNKNOWN)
        m->discard = true;
}

void platter_manners_interrupted(struct platter_manners *m)
{
    m->discard = true;
    break_stretch(m);
}

static bool worn(const struct platter_wear *then, const struct platter_wear *now)
{
    return now->start_stops != then->start_stops || now->head_loads != then->head_loads;
}

static bool stood_still(const struct platter_wear *then, const struct platter_wear *now)
{
    return then->known && now->known && !worn(then, now) && now->power_cycles == then->power_cycles;
}

void platter_manners_wear(struct platter_manners *m, uint64_t now_ns,
                          const struct platter_wear *wear)
{
    bool over = m->stretch_ns && now_ns - m->stretch_ns >= PLATTER_STRETCH_NS;

    if (over && spins(m->power) && stood_still(&m->stretch_wear, wear)) {
        m->proven = true;
        m->proven_ns = now_ns;
    } else if (m->last_wear.known && wear->known && worn(&m->last_wear, wear)) {
        if (m->foreign_ns < m->wear_ns)
            m->head_loads += wear->head_loads - m->last_wear.head_loads;
        gate(m);
    }
    m->last_wear = *wear;
    m->wear_ns = now_ns;
    m->ours_ns = now_ns;
    begin_stretch(m, now_ns);
}

bool platter_manners_sampled(struct platter_manners *m, uint64_t now_ns)
{
    bool use = !m->discard;

    if (m->power == PLATTER_POWER_STANDBY || m->power == PLATTER_POWER_SLEEP)
        m->wakes++;
    m->seen = true;
    m->discard = false;
    m->busy_ns = 0;
    m->ours_ns = now_ns;
    begin_stretch(m, now_ns);
    return use;
}

bool platter_manners_gated(const struct platter_manners *m,
                           const struct platter_manners_rules *rules, uint64_t now_ns)
{
    bool proof_holds = m->proven && now_ns - m->proven_ns < PLATTER_PROOF_NS;

    if (rules->mode == PLATTER_SAMPLE_WHEN_ACTIVE)
        return true;
    return rules->mode == PLATTER_SAMPLE_AUTO && rules->spindle && !proof_holds;
}

static bool in_quiet_hours(const struct platter_manners_rules *rules, unsigned minute)
{
    unsigned from = rules->quiet_from_min, until = rules->quiet_until_min;

    if (from <= until)
        return minute >= from && minute < until;
    return minute >= from || minute < until; /* over midnight */
}

/* The stretch is as long as it must be, and a look at the wear counters is all that is missing. */
static bool provable(const struct platter_manners *m, const struct platter_manners_rules *rules,
                     uint64_t now_ns)
{
    return rules->mode == PLATTER_SAMPLE_AUTO && spins(m->power) && m->stretch_wear.known &&
           m->stretch_ns && now_ns - m->stretch_ns >= PLATTER_STRETCH_NS;
}

static enum platter_may ask_busy(struct platter_manners *m, const struct platter_sight *sight)
{
    if (!(sight->utilisation > PLATTER_BUSY_SHARE)) {
        m->busy_ns = 0;
        return PLATTER_MAY_SAMPLE;
    }
    if (!m->busy_ns)
        m->busy_ns = sight->now_ns;
    if (sight->now_ns - m->busy_ns < PLATTER_BUSY_WAIT_NS)
        return PLATTER_MAY_NOT_BUSY;
    m->busy_ns = 0;
    m->skipped++;
    return PLATTER_MAY_NOT_SKIP;
}

enum platter_may platter_manners_ask(struct platter_manners *m,
                                     const struct platter_manners_rules *rules,
                                     const struct platter_sight *sight)
{
    if (rules->mode == PLATTER_SAMPLE_OFF)
        return PLATTER_MAY_NOT_OFF;
    if (in_quiet_hours(rules, sight->minute_of_day))
        return PLATTER_MAY_NOT_QUIET;
    if (rules->spindle && (m->power == PLATTER_POWER_STANDBY || m->power == PLATTER_POWER_SLEEP))
        return PLATTER_MAY_NOT_ASLEEP;
    if (platter_manners_gated(m, rules, sight->now_ns)) {
        bool first = !m->seen && spins(m->power);
        if (!first && !platter_schedule_gate_open(sight->now_ns, m->foreign_ns))
            return provable(m, rules, sight->now_ns) ? PLATTER_MAY_PROVE : PLATTER_MAY_NOT_GATED;
    }
    return ask_busy(m, sight);
}

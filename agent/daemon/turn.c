/* SPDX-License-Identifier: MIT */
#include "agent/daemon/turn.h"

#include <errno.h>
#include <time.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/pause.h"
#include "agent/daemon/sampler.h"
#include "agent/daemon/store_link.h"
#include "agent/daemon/worker_proto.h"

#define NEVER_NS UINT64_MAX

static bool is_idle(const struct platter_tracked *t)
{
    return !t->gone && !t->sampling;
}

/* Simulated drives have no entry in sysfs. */
static bool is_watched(const struct platter_tracked *t)
{
    return t->found.transport != PLATTER_TRANSPORT_SIM;
}

struct platter_manners_rules platter_turn_rules(const struct platter_tracked *t)
{
    return (struct platter_manners_rules){
        .mode = t->o.sample,
        .spindle = t->spindle,
        .quiet_from_min = t->o.quiet_from_min,
        .quiet_until_min = t->o.quiet_until_min,
    };
}

/* What changed between two looks was used since the first of them. */
void platter_turn_look(struct platter_tracked *t, uint64_t now_ns)
{
    uint64_t foreign_ns;
    if (!is_idle(t) || !is_watched(t) || now_ns < platter_watch_next_ns(&t->watch))
        return;
    int r = platter_watch_look(&t->watch, &t->agent->root, t->found.name, now_ns, &foreign_ns);
    if (r == 1) {
        platter_manners_foreign(&t->manners, foreign_ns);
        t->power_stale = true; /* whoever used it has woken it */
        platter_store_awake(t->agent, t->found.name);
    }
    if (r < 0) {
        errno = -r;
        platter_log_once(&t->agent->log, LOG_WARNING, t->found.name, "watch",
                         "/sys/block/%s/stat: %m: cannot see whether others use it", t->found.name);
    }
}

static unsigned minute_of_day(void)
{
    time_t now = (time_t)platter_wall_s();
    struct tm tm;
    if (!localtime_r(&now, &tm))
        return 0;
    return (unsigned)(tm.tm_hour * 60 + tm.tm_min);
}

static bool asks_power(const struct platter_tracked *t)
{
    return t->spindle && !t->power_mute;
}

static bool asks_smart(const struct platter_tracked *t, uint64_t now_ns)
{
    bool has =
        t->found.transport == PLATTER_TRANSPORT_ATA || t->found.transport == PLATTER_TRANSPORT_USB;
    return has && !t->smart_mute && (!t->smart_ns || now_ns - t->smart_ns >= PLATTER_SMART_POLL_NS);
}

static unsigned want_power(const struct platter_tracked *t, uint64_t now_ns)
{
    bool due = !t->power_ns || t->power_stale || now_ns - t->power_ns >= PLATTER_POWER_POLL_NS;
    return asks_power(t) && due ? PLATTER_WANT_POWER : 0;
}

static enum platter_may ask(struct platter_tracked *t, uint64_t now_ns)
{
    const struct platter_manners_rules rules = platter_turn_rules(t);
    const struct platter_sight sight = {now_ns, minute_of_day(), t->watch.utilisation};
    return platter_manners_ask(&t->manners, &rules, &sight);
}

unsigned platter_turn_want(struct platter_tracked *t, uint64_t now_ns)
{
    unsigned power = asks_power(t) ? PLATTER_WANT_POWER : 0;
    if (!is_idle(t) || platter_pause_is_on(t, now_ns))
        return 0;
    /* At first sight the question is whether it is awake. */
    if (now_ns < t->due_ns || (power && !t->power_ns))
        return want_power(t, now_ns);
    t->may = ask(t, now_ns);
    switch (t->may) {
    case PLATTER_MAY_SAMPLE:
        return power | PLATTER_WANT_SAMPLE | (asks_smart(t, now_ns) ? PLATTER_WANT_SMART : 0);
    case PLATTER_MAY_PROVE:
        return power | PLATTER_WANT_SMART;
    case PLATTER_MAY_NOT_SKIP:
        t->begin_ns = now_ns;
        platter_sampler_again(t, 0);
        return 0;
    default:
        return want_power(t, now_ns);
    }
}

static uint64_t earlier(uint64_t a_ns, uint64_t b_ns)
{
    return a_ns < b_ns ? a_ns : b_ns;
}

uint64_t platter_turn_next_ns(const struct platter_tracked *t, uint64_t now_ns)
{
    uint64_t at_ns = NEVER_NS;
    if (!is_idle(t))
        return NEVER_NS;
    if (t->due_ns > now_ns)
        at_ns = t->due_ns;
    /* What it waits for shows at a look; a drive that has its turn waits for no time. */
    if (is_watched(t))
        at_ns = earlier(at_ns, platter_watch_next_ns(&t->watch));
    else if (t->may != PLATTER_MAY_SAMPLE && t->due_ns <= now_ns)
        at_ns = now_ns + PLATTER_LOOK_NS;
    if (asks_power(t) && t->power_ns && !platter_pause_is_on(t, now_ns))
        at_ns = earlier(at_ns, t->power_ns + PLATTER_POWER_POLL_NS);
    return at_ns;
}

const char *platter_turn_waiting(const struct platter_tracked *t, uint64_t now_ns,
                                 const char **text)
{
    static const struct {
        const char *code, *text;
    } words[] = {
        [PLATTER_MAY_NOT_OFF] = {"off", "not sampled: option sample is off"},
        [PLATTER_MAY_NOT_QUIET] = {"quiet_hours", "not sampled in its quiet hours"},
        [PLATTER_MAY_NOT_ASLEEP] = {"asleep", "asleep, and left so"},
        [PLATTER_MAY_NOT_GATED] = {"waiting", "sampled only right after somebody else used it"},
        [PLATTER_MAY_NOT_BUSY] = {"busy", "others keep it busy: sampled when they pause"},
        [PLATTER_MAY_NOT_SKIP] = {"busy", "others kept it busy: this sample was left out"},
    };
    if (!is_idle(t) || t->may >= sizeof(words) / sizeof(words[0]) || !words[t->may].code)
        return NULL;
    if (now_ns < t->due_ns && t->may != PLATTER_MAY_NOT_SKIP)
        return NULL;
    *text = words[t->may].text;
    return words[t->may].code;
}

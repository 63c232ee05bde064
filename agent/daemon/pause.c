/* SPDX-License-Identifier: MIT */
#include "agent/daemon/pause.h"

#include <event2/event.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/events.h"
#include "agent/daemon/sampler.h"
#include <platter/errors.h>

static uint64_t until_ns(const struct platter_tracked *t)
{
    uint64_t all_ns = t->agent->paused_until_ns;
    return t->paused_until_ns > all_ns ? t->paused_until_ns : all_ns;
}

bool platter_pause_is_on(const struct platter_tracked *t, uint64_t now_ns)
{
    return until_ns(t) > now_ns;
}

/* The next end of a pause; 0 = none is on. */
static uint64_t next_end_ns(const struct platter_agent *agent)
{
    uint64_t next_ns = agent->paused_until_ns;
    for (unsigned i = 0; i < agent->n_drives; i++) {
        uint64_t end_ns = agent->drives[i].paused_until_ns;
        if (end_ns && (!next_ns || end_ns < next_ns))
            next_ns = end_ns;
    }
    return next_ns;
}

static void arm(const struct platter_agent *agent)
{
    uint64_t now_ns = platter_boot_ns(), end_ns = next_end_ns(agent);
    uint64_t wait_ns = end_ns > now_ns ? end_ns - now_ns : 0;
    /* libevent's clock stands still in suspend: look again now and then. */
    struct timeval wait = {.tv_sec = 60};
    if (!agent->pause_timer)
        return;
    evtimer_del(agent->pause_timer);
    if (!end_ns)
        return;
    if (wait_ns < 60 * PLATTER_NS_PER_S) {
        wait.tv_sec = (time_t)(wait_ns / PLATTER_NS_PER_S);
        wait.tv_usec = (suseconds_t)(wait_ns % PLATTER_NS_PER_S / 1000 + 1);
    }
    evtimer_add(agent->pause_timer, &wait);
}

static void say_over(struct platter_agent *agent, const char *drive, const char *why)
{
    platter_log_say(&agent->log, LOG_NOTICE, drive, "sampled again: %s", why);
}

static void on_timer(evutil_socket_t fd, short what, void *user)
{
    struct platter_agent *agent = user;
    uint64_t now_ns = platter_boot_ns();
    (void)fd;
    (void)what;
    if (agent->paused_until_ns && agent->paused_until_ns <= now_ns) {
        agent->paused_until_ns = 0;
        say_over(agent, NULL, "the pause is over");
        platter_events_add(agent, NULL, "paused", PLATTER_OKAY, "the pause of all drives is over");
    }
    for (unsigned i = 0; i < agent->n_drives; i++) {
        struct platter_tracked *t = &agent->drives[i];
        if (!t->paused_until_ns || t->paused_until_ns > now_ns)
            continue;
        t->paused_until_ns = 0;
        say_over(agent, t->found.name, "the pause is over");
        platter_events_add(agent, t->found.id, "paused", PLATTER_OKAY, "the pause is over");
    }
    arm(agent);
    platter_sampler_tick(agent);
}

int platter_pause_init(struct platter_agent *agent)
{
    agent->pause_timer = evtimer_new(agent->base, on_timer, agent);
    if (agent->pause_timer)
        return 0;
    platter_log_say(&agent->log, LOG_ERR, NULL, "no timer: %m");
    return PLATTER_EXIT_OS;
}

void platter_pause_deinit(struct platter_agent *agent)
{
    if (agent->pause_timer)
        event_free(agent->pause_timer);
    agent->pause_timer = NULL;
}

static void moment(int64_t time_s, char *buf, size_t size)
{
    time_t t = (time_t)time_s;
    struct tm tm;
    if (!localtime_r(&t, &tm) || strftime(buf, size, "%Y-%m-%d %H:%M:%S", &tm) == 0)
        snprintf(buf, size, "%lld", (long long)time_s);
}

static int64_t wall_of(uint64_t at_ns)
{
    uint64_t now_ns = platter_boot_ns();
    return platter_wall_s() + (int64_t)((at_ns - now_ns + PLATTER_NS_PER_S / 2) / PLATTER_NS_PER_S);
}

void platter_pause_begin(struct platter_agent *agent, struct platter_tracked *t, uint64_t for_s)
{
    uint64_t end_ns = platter_boot_ns() + for_s * PLATTER_NS_PER_S;
    char until[32];
    if (t)
        t->paused_until_ns = end_ns;
    else
        agent->paused_until_ns = end_ns;
    moment(wall_of(end_ns), until, sizeof(until));
    platter_log_say(&agent->log, LOG_NOTICE, t ? t->found.name : NULL, "paused until %s", until);
    platter_events_add(agent, t ? t->found.id : NULL, "paused", PLATTER_INFO,
                       "%snot sampled until %s", t ? "" : "all drives: ", until);
    arm(agent);
}

bool platter_pause_end(struct platter_agent *agent, struct platter_tracked *t)
{
    bool was = agent->paused_until_ns != 0;
    /* One of all that are paused: the others stay so. */
    for (unsigned i = 0; t && was && i < agent->n_drives; i++)
        if (agent->drives[i].paused_until_ns < agent->paused_until_ns)
            agent->drives[i].paused_until_ns = agent->paused_until_ns;
    agent->paused_until_ns = 0;
    for (unsigned i = 0; i < agent->n_drives; i++) {
        if (t && t != &agent->drives[i])
            continue;
        was = was || agent->drives[i].paused_until_ns;
        agent->drives[i].paused_until_ns = 0;
    }
    if (was) {
        say_over(agent, t ? t->found.name : NULL, "the pause was ended");
        platter_events_add(agent, t ? t->found.id : NULL, "paused", PLATTER_OKAY,
                           "the pause%s was ended", t ? "" : " of all drives");
    }
    arm(agent);
    platter_sampler_tick(agent);
    return was;
}

void platter_pause_reason(const struct platter_tracked *t, uint64_t now_ns,
                          struct platter_snapshot *out)
{
    char until[32], text[80];
    if (!platter_pause_is_on(t, now_ns))
        return;
    moment(wall_of(until_ns(t)), until, sizeof(until));
    snprintf(text, sizeof(text), "not sampled until %s: somebody asked for it", until);
    platter_snapshot_reason(out, "paused", NULL, 0, NAN, text);
}

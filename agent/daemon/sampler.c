/* SPDX-License-Identifier: MIT */
#include "agent/daemon/sampler.h"

#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "agent/core/rng.h"
#include "agent/core/schedule.h"
#include "agent/daemon/clock.h"
#include "agent/daemon/turn.h"
#include "agent/daemon/worker.h"
#include <platter/errors.h>

#define NEVER_NS UINT64_MAX

static uint64_t earlier(uint64_t a_ns, uint64_t b_ns)
{
    return a_ns < b_ns ? a_ns : b_ns;
}

/* A drive that does not answer must not keep others from their turn. */
static unsigned running(const struct platter_agent *agent)
{
    unsigned n = 0;
    for (unsigned i = 0; i < agent->n_drives; i++)
        n += agent->drives[i].sampling && !agent->drives[i].stalled;
    return n;
}

static void check_deadline(struct platter_tracked *t, uint64_t now_ns)
{
    uint64_t deadline_ns = t->o.deadline_ns;
    if (!t->sampling || t->stalled || now_ns < t->heard_ns + deadline_ns)
        return;
    t->stalled = true;
    platter_tracked_trouble(t, "stalled", "has not answered for %llu s; the other drives go on",
                            (unsigned long long)(deadline_ns / PLATTER_NS_PER_S));
}

/* One drive at a time per controller or hub, so that none slows another's sample down. */
static bool bus_taken(const struct platter_tracked *t)
{
    const struct platter_agent *agent = t->agent;
    for (unsigned i = 0; t->bus[0] && i < agent->n_drives; i++) {
        const struct platter_tracked *other = &agent->drives[i];
        if (other != t && other->sampling && !other->stalled && strcmp(other->bus, t->bus) == 0)
            return true;
    }
    return false;
}

/* The longest overdue of those that want something now. */
static struct platter_tracked *next_ready(struct platter_agent *agent, uint64_t now_ns,
                                          unsigned *want)
{
    struct platter_tracked *best = NULL;
    for (unsigned i = 0; i < agent->n_drives; i++) {
        struct platter_tracked *t = &agent->drives[i];
        if (bus_taken(t) || (best && t->due_ns >= best->due_ns))
            continue;
        unsigned wanted = platter_turn_want(t, now_ns);
        if (wanted) {
            best = t;
            *want = wanted;
        }
    }
    return best;
}

void platter_sampler_again(struct platter_tracked *t, uint64_t last_ns)
{
    const struct platter_drive_options *o = &t->o;
    t->due_ns =
        platter_schedule_after_ns(t->begin_ns, o->interval_ns, o->duty, last_ns, t->phase_ns);
}

static void fill_request(const struct platter_tracked *t, struct platter_worker_request *request)
{
    const struct platter_options *o = &t->agent->options;
    memset(request, 0, sizeof(*request));
    request->magic = PLATTER_WORKER_MAGIC;
    request->want = t->want;
    request->zones = (uint32_t)o->zones;
    request->accesses = (uint32_t)o->accesses;
    request->rpm = (uint32_t)t->o.rpm;
    request->sample = t->next_sample;
    request->deadline_ns = t->o.deadline_ns;
    request->seed =
        t->agent->seed + platter_hash(t->found.id, strlen(t->found.id)) + t->next_sample;
    request->outer_bps = platter_state_outer_bps(&t->state);
    request->avoid = t->bad;
    request->verify = platter_bad_places_due(&t->bad, platter_wall_s());
    memcpy(&request->found, &t->found, sizeof(request->found));
}

static void begin(struct platter_tracked *t, unsigned want, uint64_t now_ns)
{
    struct platter_worker_request request;
    t->want = want;
    t->heard_ns = now_ns;
    if (want & PLATTER_WANT_SAMPLE)
        t->begin_ns = now_ns;
    fill_request(t, &request);
    int r = platter_worker_ask(t, &request);
    if (r == 0) {
        t->sampling = true;
        t->next_sample += want & PLATTER_WANT_SAMPLE ? 1 : 0;
        return;
    }
    t->begin_ns = now_ns;
    platter_sampler_again(t, 0);
    errno = -r;
    if (r < 0)
        platter_tracked_trouble(t, "no_worker", "platter-worker cannot be started: %m");
}

static uint64_t next_event_ns(const struct platter_tracked *t, uint64_t now_ns)
{
    if (t->sampling)
        return t->stalled ? NEVER_NS : t->heard_ns + t->o.deadline_ns;
    return platter_turn_next_ns(t, now_ns);
}

static void arm(const struct platter_agent *agent, uint64_t at_ns)
{
    struct itimerspec spec = {.it_value = {0, 0}};
    if (at_ns != NEVER_NS) {
        spec.it_value.tv_sec = (time_t)(at_ns / PLATTER_NS_PER_S);
        spec.it_value.tv_nsec = (long)(at_ns % PLATTER_NS_PER_S) + (at_ns == 0);
    }
    timerfd_settime(agent->tick_fd, TFD_TIMER_ABSTIME, &spec, NULL);
}

static bool was_suspended(struct platter_agent *agent)
{
    struct timespec t;
    uint64_t boot_ns = platter_boot_ns();
    clock_gettime(CLOCK_MONOTONIC, &t);
    return platter_schedule_suspended(
        boot_ns, (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec, &agent->suspended_ns);
}

/* The first sample after it does not count, and while the host stood still nobody had to answer. */
static void check_suspend(struct platter_agent *agent, uint64_t now_ns)
{
    if (!was_suspended(agent))
        return;
    for (unsigned i = 0; i < agent->n_drives; i++) {
        platter_manners_interrupted(&agent->drives[i].manners);
        agent->drives[i].heard_ns = now_ns;
    }
}

void platter_sampler_tick(struct platter_agent *agent)
{
    struct platter_tracked *t;
    unsigned want;
    uint64_t now_ns = platter_boot_ns(), at_ns = NEVER_NS;
    if (agent->stop_round)
        return;
    check_suspend(agent, now_ns);
    for (unsigned i = 0; i < agent->n_drives; i++) {
        check_deadline(&agent->drives[i], now_ns);
        platter_turn_look(&agent->drives[i], now_ns);
    }
    while (running(agent) < PLATTER_CONCURRENT_MAX &&
           (t = next_ready(agent, now_ns, &want)) != NULL)
        begin(t, want, now_ns);
    for (unsigned i = 0; i < agent->n_drives; i++)
        at_ns = earlier(at_ns, next_event_ns(&agent->drives[i], now_ns));
    arm(agent, at_ns);
}

static void on_tick(evutil_socket_t fd, short what, void *user)
{
    uint64_t expirations;
    (void)what;
    if (read(fd, &expirations, sizeof(expirations)) < 0 && errno != EAGAIN)
        return;
    platter_sampler_tick(user);
}

int platter_sampler_init(struct platter_agent *agent)
{
    was_suspended(agent);
    agent->seed = agent->options.seed ? agent->options.seed : platter_boot_ns();
    agent->tick_fd = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (agent->tick_fd >= 0)
        agent->tick = event_new(agent->base, agent->tick_fd, EV_READ | EV_PERSIST, on_tick, agent);
    if (!agent->tick || event_add(agent->tick, NULL) < 0) {
        platter_log_say(&agent->log, LOG_ERR, NULL, "no timer: %m");
        platter_sampler_deinit(agent);
        return PLATTER_EXIT_OS;
    }
    platter_sampler_tick(agent);
    return 0;
}

void platter_sampler_deinit(struct platter_agent *agent)
{
    if (agent->tick)
        event_free(agent->tick);
    if (agent->tick_fd >= 0)
        close(agent->tick_fd);
    agent->tick = NULL;
    agent->tick_fd = -1;
}

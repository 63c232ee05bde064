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
#include "agent/daemon/worker.h"
#include <platter/errors.h>

#define NEVER_NS UINT64_MAX

/* Later than now where a turn is only to be looked at again. */
static uint64_t earlier(uint64_t a_ns, uint64_t b_ns)
{
    return a_ns < b_ns ? a_ns : b_ns;
}

static bool is_idle(const struct platter_tracked *t)
{
    return !t->gone && !t->off && !t->sampling;
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
    uint64_t deadline_ns = t->agent->options.deadline_ns;
    if (!t->sampling || t->stalled || now_ns < t->heard_ns + deadline_ns)
        return;
    t->stalled = true;
    platter_tracked_trouble(t, "stalled", "has not answered for %llu s; the other drives go on",
                            (unsigned long long)(deadline_ns / PLATTER_NS_PER_S));
}

/*
 * Looked at only while a sample is due, every 10 s: what changed between two looks was used just
 * now, and not some time since the last sample.
 */
static void check_gate(struct platter_tracked *t, uint64_t now_ns)
{
    if (!t->gated || !is_idle(t) || now_ns < t->due_ns || now_ns < t->poll_ns)
        return;
    t->poll_ns = now_ns + PLATTER_GATE_POLL_NS;
    int r = platter_gate_poll(&t->gate, &t->agent->root, t->found.name, now_ns);
    if (r < 0) {
        errno = -r;
        platter_log_once(&t->agent->log, LOG_WARNING, t->found.name, "gate",
                         "/sys/block/%s/stat: %m: cannot see whether it is used, so it is not "
                         "sampled; sample = always would",
                         t->found.name);
    }
}

static bool is_ready(const struct platter_tracked *t, uint64_t now_ns)
{
    return is_idle(t) && now_ns >= t->due_ns &&
           (!t->gated || platter_schedule_gate_open(now_ns, t->gate.foreign_ns));
}

/* The longest overdue of those that can be sampled now. */
static struct platter_tracked *next_ready(struct platter_agent *agent, uint64_t now_ns)
{
    struct platter_tracked *best = NULL;
    for (unsigned i = 0; i < agent->n_drives; i++) {
        struct platter_tracked *t = &agent->drives[i];
        if (is_ready(t, now_ns) && (!best || t->due_ns < best->due_ns))
            best = t;
    }
    return best;
}

void platter_sampler_again(struct platter_tracked *t, uint64_t last_ns)
{
    const struct platter_options *o = &t->agent->options;
    uint64_t apart_ns = platter_schedule_interval_ns(o->interval_ns, o->duty, last_ns);
    if (apart_ns == o->interval_ns)
        apart_ns /= 2; /* a grid time in the near past may be this very sample's */
    t->due_ns = platter_schedule_next_ns(t->begin_ns + apart_ns, o->interval_ns, t->phase_ns);
    t->poll_ns = 0;
    platter_gate_reset(&t->gate);
}

static void fill_request(const struct platter_tracked *t, struct platter_worker_request *request)
{
    const struct platter_options *o = &t->agent->options;
    memset(request, 0, sizeof(*request));
    request->magic = PLATTER_WORKER_MAGIC;
    request->want = PLATTER_WANT_SAMPLE;
    request->zones = (uint32_t)o->zones;
    request->accesses = (uint32_t)o->accesses;
    request->rpm = (uint32_t)o->rpm;
    request->sample = t->next_sample;
    request->deadline_ns = o->deadline_ns;
    request->seed =
        t->agent->seed + platter_hash(t->found.id, strlen(t->found.id)) + t->next_sample;
    request->outer_bps = platter_state_outer_bps(&t->state);
    memcpy(&request->found, &t->found, sizeof(request->found));
}

static void begin(struct platter_tracked *t, uint64_t now_ns)
{
    struct platter_worker_request request;
    t->begin_ns = t->heard_ns = now_ns;
    fill_request(t, &request);
    int r = platter_worker_ask(t, &request);
    if (r == 0) {
        t->sampling = true;
        t->next_sample++;
        return;
    }
    platter_sampler_again(t, 0);
    errno = -r;
    if (r < 0)
        platter_tracked_trouble(t, "no_worker", "platter-worker cannot be started: %m");
}

static uint64_t next_event_ns(const struct platter_tracked *t, uint64_t now_ns)
{
    if (t->sampling)
        return t->stalled ? NEVER_NS : t->heard_ns + t->agent->options.deadline_ns;
    if (!is_idle(t))
        return NEVER_NS;
    if (t->due_ns > now_ns)
        return t->due_ns;
    return t->gated ? t->poll_ns : NEVER_NS; /* else it waits for its turn, not for a time */
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

void platter_sampler_tick(struct platter_agent *agent)
{
    struct platter_tracked *t;
    uint64_t now_ns = platter_boot_ns(), at_ns = NEVER_NS;
    if (agent->stop_round)
        return;
    for (unsigned i = 0; i < agent->n_drives; i++) {
        check_deadline(&agent->drives[i], now_ns);
        check_gate(&agent->drives[i], now_ns);
    }
    while (running(agent) < PLATTER_CONCURRENT_MAX && (t = next_ready(agent, now_ns)) != NULL)
        begin(t, now_ns);
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

/* SPDX-License-Identifier: MIT */
#include "agent/daemon/stop.h"

#include <event2/event.h>
#include <signal.h>
#include <stddef.h>

#include "agent/daemon/store_link.h"
#include "agent/daemon/worker.h"
#include <platter/errors.h>

/* What workers get in each round, and how long they have then. */
static const struct {
    int sig;
    struct timeval wait;
} rounds[] = {
    {SIGTERM, {.tv_usec = 600000}},
    {SIGKILL, {.tv_usec = 300000}},
};

#define N_ROUNDS ((int)(sizeof(rounds) / sizeof(rounds[0])))

static unsigned workers_left(const struct platter_agent *agent)
{
    unsigned n = 0;
    for (unsigned i = 0; i < agent->n_drives; i++)
        n += agent->drives[i].worker.pid != 0;
    return n;
}

static void leave_behind(struct platter_agent *agent)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        if (agent->drives[i].worker.pid)
            platter_log_say(&agent->log, LOG_WARNING, agent->drives[i].found.name,
                            "worker %ld hangs in the kernel: left behind",
                            (long)agent->drives[i].worker.pid);
}

static void next_round(struct platter_agent *agent)
{
    int round = agent->stop_round++;
    if (workers_left(agent) == 0 || round >= N_ROUNDS) {
        leave_behind(agent);
        event_base_loopbreak(agent->base);
        return;
    }
    for (unsigned i = 0; i < agent->n_drives; i++) {
        platter_worker_close(&agent->drives[i]);
        platter_worker_kill(&agent->drives[i], rounds[round].sig);
    }
    event_add(agent->stop_timer, &rounds[round].wait);
}

void platter_stop(struct platter_agent *agent, const char *why)
{
    if (agent->stop_round)
        return;
    platter_log_say(&agent->log, LOG_INFO, NULL, "%s: ends", why);
    platter_store_finish(agent);
    next_round(agent);
}

static void on_stop_timer(evutil_socket_t fd, short what, void *user)
{
    (void)fd;
    (void)what;
    next_round(user);
}

static void on_stop_signal(evutil_socket_t sig, short what, void *user)
{
    (void)what;
    platter_stop(user, sig == SIGTERM ? "SIGTERM" : "SIGINT");
}

static void on_child(evutil_socket_t sig, short what, void *user)
{
    struct platter_agent *agent = user;
    (void)sig;
    (void)what;
    platter_workers_reap(agent);
    platter_store_reap(agent);
    if (agent->stop_round && workers_left(agent) == 0)
        event_base_loopbreak(agent->base);
}

static const struct {
    int sig;
    event_callback_fn run;
} handled[] = {{SIGTERM, on_stop_signal}, {SIGINT, on_stop_signal}, {SIGCHLD, on_child}};

int platter_signals_init(struct platter_agent *agent)
{
    bool ok = true;
    agent->stop_timer = evtimer_new(agent->base, on_stop_timer, agent);
    for (size_t i = 0; i < sizeof(handled) / sizeof(handled[0]); i++) {
        agent->on_signal[i] = evsignal_new(agent->base, handled[i].sig, handled[i].run, agent);
        ok = ok && agent->on_signal[i] && event_add(agent->on_signal[i], NULL) == 0;
    }
    if (ok && agent->stop_timer)
        return 0;
    platter_log_say(&agent->log, LOG_ERR, NULL, "signals: %m");
    platter_signals_deinit(agent);
    return PLATTER_EXIT_OS;
}

void platter_signals_deinit(struct platter_agent *agent)
{
    for (size_t i = 0; i < sizeof(handled) / sizeof(handled[0]); i++)
        if (agent->on_signal[i])
            event_free(agent->on_signal[i]);
    if (agent->stop_timer)
        event_free(agent->stop_timer);
}

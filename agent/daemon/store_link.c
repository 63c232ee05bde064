/* SPDX-License-Identifier: MIT */
#include "agent/daemon/store_link.h"

#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/events.h"
#include "agent/daemon/program.h"
#include "agent/daemon/store_talk.h"
#include <platter/errors.h>

/* /var may be on a drive that must spin up first. */
#define READY_WAIT_S 30
#define BACK_OFF_MAX 6
#define LAST_WAIT_MS 400

static void on_readable(evutil_socket_t fd, short what, void *user)
{
    (void)fd;
    (void)what;
    while (platter_store_hear(user))
        ;
}

static void on_writable(evutil_socket_t fd, short what, void *user)
{
    (void)fd;
    (void)what;
    platter_store_send(user);
}

/* ---- The process ---------------------------------------------------------------------------- */

static int connect_events(struct platter_store_link *link, int fd)
{
    struct event_base *base = link->agent->base;
    link->readable = event_new(base, fd, EV_READ | EV_PERSIST, on_readable, link);
    link->writable = event_new(base, fd, EV_WRITE, on_writable, link);
    if (link->readable && link->writable && event_add(link->readable, NULL) == 0)
        return 0;
    platter_store_hang_up(link);
    return -ENOMEM;
}

static int launch(struct platter_store_link *link)
{
    const struct platter_options *o = &link->agent->options;
    char name[] = PLATTER_STORE_NAME, folder[PLATTER_PATH_MAX], cached[PLATTER_PATH_MAX], flush[24],
         yes[] = "yes", no[] = "no";
    char *argv[] = {name, folder, flush, o->rrd == PLATTER_RRD_YES ? yes : no, cached, NULL};
    int pair[2];
    memcpy(folder, o->state_dir, sizeof(folder));
    memcpy(cached, o->rrdcached, sizeof(cached));
    snprintf(flush, sizeof(flush), "%llu", (unsigned long long)o->flush_ns);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return -errno;
    CLEANUP_CLOSE int ours = pair[0];
    CLEANUP_CLOSE int theirs = pair[1];
    int r = connect_events(link, ours);
    if (r < 0)
        return r;
    pid_t pid = platter_program_start(link->agent, link->path, argv, theirs);
    if (pid < 0) {
        platter_store_hang_up(link);
        return pid;
    }
    link->pid = pid;
    link->fd = TAKE_FD(ours);
    return 0;
}

static void start_later(struct platter_store_link *link)
{
    struct timeval wait = {.tv_sec = 1 << link->deaths};
    if (link->deaths < BACK_OFF_MAX)
        link->deaths++;
    event_add(link->again, &wait);
}

static void start(struct platter_store_link *link)
{
    int r = launch(link);
    if (r == 0)
        return;
    errno = -r;
    platter_log_once(&link->agent->log, LOG_WARNING, NULL, "store_start",
                     PLATTER_STORE_NAME " cannot be started: %m; tried again");
    start_later(link);
}

static void on_again(evutil_socket_t fd, short what, void *user)
{
    (void)fd;
    (void)what;
    start(user);
}

void platter_store_reap(struct platter_agent *agent)
{
    struct platter_store_link *link = agent->store;
    int status;
    if (!link || !link->pid || waitpid(link->pid, &status, WNOHANG) != link->pid)
        return;
    while (link->fd >= 0 && platter_store_hear(link))
        ; /* its last words */
    platter_store_hang_up(link);
    link->pid = 0;
    if (link->written_bytes != UINT64_MAX)
        link->before_bytes += link->written_bytes;
    link->written_bytes = 0;
    if (link->finished || link->given_up)
        return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        platter_store_give_up(link, PLATTER_STORE_NAME " cannot be started: install platter again");
        return;
    }
    platter_log_say(&agent->log, LOG_WARNING, NULL,
                    PLATTER_STORE_NAME
                    " ended (%s %d): started again, what it had not written of rows is "
                    "lost",
                    WIFSIGNALED(status) ? "signal" : "status",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    start_later(link);
}

static bool undecided(const struct platter_store_link *link)
{
    return !link->begun && !link->given_up && !link->agent->stop_round;
}

/* The loop runs meanwhile, so that SIGTERM and the socket are answered. */
static void wait_for_ready(struct platter_store_link *link)
{
    uint64_t end_ns = platter_boot_ns() + READY_WAIT_S * PLATTER_NS_PER_S;
    struct event *tick = event_new(link->agent->base, -1, EV_PERSIST, on_writable, link);
    struct timeval second = {.tv_sec = 1};
    if (tick)
        event_add(tick, &second);
    while (undecided(link) && platter_boot_ns() < end_ns)
        event_base_loop(link->agent->base, EVLOOP_ONCE);
    if (tick)
        event_free(tick);
    if (undecided(link))
        platter_store_give_up(
            link, "state.db could not be read within 30 s; restart platterd when the disk "
                  "below state-dir answers");
}

int platter_store_init(struct platter_agent *agent)
{
    const char *folder = agent->options.state_dir;
    char why[PATH_MAX + 64];
    if (!folder[0] || strcmp(folder, "none") == 0)
        return 0;
    struct platter_store_link *link = calloc(1, sizeof(*link));
    if (!link)
        return PLATTER_EXIT_OS;
    agent->store = link;
    link->agent = agent;
    link->fd = -1;
    link->since_s = platter_wall_s();
    link->again = evtimer_new(agent->base, on_again, link);
    platter_remember_init(&link->drives, &agent->root);
    int r = link->again ? platter_program_find(PLATTER_STORE_NAME, link->path, sizeof(link->path))
                        : -ENOMEM;
    if (r < 0) {
        snprintf(why, sizeof(why), "%s: %s; install platter again", link->path, strerror(-r));
        platter_store_give_up(link, why);
        return 0;
    }
    start(link);
    wait_for_ready(link);
    if (agent->events) {
        agent->events->store = platter_store_put_event;
        agent->events->store_user = link;
    }
    if (!agent->stop_round)
        return 0;
    platter_store_deinit(agent);
    return PLATTER_PART_DONE;
}

void platter_store_finish(struct platter_agent *agent)
{
    struct platter_store_link *link = agent->store;
    if (!link || link->finished)
        return;
    for (unsigned i = 0; i < agent->n_drives; i++)
        platter_store_put_judging(&agent->drives[i]);
    platter_store_send(link);
    link->finished = true;
    if (link->fd >= 0)
        shutdown(link->fd, SHUT_WR);
}

void platter_store_deinit(struct platter_agent *agent)
{
    struct platter_store_link *link = agent->store;
    if (!link)
        return;
    if (agent->events)
        agent->events->store = NULL;
    platter_store_finish(agent);
    platter_store_hang_up(link);
    for (int i = 0; link->pid && i < LAST_WAIT_MS / 10; i++) {
        if (waitpid(link->pid, NULL, WNOHANG) != 0)
            link->pid = 0;
        else
            usleep(10000);
    }
    if (link->again)
        event_free(link->again);
    platter_store_queue_clear(&link->queue);
    platter_remember_deinit(&link->drives);
    platter_blobs_clear(&link->judging);
    free(link);
    agent->store = NULL;
}

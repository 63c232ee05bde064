/* SPDX-License-Identifier: MIT */
#include "agent/daemon/worker.h"

#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/daemon/outcome.h"
#include "agent/daemon/program.h"
#include "agent/daemon/sampler.h"
#include <platter/errors.h>

#define WORKER_NAME "platter-worker"

/* A record as it comes; which member it is, its kind says. */
union record {
    struct platter_worker_head head;
    struct platter_worker_report report;
    struct platter_worker_state state;
    struct platter_worker_done done;
};

int platter_workers_init(struct platter_agent *agent)
{
    int r = platter_program_find(WORKER_NAME, agent->worker_path, sizeof(agent->worker_path));
    if (r == 0)
        return 0;
    errno = -r;
    platter_log_say(&agent->log, LOG_ERR, NULL, "%s: %m; install platter again",
                    agent->worker_path);
    return PLATTER_EXIT_OS;
}

static pid_t start_worker(const struct platter_tracked *t, int fd)
{
    const struct platter_agent *agent = t->agent;
    char name[] = WORKER_NAME, drive[PLATTER_NAME_MAX];
    char lock[PLATTER_PATH_MAX + PLATTER_ID_MAX + 8];

    memcpy(drive, t->found.name, sizeof(drive));
    snprintf(lock, sizeof(lock), "%s/%s.lock", agent->options.lock_dir, t->found.id);
    char *argv[] = {name, drive, lock, NULL};
    return platter_program_start(agent, agent->worker_path, argv, fd);
}

static size_t size_of(uint32_t kind)
{
    static const size_t sizes[] = {
        [PLATTER_WORKER_POWER] = sizeof(struct platter_worker_state),
        [PLATTER_WORKER_SMART] = sizeof(struct platter_worker_state),
        [PLATTER_WORKER_DONE] = sizeof(struct platter_worker_done),
        [PLATTER_WORKER_END] = sizeof(struct platter_worker_head),
    };
    bool special = kind < sizeof(sizes) / sizeof(sizes[0]) && sizes[kind];
    return special ? sizes[kind] : sizeof(struct platter_worker_report);
}

static bool is_whole(const union record *record, size_t size)
{
    return size >= sizeof(record->head) && record->head.magic == PLATTER_WORKER_MAGIC &&
           size == size_of(record->head.kind);
}

static void take(struct platter_tracked *t, union record *record)
{
    switch (record->head.kind) {
    case PLATTER_WORKER_DONE:
        platter_outcome_done(t, record->head.result, &record->done.sample);
        break;
    case PLATTER_WORKER_POWER:
    case PLATTER_WORKER_SMART:
        platter_outcome_state(t, &record->state);
        break;
    case PLATTER_WORKER_END:
        platter_outcome_end(t);
        break;
    default:
        platter_outcome_report(t, &record->report);
    }
}

/* Returns whether there may be more. */
static bool hear_one(struct platter_tracked *t)
{
    static const char *const nonsense = "platter-worker is of another build: restart platterd";
    union record record;
    ssize_t n = recv(t->worker.fd, &record, sizeof(record), MSG_DONTWAIT | MSG_TRUNC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (n <= 0) {
        platter_worker_close(t); /* what became of it, its exit status will say */
        return false;
    }
    if (!is_whole(&record, (size_t)n)) {
        t->worker.dismissed = true;
        platter_worker_close(t);
        platter_outcome_failed(t, "worker_version", nonsense);
        platter_outcome_end(t);
        return false;
    }
    take(t, &record);
    return t->worker.fd >= 0;
}

static void on_readable(evutil_socket_t fd, short what, void *user)
{
    struct platter_tracked *t = user;
    (void)fd;
    (void)what;
    while (hear_one(t))
        ;
    platter_sampler_tick(t->agent);
}

static int start(struct platter_tracked *t)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return -errno;
    CLEANUP_CLOSE int ours = pair[0];
    CLEANUP_CLOSE int theirs = pair[1];
    struct event *ev = event_new(t->agent->base, ours, EV_READ | EV_PERSIST, on_readable, t);
    if (!ev || event_add(ev, NULL) < 0) {
        if (ev)
            event_free(ev);
        return -ENOMEM;
    }
    pid_t pid = start_worker(t, theirs);
    if (pid < 0) {
        event_free(ev);
        return (int)pid;
    }
    t->worker = (struct platter_worker){.pid = pid, .fd = TAKE_FD(ours), .readable = ev};
    platter_log_say(&t->agent->log, LOG_DEBUG, t->found.name, "worker %ld started", (long)pid);
    return 0;
}

int platter_worker_ask(struct platter_tracked *t, const struct platter_worker_request *request)
{
    if (t->worker.fd < 0 && t->worker.pid)
        return 1;
    int r = t->worker.pid ? 0 : start(t);
    if (r < 0)
        return r;
    ssize_t n = send(t->worker.fd, request, sizeof(*request), MSG_NOSIGNAL | MSG_DONTWAIT);
    /* One that has just ended takes no request; what became of it, its exit status will say. */
    return n < 0 && errno != EPIPE && errno != ECONNRESET ? -errno : 0;
}

void platter_worker_close(struct platter_tracked *t)
{
    if (t->worker.readable)
        event_free(t->worker.readable);
    t->worker.readable = NULL;
    if (t->worker.fd >= 0)
        close(t->worker.fd);
    t->worker.fd = -1;
}

void platter_worker_kill(const struct platter_tracked *t, int sig)
{
    if (t->worker.pid)
        kill(t->worker.pid, sig);
}

void platter_workers_reap(struct platter_agent *agent)
{
    for (unsigned i = 0; i < agent->n_drives; i++) {
        struct platter_tracked *t = &agent->drives[i];
        int status;
        if (!t->worker.pid || waitpid(t->worker.pid, &status, WNOHANG) != t->worker.pid)
            continue;
        while (t->worker.fd >= 0 && hear_one(t))
            ; /* its last words */
        platter_worker_close(t);
        t->worker.pid = 0;
        platter_outcome_ended(t, status);
    }
}

void platter_workers_deinit(struct platter_agent *agent)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        platter_worker_close(&agent->drives[i]);
}

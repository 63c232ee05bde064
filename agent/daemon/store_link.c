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
#include "agent/daemon/remember.h"
#include "agent/daemon/store_proto.h"
#include "agent/daemon/store_queue.h"
#include <platter/errors.h>

#define STORE_NAME "platter-store"
/* /var may be on a drive that must spin up first. */
#define READY_WAIT_S 30
#define BACK_OFF_MAX 6
#define LAST_WAIT_MS 400

struct platter_store_link {
    struct platter_agent *agent;
    char path[PATH_MAX];
    pid_t pid; /* 0 = none */
    int fd;    /* -1 = none */
    struct event *readable, *writable, *again;
    bool begun;    /* READY was heard once: `saved` is what was kept */
    bool ready;    /* heard from this process */
    bool given_up; /* nothing is saved in this run, which was said */
    bool finished; /* the agent ends */
    unsigned deaths;
    struct platter_store_queue queue;
    struct platter_remember drives;
};

static void start(struct platter_store_link *link);

static void hang_up(struct platter_store_link *link)
{
    if (link->readable)
        event_free(link->readable);
    if (link->writable)
        event_free(link->writable);
    link->readable = link->writable = NULL;
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
    link->ready = false;
}

static void give_up(struct platter_store_link *link, const char *why)
{
    struct platter_agent *agent = link->agent;
    link->given_up = true;
    hang_up(link);
    platter_store_queue_clear(&link->queue);
    platter_log_say(&agent->log, LOG_WARNING, NULL, "not saved: %s; measuring goes on without",
                    why);
    if (agent->events)
        platter_events_add(agent, NULL, "not_saved", PLATTER_WARNING, "nothing is saved: %s", why);
}

const struct platter_saved_drive *platter_store_saved(const struct platter_agent *agent,
                                                      const char *id)
{
    return agent->store ? platter_remember_find(&agent->store->drives, id) : NULL;
}

/* ---- Saying --------------------------------------------------------------------------------- */

static void flush_queue(struct platter_store_link *link)
{
    if (!link->ready)
        return;
    int r = platter_store_queue_send(&link->queue, link->fd);
    if (r == -EAGAIN)
        event_add(link->writable, NULL);
    else if (r < 0)
        hang_up(link); /* it ended: platter_store_reap starts it again */
    if (link->queue.dropped && link->queue.bytes < PLATTER_STORE_QUEUE_BYTES / 2) {
        platter_log_say(&link->agent->log, LOG_WARNING, NULL,
                        STORE_NAME " was busy for too long: %llu records were not saved",
                        (unsigned long long)link->queue.dropped);
        link->queue.dropped = 0;
    }
}

static void put(struct platter_store_link *link, enum platter_store_kind kind, void *record)
{
    struct platter_store_head *head = record;
    if (link->given_up || link->finished)
        return;
    *head = (struct platter_store_head){PLATTER_STORE_MAGIC, kind};
    platter_store_queue_add(&link->queue, record, platter_store_record_size(kind));
    flush_queue(link);
}

static void put_saved(struct platter_store_link *link, const struct platter_saved_drive *drive)
{
    static struct platter_store_drive record; /* large, and overwritten whole */
    record.drive = *drive;
    put(link, PLATTER_STORE_STATE, &record);
}

void platter_store_publish(struct platter_agent *agent, const struct platter_snapshot *s)
{
    static struct platter_store_publish record;
    if (!agent->store)
        return;
    record.snapshot = *s;
    put(agent->store, PLATTER_STORE_PUBLISH, &record);
}

void platter_store_awake(struct platter_agent *agent, const char *name)
{
    struct platter_store_awake record = {.name = ""};
    if (!agent->store)
        return;
    snprintf(record.name, sizeof(record.name), "%s", name);
    put(agent->store, PLATTER_STORE_AWAKE, &record);
}

static void put_event(void *user, const struct platter_event *e)
{
    struct platter_store_event record = {.event = {.seq = e->seq, .time_s = e->time_s}};
    struct platter_saved_event *event = &record.event;
    event->severity = (int)e->severity;
    snprintf(event->drive, sizeof(event->drive), "%s", e->drive);
    snprintf(event->code, sizeof(event->code), "%s", e->code);
    snprintf(event->text, sizeof(event->text), "%s", e->text);
    put(user, PLATTER_STORE_EVENT, &record);
}

void platter_store_put_state(const struct platter_tracked *t)
{
    struct platter_store_link *link = t->agent->store;
    const struct platter_saved_drive *drive =
        link && !link->given_up ? platter_remember_drive(&link->drives, t) : NULL;
    if (drive)
        put_saved(link, drive);
}

void platter_store_restore(struct platter_tracked *t)
{
    const struct platter_saved_drive *saved = platter_store_saved(t->agent, t->found.id);
    if (saved)
        platter_remember_restore(&t->agent->store->drives, saved, t);
    else
        platter_store_put_state(t); /* that it was seen */
}

/* ---- Hearing -------------------------------------------------------------------------------- */

static void take_loaded(struct platter_store_link *link, struct platter_saved_drive *drive)
{
    drive->id[sizeof(drive->id) - 1] = '\0';
    struct platter_saved_drive *entry =
        link->begun ? NULL : platter_remember_entry(&link->drives, drive->id);
    if (entry) /* later we know better */
        *entry = *drive;
}

static void take_ready(struct platter_store_link *link, struct platter_store_ready *ready)
{
    ready->text[sizeof(ready->text) - 1] = '\0';
    if (ready->result != 0) {
        give_up(link, ready->text);
        return;
    }
    if (!link->begun && link->agent->events)
        platter_events_resume(link->agent->events, ready->last_event);
    link->ready = true;
    for (unsigned i = 0; link->begun && i < link->drives.n; i++)
        put_saved(link, &link->drives.drives[i]);
    link->begun = true;
    flush_queue(link);
}

static void take_message(struct platter_store_link *link, struct platter_store_message *m)
{
    struct platter_agent *agent = link->agent;
    const char *token = m->drive[0] ? m->drive : NULL;
    m->code[sizeof(m->code) - 1] = m->drive[sizeof(m->drive) - 1] = '\0';
    m->text[sizeof(m->text) - 1] = '\0';
    if (strcmp(m->code, "disk_room") == 0)
        platter_log_forget(&agent->log, NULL, "disk_full");
    if (strcmp(m->code, "rrd_broken") == 0 || strcmp(m->code, "disk_room") == 0)
        platter_log_say(&agent->log, m->level, token, "%s", m->text);
    else
        platter_log_once(&agent->log, m->level, token, m->code, "%s", m->text);
    if (agent->events && (strcmp(m->code, "rrd_broken") == 0 || strncmp(m->code, "disk_", 5) == 0))
        platter_events_add(agent, token, m->code,
                           m->level <= LOG_WARNING ? PLATTER_WARNING : PLATTER_OKAY, "%s", m->text);
}

/* Returns whether there may be more. */
static bool hear_one(struct platter_store_link *link)
{
    static union platter_store_record record;
    ssize_t n = recv(link->fd, &record, sizeof(record), MSG_DONTWAIT | MSG_TRUNC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (n <= 0) {
        hang_up(link);
        return false;
    }
    if ((size_t)n < sizeof(record.head) || record.head.magic != PLATTER_STORE_MAGIC ||
        (size_t)n != platter_store_record_size(record.head.kind))
        give_up(link, STORE_NAME " is of another build: restart platterd");
    else if (record.head.kind == PLATTER_STORE_LOADED)
        take_loaded(link, &record.drive.drive);
    else if (record.head.kind == PLATTER_STORE_READY)
        take_ready(link, &record.ready);
    else if (record.head.kind == PLATTER_STORE_MESSAGE)
        take_message(link, &record.message);
    return link->fd >= 0;
}

static void on_readable(evutil_socket_t fd, short what, void *user)
{
    (void)fd;
    (void)what;
    while (hear_one(user))
        ;
}

static void on_writable(evutil_socket_t fd, short what, void *user)
{
    (void)fd;
    (void)what;
    flush_queue(user);
}

/* ---- The process ---------------------------------------------------------------------------- */

static int connect_events(struct platter_store_link *link, int fd)
{
    struct event_base *base = link->agent->base;
    link->readable = event_new(base, fd, EV_READ | EV_PERSIST, on_readable, link);
    link->writable = event_new(base, fd, EV_WRITE, on_writable, link);
    if (link->readable && link->writable && event_add(link->readable, NULL) == 0)
        return 0;
    hang_up(link);
    return -ENOMEM;
}

static int launch(struct platter_store_link *link)
{
    const struct platter_options *o = &link->agent->options;
    char name[] = STORE_NAME, folder[PLATTER_PATH_MAX], flush[24], yes[] = "yes", no[] = "no";
    char *argv[] = {name, folder, flush, o->rrd == PLATTER_RRD_YES ? yes : no, NULL};
    int pair[2];
    memcpy(folder, o->state_dir, sizeof(folder));
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
        hang_up(link);
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
                     STORE_NAME " cannot be started: %m; tried again");
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
    while (link->fd >= 0 && hear_one(link))
        ; /* its last words */
    hang_up(link);
    link->pid = 0;
    if (link->finished || link->given_up)
        return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        give_up(link, STORE_NAME " cannot be started: install platter again");
        return;
    }
    platter_log_say(&agent->log, LOG_WARNING, NULL,
                    STORE_NAME " ended (%s %d): started again, what it had not written of rows is "
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
        give_up(link, "state.db could not be read within 30 s; restart platterd when the disk "
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
    link->again = evtimer_new(agent->base, on_again, link);
    platter_remember_init(&link->drives, &agent->root);
    int r =
        link->again ? platter_program_find(STORE_NAME, link->path, sizeof(link->path)) : -ENOMEM;
    if (r < 0) {
        snprintf(why, sizeof(why), "%s: %s; install platter again", link->path, strerror(-r));
        give_up(link, why);
        return 0;
    }
    start(link);
    wait_for_ready(link);
    if (agent->events) {
        agent->events->store = put_event;
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
    flush_queue(link);
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
    hang_up(link);
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
    free(link);
    agent->store = NULL;
}

/* SPDX-License-Identifier: MIT */
#include "agent/daemon/hotplug.h"

#include <dirent.h>
#include <errno.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "agent/daemon/arrival.h"
#include "agent/daemon/clock.h"
#include <platter/errors.h>
#include <platter/series.h>
#include <platter/units.h>

#define NEVER_NS UINT64_MAX
#define RESCAN_NS (60 * PLATTER_NS_PER_S)
/* Events come in bunches: the last one tells the same as all of them. */
#define SETTLE_NS (PLATTER_NS_PER_S / 10)

/* A drive that is there but not ready: how long to wait before each further look. */
static const uint64_t retry_ns[] = {1 * PLATTER_NS_PER_S, 3 * PLATTER_NS_PER_S,
                                    10 * PLATTER_NS_PER_S};
#define N_RETRIES (sizeof(retry_ns) / sizeof(retry_ns[0]))

struct waiting {
    char name[PLATTER_NAME_MAX];
    unsigned tries;
    uint64_t at_ns;
};

struct platter_hotplug {
    struct platter_monitor *monitor; /* NULL: there is none */
    struct event *readable, *timer;
    uint64_t rescan_ns; /* when to look through everything; NEVER_NS with a monitor */
    unsigned n_waiting;
    struct waiting waiting[PLATTER_DRIVES_MAX];
};

bool platter_hotplug_over(const struct platter_tracked *t, int64_t now_s)
{
    return t->gone && now_s >= t->trouble.since_s + PLATTER_HOLD_S;
}

static struct waiting *find_waiting(struct platter_hotplug *h, const char *name)
{
    for (unsigned i = 0; i < h->n_waiting; i++)
        if (strcmp(h->waiting[i].name, name) == 0)
            return &h->waiting[i];
    return NULL;
}

static void forget(struct platter_hotplug *h, struct waiting *w)
{
    *w = h->waiting[--h->n_waiting];
}

static void wait_for(struct platter_hotplug *h, const char *name, uint64_t at_ns)
{
    struct waiting *w = find_waiting(h, name);
    if (!w && h->n_waiting == PLATTER_DRIVES_MAX) {
        h->rescan_ns = at_ns; /* it will be found */
        return;
    }
    if (!w)
        w = &h->waiting[h->n_waiting++];
    *w = (struct waiting){.at_ns = at_ns};
    memcpy(w->name, name, strnlen(name, sizeof(w->name) - 1));
}

void platter_hotplug_event(struct platter_agent *agent, const struct platter_monitor_event *event)
{
    struct platter_hotplug *h = agent->hotplug;
    if (event->change != PLATTER_CHANGE_REMOVED) {
        wait_for(h, event->name, platter_boot_ns() + SETTLE_NS);
        return;
    }
    struct waiting *w = find_waiting(h, event->name);
    if (w)
        forget(h, w);
    platter_arrival_removed(agent, event->name, event->diskseq);
}

/* One that does not become ready is said once: loops without a file and empty card readers are no
 * news. */
static void give_up(struct platter_agent *agent, const char *name, int result)
{
    errno = result < 0 ? -result : ENOMEDIUM;
    if (platter_arrival_matters(agent, name))
        platter_log_say(&agent->log, LOG_WARNING, name,
                        "appeared, but cannot be used: %m; plug it in again, or restart platterd");
    else
        platter_log_say(&agent->log, LOG_DEBUG, name, "nothing there to be watched: %m");
}

/* Returns whether it is done with. */
static bool look_at(struct platter_agent *agent, struct waiting *w, uint64_t now_ns)
{
    int r = platter_arrival_look(agent, w->name);
    if (r == 0)
        return true;
    if (w->tries == N_RETRIES) {
        give_up(agent, w->name, r);
        return true;
    }
    w->at_ns = now_ns + retry_ns[w->tries++];
    return false;
}

uint64_t platter_hotplug_look(struct platter_agent *agent, uint64_t now_ns)
{
    struct platter_hotplug *h = agent->hotplug;
    if (now_ns >= h->rescan_ns)
        platter_hotplug_rescan(agent, now_ns);
    uint64_t next_ns = h->rescan_ns;
    for (unsigned i = 0; i < h->n_waiting;) {
        struct waiting *w = &h->waiting[i];
        if (now_ns >= w->at_ns && look_at(agent, w, now_ns)) {
            forget(h, w);
            continue;
        }
        next_ns = w->at_ns < next_ns ? w->at_ns : next_ns;
        i++;
    }
    return next_ns;
}

void platter_hotplug_rescan(struct platter_agent *agent, uint64_t now_ns)
{
    struct platter_hotplug *h = agent->hotplug;
    int fd = platter_sysroot_open(&agent->root, "/sys/block");
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    h->rescan_ns = h->monitor ? NEVER_NS : now_ns + RESCAN_NS;
    if (!dir) {
        platter_cleanup_close(&fd);
        return;
    }
    platter_arrival_check(agent);
    while ((entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.' && !find_waiting(h, entry->d_name))
            platter_arrival_look(agent, entry->d_name);
    closedir(dir);
}

static void set_timer(struct platter_agent *agent, uint64_t at_ns, uint64_t now_ns)
{
    uint64_t wait_ns = at_ns > now_ns ? at_ns - now_ns : 0;
    struct timeval tv = {.tv_sec = (time_t)(wait_ns / PLATTER_NS_PER_S),
                         .tv_usec = (suseconds_t)(wait_ns % PLATTER_NS_PER_S / 1000) + 1};
    if (at_ns == NEVER_NS)
        event_del(agent->hotplug->timer);
    else
        event_add(agent->hotplug->timer, &tv);
}

static void on_timer(evutil_socket_t fd, short what, void *user)
{
    struct platter_agent *agent = user;
    uint64_t now_ns = platter_boot_ns();
    (void)fd;
    (void)what;
    if (agent->stop_round)
        return;
    set_timer(agent, platter_hotplug_look(agent, now_ns), now_ns);
}

static void on_readable(evutil_socket_t fd, short what, void *user)
{
    struct platter_agent *agent = user;
    struct platter_monitor_event event;
    int r;
    (void)fd;
    (void)what;
    while ((r = platter_monitor_next(agent->hotplug->monitor, &event)) == 0)
        platter_hotplug_event(agent, &event);
    if (r < 0)
        agent->hotplug->rescan_ns = platter_boot_ns() + SETTLE_NS;
    on_timer(-1, 0, agent);
}

static int listen_to(struct platter_agent *agent)
{
    struct platter_hotplug *h = agent->hotplug;
    int r = platter_monitor_new(&agent->root, &h->monitor);
    if (r < 0) {
        errno = -r;
        platter_log_say(&agent->log, LOG_NOTICE, NULL,
                        "no events about drives: %m; looking for new ones every minute");
        return 0;
    }
    platter_log_say(&agent->log, LOG_DEBUG, NULL, "events about drives come from %s",
                    platter_monitor_source(h->monitor));
    h->readable = event_new(agent->base, platter_monitor_fd(h->monitor), EV_READ | EV_PERSIST,
                            on_readable, agent);
    return h->readable ? event_add(h->readable, NULL) : -1;
}

int platter_hotplug_init(struct platter_agent *agent)
{
    struct platter_hotplug *h = calloc(1, sizeof(*h));
    agent->hotplug = h;
    if (h)
        h->timer = evtimer_new(agent->base, on_timer, agent);
    if (!h || !h->timer || listen_to(agent) < 0) {
        platter_log_say(&agent->log, LOG_ERR, NULL, "hot-plug: %m");
        platter_hotplug_deinit(agent);
        return PLATTER_EXIT_OS;
    }
    /* What came between the first look at the machine and this moment told nobody. */
    h->rescan_ns = platter_boot_ns() + (h->monitor ? 10 * SETTLE_NS : RESCAN_NS);
    set_timer(agent, h->rescan_ns, platter_boot_ns());
    return 0;
}

void platter_hotplug_deinit(struct platter_agent *agent)
{
    struct platter_hotplug *h = agent->hotplug;
    if (!h)
        return;
    if (h->readable)
        event_free(h->readable);
    if (h->timer)
        event_free(h->timer);
    platter_monitor_free(h->monitor);
    free(h);
    agent->hotplug = NULL;
}

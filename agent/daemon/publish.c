/* SPDX-License-Identifier: MIT */
#include "agent/daemon/publish.h"

#include <errno.h>
#include <event2/event.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/history.h"
#include "agent/daemon/hotplug.h"
#include "agent/daemon/server.h"
#include "agent/daemon/store_link.h"
#include "agent/daemon/tracked.h"
#include "agent/wire/snapshot_json.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>
#include <platter/series.h>

static struct platter_json *snapshot_of(const struct platter_tracked *t, int64_t time_s)
{
    struct platter_snapshot snapshot;
    platter_tracked_snapshot(t, time_s, &snapshot);
    return platter_snapshot_to_json(&snapshot);
}

/* Whether it is saved, and what saving costs. */
static struct platter_json *store_of(const struct platter_agent *agent)
{
    struct platter_store_look look;
    platter_store_look(agent, &look);
    if (!look.wanted)
        return NULL;
    struct platter_json *j = platter_json_object_new();
    if (look.why[0])
        platter_json_set_text(j, "not_saved", look.why);
    else
        platter_json_set_null(j, "not_saved");
    if (look.written_bytes != UINT64_MAX)
        platter_json_set_uint(j, "written_bytes", look.written_bytes);
    else
        platter_json_set_null(j, "written_bytes");
    platter_json_set_int(j, "since", look.since_s);
    return j;
}

static struct platter_json *status_head(const struct platter_agent *agent, int64_t now_s)
{
    struct platter_json *j = platter_json_object_new(), *store = store_of(agent);
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_STATUS);
    platter_json_set_int(j, "time", now_s);
    platter_json_set_uint(j, "count", agent->n_drives);
    if (store)
        platter_json_set(j, "store", store);
    else
        platter_json_set_null(j, "store");
    return j;
}

static void status_in_lines(struct platter_client *client, int64_t now_s)
{
    const struct platter_agent *agent = client->agent;
    for (unsigned i = 0; i < agent->n_drives; i++)
        platter_client_send(client, snapshot_of(&agent->drives[i], now_s));
    platter_client_send(client, status_head(agent, now_s));
}

static void status_in_one(struct platter_client *client, int64_t now_s)
{
    const struct platter_agent *agent = client->agent;
    struct platter_json *drives = platter_json_array_new();
    CLEANUP_JSON struct platter_json *j = status_head(agent, now_s);
    for (unsigned i = 0; i < agent->n_drives; i++)
        platter_json_append(drives, snapshot_of(&agent->drives[i], now_s));
    platter_json_set(j, "drives", drives);
    CLEANUP_FREE char *text = platter_json_dump(j);
    if (text && strlen(text) > PLATTER_LINE_MAX)
        platter_client_refuse(client, "status", "too_long",
                              "status: %u drives do not fit into a line; ask for "
                              "{\"request\":\"status\",\"lines\":true}",
                              agent->n_drives);
    else if (text)
        platter_peer_send(client->peer, text);
}

void platter_publish_status(struct platter_client *client, bool lines)
{
    int64_t now_s = platter_wall_s();
    if (lines)
        status_in_lines(client, now_s);
    else
        status_in_one(client, now_s);
}

static void publish_one(struct platter_agent *agent, const struct platter_tracked *t)
{
    struct platter_snapshot snapshot;
    platter_tracked_snapshot(t, agent->stamp_s, &snapshot);
    platter_store_publish(agent, &snapshot);
    CLEANUP_JSON struct platter_json *j = platter_snapshot_to_json(&snapshot);
    if (agent->history && platter_history_add(agent->history, &snapshot) < 0)
        platter_log_once(&agent->log, LOG_WARNING, t->found.name, "history",
                         "no memory for its row: readers that were away will miss it");
    CLEANUP_FREE char *line = platter_json_dump(j);
    if (line)
        platter_server_publish(agent, line);
    else
        platter_log_once(&agent->log, LOG_ERR, t->found.name, "publish",
                         "no memory for a snapshot: this step is left out");
}

static void publish_all(struct platter_agent *agent)
{
    int64_t stamp_s =
        platter_grid_due(platter_wall_s(), (uint32_t)agent->options.step_s, agent->stamp_s);
    if (stamp_s == 0) {
        platter_log_once(&agent->log, LOG_WARNING, NULL, "clock",
                         "the clock went back: nothing is published until it is past %lld again",
                         (long long)agent->stamp_s);
        return;
    }
    platter_log_over(&agent->log, NULL, "clock", "the clock is past where it was: publishing");
    agent->stamp_s = stamp_s;
    for (unsigned i = 0; i < agent->n_drives; i++) {
        platter_watch_step(&agent->drives[i].watch);
        if (!platter_hotplug_over(&agent->drives[i], stamp_s))
            publish_one(agent, &agent->drives[i]);
    }
    platter_server_step(agent, stamp_s);
}

/* Cancelled when somebody sets the clock: then the read fails and it is armed anew. */
static void arm(const struct platter_agent *agent)
{
    int64_t next_s = platter_grid_next(platter_wall_s(), (uint32_t)agent->options.step_s);
    struct itimerspec spec = {.it_value = {.tv_sec = (time_t)next_s}};
    timerfd_settime(agent->grid_fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &spec, NULL);
}

static void on_grid(evutil_socket_t fd, short what, void *user)
{
    struct platter_agent *agent = user;
    uint64_t expirations;
    (void)what;
    ssize_t n = read(fd, &expirations, sizeof(expirations));
    if (n < 0 && errno == EAGAIN)
        return;
    if (n == (ssize_t)sizeof(expirations))
        publish_all(agent);
    arm(agent);
}

int platter_publish_init(struct platter_agent *agent)
{
    agent->grid_fd = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (agent->grid_fd >= 0)
        agent->grid = event_new(agent->base, agent->grid_fd, EV_READ | EV_PERSIST, on_grid, agent);
    if (!agent->grid || event_add(agent->grid, NULL) < 0) {
        platter_log_say(&agent->log, LOG_ERR, NULL, "no timer: %m");
        platter_publish_deinit(agent);
        return PLATTER_EXIT_OS;
    }
    arm(agent);
    return 0;
}

void platter_publish_deinit(struct platter_agent *agent)
{
    if (agent->grid)
        event_free(agent->grid);
    if (agent->grid_fd >= 0)
        close(agent->grid_fd);
    agent->grid = NULL;
    agent->grid_fd = -1;
}

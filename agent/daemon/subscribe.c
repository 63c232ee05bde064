/* SPDX-License-Identifier: MIT */
#include "agent/daemon/subscribe.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "agent/daemon/events.h"
#include "agent/daemon/history.h"
#include "agent/daemon/server.h"
#include "agent/wire/event_json.h"
#include "agent/wire/snapshot_json.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>

/* Rows at one go, so that a replay keeps nobody waiting. */
#define BATCH_ROWS 64
/* What waits to be read; with more than this the reader is waited for. */
#define QUEUE_BYTES ((size_t)128 * 1024)

static const struct timeval soon = {.tv_usec = 20000};
static const struct timeval later = {.tv_sec = 1};

int platter_history_init(struct platter_agent *agent)
{
    agent->history = platter_history_new(PLATTER_HISTORY_BYTES, PLATTER_HISTORY_S);
    if (agent->history)
        return 0;
    platter_log_say(&agent->log, LOG_ERR, NULL, "history: %m");
    return PLATTER_EXIT_OS;
}

void platter_history_deinit(struct platter_agent *agent)
{
    platter_history_free(agent->history);
    agent->history = NULL;
}

/* ---- bookmarks ------------------------------------------------------------------------------ */

static struct platter_bookmark *find_bookmark(struct platter_server *server, const char *name)
{
    for (unsigned i = 0; i < PLATTER_BOOKMARKS_MAX; i++) {
        struct platter_bookmark *b = &server->bookmarks[i];
        if (b->name[0] && strcmp(b->name, name) == 0) {
            b->used_n = ++server->bookmark_uses;
            return b;
        }
    }
    return NULL;
}

/* This process has told one that it does not know nothing yet. */
static struct platter_bookmark *take_bookmark(struct platter_agent *agent, const char *name)
{
    struct platter_server *server = agent->server;
    struct platter_bookmark *b = find_bookmark(server, name);
    if (b)
        return b;
    b = &server->bookmarks[0];
    for (unsigned i = 1; i < PLATTER_BOOKMARKS_MAX; i++)
        if (server->bookmarks[i].used_n < b->used_n)
            b = &server->bookmarks[i];
    *b = (struct platter_bookmark){.seq = agent->events ? agent->events->start_seq : 0,
                                   .used_n = ++server->bookmark_uses};
    memcpy(b->name, name, strlen(name) + 1);
    return b;
}

static bool take_name(struct platter_client *client, const struct platter_json *request)
{
    const char *name = platter_json_text(request, "client", "");
    if (*name && (strlen(name) >= sizeof(client->name) || !platter_drive_id_ok(name))) {
        platter_client_refuse(client, "subscribe", "bad_request",
                              "client: expected a name of at most %zu characters of A-Z a-z 0-9 . "
                              "_ -",
                              sizeof(client->name) - 1);
        return false;
    }
    memcpy(client->name, name, strlen(name) + 1);
    return true;
}

void platter_subscribe_seen(struct platter_client *client, const struct platter_json *request)
{
    int64_t time_s = platter_json_int(request, "time", 0);
    uint64_t seq = platter_json_uint(request, "event", 0);
    if (!client->name[0]) {
        platter_client_refuse(client, "seen", "bad_request",
                              "seen: subscribe with \"client\":\"NAME\" first");
        return;
    }
    struct platter_bookmark *b = take_bookmark(client->agent, client->name);
    if (time_s > b->time_s && time_s <= client->agent->stamp_s)
        b->time_s = time_s;
    if (client->agent->events && seq > b->seq && seq <= client->agent->events->last_seq)
        b->seq = seq;
}

/* ---- events --------------------------------------------------------------------------------- */

static void send_event(struct platter_client *client, const struct platter_event *e)
{
    platter_client_send(client, platter_event_to_json(e));
}

void platter_server_event(struct platter_agent *agent, const struct platter_event *e)
{
    struct platter_server *server = agent->server;
    for (unsigned i = 0; server && i < server->n_clients; i++) /* sending drops nobody at once */
        if (server->clients[i]->subscribed)
            send_event(server->clients[i], e);
}

static void send_missed_events(struct platter_client *client, uint64_t cursor)
{
    const struct platter_events *events = client->agent->events;
    struct platter_event e;
    uint64_t seq = cursor + 1 < events->first_seq ? events->first_seq : cursor + 1;
    for (; seq <= events->last_seq; seq++)
        if (platter_events_get(events, seq, &e) == 0)
            send_event(client, &e);
}

/* A cursor of another numbering says nothing of this one. */
static uint64_t event_cursor(const struct platter_client *client,
                             const struct platter_json *request,
                             const struct platter_bookmark *bookmark)
{
    const struct platter_events *events = client->agent->events;
    uint64_t cursor = platter_json_uint(request, "event_cursor", UINT64_MAX);
    if (cursor == UINT64_MAX)
        return bookmark ? bookmark->seq : events->last_seq;
    int64_t epoch = platter_json_int(request, "event_epoch", events->epoch);
    return epoch == events->epoch && cursor <= events->last_seq ? cursor : events->start_seq;
}

static struct platter_json *events_from(const struct platter_events *events, uint64_t seq,
                                        uint64_t limit)
{
    struct platter_json *list = platter_json_array_new();
    struct platter_event e;
    for (; seq <= events->last_seq && limit > 0; seq++) {
        if (platter_events_get(events, seq, &e) < 0)
            continue;
        platter_json_append(list, platter_event_to_json(&e));
        limit--;
    }
    return list;
}

struct platter_json *platter_subscribe_events(const struct platter_agent *agent, uint64_t since_seq,
                                              uint64_t limit)
{
    const struct platter_events *events = agent->events;
    struct platter_json *j = platter_json_object_new();
    uint64_t from = events->first_seq;
    if (since_seq != UINT64_MAX)
        from = since_seq < events->last_seq ? since_seq + 1 : events->last_seq + 1;
    else if (events->last_seq - from + 1 > limit)
        from = events->last_seq - limit + 1; /* the last ones */
    if (from < events->first_seq)
        from = events->first_seq;
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_EVENTS);
    platter_json_set_int(j, "event_epoch", events->epoch);
    platter_json_set_uint(j, "first_seq", events->first_seq);
    platter_json_set_uint(j, "last_seq", events->last_seq);
    platter_json_set(j, "events", events_from(events, from, limit));
    return j;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static void send_step(struct platter_client *client, int64_t time_s)
{
    struct platter_json *j = platter_json_object_new();
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_STEP);
    platter_json_set_int(j, "time", time_s);
    platter_client_send(client, j);
}

struct batch {
    struct platter_client *client;
    unsigned rows;
};

/* A row of the past; its reasons are of the past too, and told as they were. */
static int send_past(int64_t time_s, const struct platter_snapshot *s, void *user)
{
    struct batch *batch = user;
    if (s) {
        batch->rows++;
        platter_client_send(batch->client, platter_snapshot_to_json(s));
        return 0;
    }
    send_step(batch->client, time_s);
    batch->client->since_s = time_s;
    return batch->rows >= BATCH_ROWS || platter_peer_waiting(batch->client->peer) > QUEUE_BYTES;
}

static void on_more(evutil_socket_t fd, short what, void *user)
{
    struct platter_client *client = user;
    struct batch batch = {.client = client};
    (void)fd;
    (void)what;
    if (platter_peer_waiting(client->peer) > QUEUE_BYTES) {
        event_add(client->more, &later);
        return;
    }
    int r = platter_history_replay(client->agent->history, client->since_s, send_past, &batch);
    client->replaying = r > 0;
    if (r < 0)
        platter_log_once(&client->agent->log, LOG_WARNING, NULL, "replay",
                         "no memory for old rows: a client does not get them");
    if (client->replaying)
        event_add(client->more, &soon);
}

static void begin_replay(struct platter_client *client, int64_t since_s)
{
    client->since_s = since_s;
    if (!client->more)
        client->more = evtimer_new(client->agent->base, on_more, client);
    client->replaying = client->more && event_add(client->more, &(struct timeval){0}) == 0;
}

void platter_subscribe_end(struct platter_client *client)
{
    if (client->more)
        event_free(client->more);
    client->more = NULL;
}

void platter_subscribe(struct platter_client *client, const struct platter_json *request)
{
    struct platter_agent *agent = client->agent;
    const struct platter_bookmark *bookmark = NULL;
    if (!take_name(client, request))
        return;
    if (client->name[0])
        bookmark = take_bookmark(agent, client->name);
    client->subscribed = true;
    if (agent->events)
        send_missed_events(client, event_cursor(client, request, bookmark));
    int64_t since_s = platter_json_int(request, "since", bookmark ? bookmark->time_s : -1);
    if (agent->history && since_s >= 0 && since_s < platter_history_last_s(agent->history))
        begin_replay(client, since_s);
}

void platter_server_publish(struct platter_agent *agent, const char *line)
{
    const struct platter_server *server = agent->server;
    for (unsigned i = 0; i < server->n_clients; i++) /* sending drops nobody at once */
        if (server->clients[i]->subscribed && !server->clients[i]->replaying)
            platter_peer_send(server->clients[i]->peer, line);
}

void platter_server_step(struct platter_agent *agent, int64_t time_s)
{
    const struct platter_server *server = agent->server;
    if (agent->history && platter_history_end(agent->history, time_s) < 0)
        platter_log_once(&agent->log, LOG_WARNING, NULL, "history",
                         "no memory for old rows: readers that were away will miss them");
    for (unsigned i = 0; server && i < server->n_clients; i++)
        if (server->clients[i]->subscribed && !server->clients[i]->replaying)
            send_step(server->clients[i], time_s);
}

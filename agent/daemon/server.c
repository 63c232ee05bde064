/* SPDX-License-Identifier: MIT */
#include "agent/daemon/server.h"

#include <errno.h>
#include <event2/event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/daemon/client.h"
#include "agent/daemon/events.h"
#include "agent/daemon/history.h"
#include "agent/daemon/listener.h"
#include "agent/daemon/requests.h"
#include "agent/daemon/stop.h"
#include "agent/daemon/subscribe.h"
#include "agent/daemon/tell.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>
#include <platter/version.h>

void platter_client_send(struct platter_client *client, struct platter_json *j)
{
    CLEANUP_FREE char *text = platter_json_dump(j);
    if (text)
        platter_peer_send(client->peer, text);
    platter_json_free(j);
}

static void send_hello(struct platter_client *client)
{
    const struct platter_agent *agent = client->agent;
    struct platter_json *j = platter_json_object_new();
    struct platter_settings settings;
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_HELLO);
    platter_json_set_int(j, "protocol", PLATTER_PROTOCOL);
    platter_json_set_text(j, "version", PLATTER_VERSION);
    platter_json_set_uint(j, "step_s", agent->options.step_s);
    platter_json_set_real(j, "interval_s", (double)agent->options.interval_ns / 1e9);
    platter_json_set_int(j, "pid", getpid());
    if (agent->history)
        platter_json_set_int(j, "replay_from", platter_history_first_s(agent->history));
    if (agent->events) {
        platter_json_set_int(j, "event_epoch", agent->events->epoch);
        platter_json_set_uint(j, "event_seq", agent->events->last_seq);
    }
    platter_tell_settings(&agent->options, agent->config_file, &settings);
    platter_json_set(j, "settings", platter_settings_to_json(&settings));
    platter_client_send(client, j);
}

void platter_client_refuse(struct platter_client *client, const char *request, const char *code,
                           const char *format, ...)
{
    struct platter_json *j = platter_json_object_new();
    char text[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_ERROR);
    platter_json_set_text(j, "request", request);
    platter_json_set_text(j, "code", code);
    platter_json_set_text(j, "text", text);
    platter_client_send(client, j);
}

static void on_line(void *user, char *line, size_t len)
{
    platter_request_line(user, line, len);
}

/* ---- clients -------------------------------------------------------------------------------- */

static void drop_client(struct platter_client *client)
{
    struct platter_server *server = client->agent->server;
    unsigned i = 0;
    while (server->clients[i] != client)
        i++;
    server->clients[i] = server->clients[--server->n_clients];
    platter_subscribe_end(client);
    platter_peer_free(client->peer);
    free(client);
}

/* The log goes back to stderr before the host's end of it is gone. */
static void lose_host(struct platter_agent *agent)
{
    agent->log.sink = NULL;
    agent->server->host = NULL;
}

static void on_ended(void *user, const char *why)
{
    struct platter_client *client = user;
    struct platter_agent *agent = client->agent;
    bool host = client->host;
    if (host)
        lose_host(agent);
    drop_client(client);
    if (why)
        platter_log_say(&agent->log, LOG_WARNING, NULL, "%s %s: dropped",
                        host ? "the host on stdin and stdout" : "a client of the socket", why);
    if (host)
        platter_stop(agent, "stdin or stdout was closed");
}

static const struct platter_peer_ops peer_ops = {on_line, on_ended};

static int add_client(struct platter_agent *agent, int in_fd, int out_fd, bool host,
                      struct platter_client **out)
{
    struct platter_client *client = calloc(1, sizeof(*client));
    if (!client)
        return -ENOMEM;
    client->agent = agent;
    client->host = client->subscribed = host;
    client->fd = in_fd;
    int r = platter_peer_new(agent->base, in_fd, out_fd, !host, &peer_ops, client, &client->peer);
    if (r < 0) {
        free(client);
        return r;
    }
    agent->server->clients[agent->server->n_clients++] = client;
    *out = client;
    return 0;
}

/* Nothing is read from it: what it has sent is none of our business. */
static void turn_away(struct platter_agent *agent, int fd)
{
    char text[256];
    int n =
        snprintf(text, sizeof(text),
                 "{\"schema\":\"" PLATTER_SCHEMA_ERROR "\",\"request\":\"\",\"code\":\"too_many\","
                 "\"text\":\"%d clients are connected already: close one, or try again "
                 "later\"}\n",
                 PLATTER_CLIENTS_MAX);
    platter_log_once(&agent->log, LOG_WARNING, NULL, "clients",
                     "%d clients are connected already: another one was turned away",
                     PLATTER_CLIENTS_MAX);
    if (send(fd, text, (size_t)n, MSG_NOSIGNAL | MSG_DONTWAIT) == n)
        shutdown(fd, SHUT_WR);
}

static void on_acceptable(evutil_socket_t fd, short what, void *user)
{
    struct platter_agent *agent = user;
    struct platter_client *client;
    (void)what;
    CLEANUP_CLOSE int theirs = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (theirs < 0)
        return;
    if (agent->server->n_clients >= PLATTER_CLIENTS_MAX) {
        turn_away(agent, theirs);
        return;
    }
    if (add_client(agent, theirs, theirs, false, &client) < 0)
        return;
    TAKE_FD(theirs);
    send_hello(client);
}

/* ---- the two ways in ------------------------------------------------------------------------ */

static int make_server(struct platter_agent *agent)
{
    if (agent->server)
        return 0;
    agent->server = calloc(1, sizeof(*agent->server));
    if (!agent->server) {
        platter_log_say(&agent->log, LOG_ERR, NULL, "%m");
        return PLATTER_EXIT_OS;
    }
    agent->server->fd = agent->server->lock_fd = -1;
    return 0;
}

static void log_to_host(void *user, int level, const char *text)
{
    struct platter_client *host = user;
    struct platter_json *j = platter_json_object_new();
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_LOG);
    platter_json_set_text(j, "level", platter_log_level_name(level));
    platter_json_set_text(j, "text", text);
    platter_client_send(host, j);
}

int platter_stdio_init(struct platter_agent *agent)
{
    int r = make_server(agent);
    if (r != 0 || !agent->stdio)
        return r;
    r = add_client(agent, STDIN_FILENO, STDOUT_FILENO, true, &agent->server->host);
    if (r < 0) {
        errno = -r;
        platter_log_say(&agent->log, LOG_ERR, NULL, "--stdio: stdin and stdout: %m");
        return PLATTER_EXIT_OS;
    }
    send_hello(agent->server->host);
    agent->log.user = agent->server->host;
    agent->log.sink = log_to_host;
    return 0;
}

static int explain(struct platter_agent *agent, const char *path, int r, pid_t pid)
{
    int level = agent->stdio ? LOG_WARNING : LOG_ERR;
    if (r == PLATTER_LISTENER_SERVED)
        platter_log_say(&agent->log, level, NULL,
                        "another platterd serves %s (pid %ld); stop it or give -o socket=...", path,
                        (long)pid);
    else if (r == PLATTER_LISTENER_NO_SOCKET)
        platter_log_say(&agent->log, level, NULL,
                        "%s is no socket; remove it or give -o socket=...", path);
    else {
        errno = -r;
        platter_log_say(&agent->log, level, NULL,
                        "%s cannot be served: %m; give another place with -o socket=...", path);
    }
    if (agent->stdio)
        return 0; /* the host is served, the command line is not */
    return r == PLATTER_LISTENER_SERVED ? PLATTER_EXIT_UNAVAILABLE : PLATTER_EXIT_CANT_CREATE;
}

int platter_server_init(struct platter_agent *agent)
{
    struct platter_server *server = agent->server;
    const char *path = agent->options.socket;
    pid_t pid = 0;
    if (!*path)
        path = agent->stdio ? PLATTER_CHILD_SOCKET : PLATTER_SOCKET;
    int r = platter_listener_open(path, &server->fd, &server->lock_fd, &pid);
    if (r != 0)
        return explain(agent, path, r, pid);
    snprintf(server->path, sizeof(server->path), "%s", path);
    server->acceptable =
        event_new(agent->base, server->fd, EV_READ | EV_PERSIST, on_acceptable, agent);
    if (server->acceptable && event_add(server->acceptable, NULL) == 0)
        return 0;
    return explain(agent, path, -ENOMEM, 0);
}

void platter_server_deinit(struct platter_agent *agent)
{
    struct platter_server *server = agent->server;
    if (!server)
        return;
    lose_host(agent);
    while (server->n_clients)
        drop_client(server->clients[0]);
    if (server->acceptable)
        event_free(server->acceptable);
    if (server->fd >= 0)
        close(server->fd);
    if (server->path[0])
        unlink(server->path);
    if (server->lock_fd >= 0)
        close(server->lock_fd); /* after the socket: it is nobody's now */
    free(server);
    agent->server = NULL;
}

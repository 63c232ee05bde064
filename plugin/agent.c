/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#include "plugin/agent.h"
#include <platter/errors.h>

/* Of one poll: 64 drives with 64 zones are 1.6 MB a step. */
#define POLL_BYTES ((size_t)8 * 1024 * 1024)
#define POLL_ROUNDS 20
/* Small: each of collectd's read threads that comes by keeps the stack it has touched. */
#define CHUNK_BYTES 4096
/* What the agent knows us by from one connection to the next. */
#define CLIENT_NAME "collectd"

void platter_agent_init(struct platter_agent *a, const struct platter_hostconf *conf,
                        const struct platter_host *host, struct platter_feed *feed,
                        const char *default_path)
{
    *a = (struct platter_agent){.conf = conf,
                                .host = host,
                                .feed = feed,
                                .default_path = default_path,
                                .socket_dir = PLATTER_SOCKET_DIR,
                                .default_socket = PLATTER_SOCKET,
                                .fd = -1,
                                .retry_s = INT64_MIN,
                                .backoff_s = PLATTER_BACKOFF_MIN_S};
}

/* Say it if it is the first since all was well; wait longer each time. */
static void trouble(struct platter_agent *a, int64_t now_s, int level, const char *text)
{
    if (a->troubles++ == 0) {
        platter_host_log(a->host, level,
                         "%s. Trying again in %u s, then less often; not reported "
                         "again",
                         text, a->backoff_s);
        a->greeted = false;
    }
    a->retry_s = now_s + a->backoff_s;
    a->backoff_s *= 2;
    if (a->backoff_s > PLATTER_BACKOFF_MAX_S)
        a->backoff_s = PLATTER_BACKOFF_MAX_S;
}

/* What a child writes to its standard error before it talks: why it cannot. The host's own standard
 * error is nowhere to be seen once it is a daemon. One that fails over and over says it once. */
static int take_error(char *line, size_t len, void *user)
{
    struct platter_agent *a = user;
    (void)len;
    if (strncmp(line, a->last_error, sizeof a->last_error - 1) == 0 ||
        a->n_errors++ >= PLATTER_ERRORS_MAX)
        return 0;
    snprintf(a->last_error, sizeof a->last_error, "%s", line);
    platter_host_log(a->host, LOG_WARNING, "agent: %s", line);
    return 0;
}

static void drain_errors(struct platter_agent *a)
{
    char chunk[512];
    ssize_t n;
    for (int i = 0; a->child.pid > 0 && i < 64; i++) {
        n = read(a->child.err_fd, chunk, sizeof chunk);
        if (n <= 0 || platter_lines_feed(&a->errors, chunk, (size_t)n, take_error, a) < 0)
            return;
    }
}

static void close_connection(struct platter_agent *a)
{
    drain_errors(a);
    platter_feed_end(a->feed);
    platter_lines_deinit(&a->errors);
    if (a->child.pid == 0)
        close(a->fd);
    else if (platter_child_end(&a->child) < 0)
        platter_host_log(a->host, LOG_WARNING,
                         "the agent (process %ld) has not ended yet: left to end by itself",
                         (long)a->child.pid);
    a->fd = -1;
    a->child.pid = 0;
}

/* error: a negative errno, or 0 for the end of the stream. */
static void lost(struct platter_agent *a, int64_t now_s, int error)
{
    char text[320];
    if (error == 0 || error == -ECONNRESET)
        snprintf(text, sizeof text, "the agent (%s) has %s", a->where,
                 a->child.pid > 0 ? "ended" : "closed the connection");
    else
        snprintf(text, sizeof text, "the agent (%s) cannot be listened to: %s", a->where,
                 strerror(-error));
    close_connection(a);
    trouble(a, now_s, LOG_WARNING, text);
}

/* From where we were on. Who has seen nothing yet is known to the agent by name: it goes on from
 * where the last one of that name was. */
static void subscribe_request(const struct platter_feed *f, char *buf, size_t size)
{
    static const char named[] = "{\"request\":\"subscribe\",\"client\":\"" CLIENT_NAME "\"";
    int n = snprintf(buf, size, "%s", named);
    if (f->step_done_s > 0)
        n += snprintf(buf + n, size - (size_t)n, ",\"since\":%" PRId64, f->step_done_s);
    if (f->event_epoch > 0)
        n += snprintf(buf + n, size - (size_t)n,
                      ",\"event_cursor\":%" PRIu64 ",\"event_epoch\":%" PRId64, f->event_cursor,
                      f->event_epoch);
    snprintf(buf + n, size - (size_t)n, "}\n");
}

static int open_socket(const char *path, const struct platter_feed *feed, int *out)
{
    char request[256];
    subscribe_request(feed, request, sizeof request);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    CLEANUP_CLOSE int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) < 0)
        return -errno;
    /* An agent that turns us away says why before it closes: that is read, not guessed from here.
     */
    if (send(fd, request, strlen(request), MSG_NOSIGNAL) < 0 && errno != EPIPE)
        return -errno;
    *out = TAKE_FD(fd);
    return 0;
}

static void connect_to(struct platter_agent *a, const char *path, int64_t now_s)
{
    int rc = open_socket(path, a->feed, &a->fd);
    if (rc == 0) {
        a->seen_s = 0;
        a->seen_seq = 0;
        snprintf(a->where, sizeof a->where, "%s", path);
        return;
    }
    const char *todo = rc == -EACCES || rc == -EPERM
                           ? "let collectd's user into the group that owns the socket"
                           : "start platterd.service, or set Agent \"spawn\" in <Plugin platter>";
    char text[320];
    snprintf(text, sizeof text, "cannot reach the agent at %s: %s: %s", path, strerror(-rc), todo);
    trouble(a, now_s, LOG_ERR, text);
}

static void spawn(struct platter_agent *a, int64_t now_s)
{
    const char *path = a->conf->agent_path ? a->conf->agent_path : a->default_path;
    CLEANUP_FREE const char **argv = platter_hostconf_argv(a->conf, path);
    int rc = argv ? platter_child_spawn(argv, &a->child) : -ENOMEM;
    if (rc == 0) {
        a->fd = a->child.fd;
        a->n_errors = 0;
        platter_lines_init(&a->errors);
        snprintf(a->where, sizeof a->where, "%.90s, process %ld", path, (long)a->child.pid);
        return;
    }
    char text[512];
    snprintf(
        text, sizeof text,
        "cannot start the agent %.256s: %s: install platterd there, or name it by AgentPath in "
        "<Plugin platter>, or set Agent to the socket of a running one",
        path, strerror(-rc));
    trouble(a, now_s, LOG_ERR, text);
}

static void open_connection(struct platter_agent *a, int64_t now_s)
{
    struct stat st;
    enum platter_agent_mode mode = a->conf->mode;
    a->connected_s = now_s;
    if (mode == PLATTER_AGENT_SOCKET)
        connect_to(a, a->conf->socket, now_s);
    else if (mode == PLATTER_AGENT_AUTO && stat(a->socket_dir, &st) == 0 && S_ISDIR(st.st_mode))
        connect_to(a, a->default_socket, now_s);
    else
        spawn(a, now_s);
}

static void say_option(const struct platter_agent *a, const struct platter_agent_option *option)
{
    const struct platter_settings *settings = &a->feed->settings;
    const struct platter_setting *theirs = platter_settings_differ(settings, option->arg);
    if (theirs)
        platter_host_log(a->host, LOG_WARNING, "%s is set by the agent (%s, %s); ignored here",
                         option->key, *theirs->value ? theirs->value : "empty", theirs->origin);
    else if (settings->n == 0)
        platter_host_log(a->host, LOG_WARNING,
                         "%s is set by the agent, a service of its own (%s); ignored here",
                         option->key, a->where);
}

/* A running agent has its own configuration: what it has otherwise than asked for here is said. */
static void say_options(struct platter_agent *a)
{
    if (a->options_said || a->child.pid != 0)
        return;
    a->options_said = true;
    for (size_t i = 0; i < a->conf->n_options; i++)
        say_option(a, &a->conf->options[i]);
    if (a->conf->config)
        platter_host_log(a->host, LOG_WARNING,
                         "Config is set by the agent, a service of its own (%s); ignored here",
                         a->where);
}

/* For whoever comes after us under our name, should we not come back. A child ends with us. */
static void tell_seen(struct platter_agent *a)
{
    char line[128];
    const struct platter_feed *f = a->feed;
    if (a->fd < 0 || a->child.pid != 0 || !f->greeted ||
        (f->step_done_s == a->seen_s && f->event_cursor == a->seen_seq))
        return;
    int n = snprintf(line, sizeof line,
                     "{\"request\":\"seen\",\"time\":%" PRId64 ",\"event\":%" PRIu64 "}\n",
                     f->step_done_s, f->event_cursor);
    if (send(a->fd, line, (size_t)n, MSG_NOSIGNAL) != n)
        return; /* the next poll tries again, or finds the end */
    a->seen_s = f->step_done_s;
    a->seen_seq = f->event_cursor;
}

static void greet(struct platter_agent *a)
{
    if (!a->feed->greeted || a->greeted)
        return;
    a->greeted = true;
    platter_host_log(a->host, LOG_INFO,
                     "connected to the agent (%s): platterd %s, a row every %" PRIu32 " s",
                     a->where, a->feed->version, a->feed->step_s);
    say_options(a);
}

static void settle(struct platter_agent *a, int64_t now_s)
{
    if (now_s - a->connected_s < PLATTER_SETTLED_S)
        return;
    if (a->troubles > 1)
        platter_host_log(a->host, LOG_NOTICE,
                         "the agent (%s) answers again; %" PRIu64 " troubles were not reported",
                         a->where, a->troubles - 1);
    a->troubles = 0;
    a->backoff_s = PLATTER_BACKOFF_MIN_S;
}

/* Take one chunk. Returns whether there may be more. */
static bool drain(struct platter_agent *a, int64_t now_s, int64_t unix_s, size_t *total)
{
    char chunk[CHUNK_BYTES];
    ssize_t n = read(a->fd, chunk, sizeof chunk);
    if (n < 0 && errno == EINTR)
        return true;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return false;
    if (n <= 0) {
        lost(a, now_s, n < 0 ? -errno : 0);
        return false;
    }
    *total += (size_t)n;
    int rc = platter_feed_bytes(a->feed, chunk, (size_t)n, unix_s);
    greet(a);
    if (rc < 0)
        lost(a, now_s, rc);
    return rc == 0;
}

void platter_agent_poll(struct platter_agent *a, int64_t now_s, int64_t unix_s)
{
    if (a->fd < 0 && now_s >= a->retry_s)
        open_connection(a, now_s);
    if (a->fd < 0)
        return;
    settle(a, now_s);
    drain_errors(a);
    size_t total = 0;
    platter_feed_next_round(a->feed);
    uint64_t first_round = a->feed->round;
    while (drain(a, now_s, unix_s, &total) && total < POLL_BYTES &&
           a->feed->round - first_round < POLL_ROUNDS)
        ;
    tell_seen(a);
}

void platter_agent_stop(struct platter_agent *a)
{
    if (a->fd >= 0)
        close_connection(a);
}

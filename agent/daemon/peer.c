/* SPDX-License-Identifier: MIT */
#include "agent/daemon/peer.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/wire/stream.h"

/* What is read at one go, so that one that sends without end does not keep others waiting. */
#define READ_BYTES 16384
/* How long one that has closed its sending side may take to read its answers. */
#define LINGER_S 5

struct platter_peer {
    int in_fd, out_fd;
    int in_flags, out_flags; /* before we made them non-blocking */
    bool owns;
    bool closing; /* the other end sends no more */
    bool ended;
    const char *why;
    struct event *readable, *writable, *end;
    struct evbuffer *out;
    struct platter_lines lines;
    const struct platter_peer_ops *ops;
    void *user;
};

static void end_peer(struct platter_peer *peer, const char *why)
{
    if (peer->ended)
        return;
    peer->ended = true;
    peer->why = why;
    event_del(peer->readable);
    event_del(peer->writable);
    event_active(peer->end, EV_TIMEOUT, 0);
}

static void on_end(evutil_socket_t fd, short what, void *user)
{
    struct platter_peer *peer = user;
    (void)fd;
    (void)what;
    peer->ended = true;
    peer->ops->ended(peer->user, peer->why);
}

/* Write what can be written at once; the rest when there is room. A file always takes it all. */
static void flush(struct platter_peer *peer)
{
    while (!peer->ended && evbuffer_get_length(peer->out)) {
        if (evbuffer_write(peer->out, peer->out_fd) > 0)
            continue;
        if (errno == EINTR)
            continue;
        if (errno == EAGAIN)
            event_add(peer->writable, NULL);
        else
            end_peer(peer, errno == EPIPE || errno == ECONNRESET ? NULL : "cannot be written to");
        return;
    }
    if (peer->closing)
        end_peer(peer, NULL);
}

static void on_writable(evutil_socket_t fd, short what, void *user)
{
    (void)fd;
    (void)what;
    flush(user);
}

void platter_peer_send(struct platter_peer *peer, const char *text)
{
    size_t len = strlen(text);
    if (peer->ended)
        return;
    if (evbuffer_get_length(peer->out) + len + 1 > PLATTER_PEER_BUFFER_MAX) {
        end_peer(peer, "does not read what it is sent");
        return;
    }
    if (evbuffer_add(peer->out, text, len) < 0 || evbuffer_add(peer->out, "\n", 1) < 0) {
        end_peer(peer, "no memory for what it is sent");
        return;
    }
    if (!event_pending(peer->writable, EV_WRITE, NULL))
        flush(peer);
}

size_t platter_peer_waiting(const struct platter_peer *peer)
{
    return evbuffer_get_length(peer->out);
}

static int on_line(char *line, size_t len, void *user)
{
    struct platter_peer *peer = user;
    peer->ops->line(peer->user, line, len);
    return peer->ended;
}

/* It sends no more: it gets its answers, then it is over. */
static void close_slowly(struct platter_peer *peer)
{
    struct timeval linger = {.tv_sec = LINGER_S};
    peer->closing = true;
    event_del(peer->readable);
    event_add(peer->end, &linger);
    flush(peer);
}

static void on_readable(evutil_socket_t fd, short what, void *user)
{
    struct platter_peer *peer = user;
    char bytes[READ_BYTES];
    (void)what;
    ssize_t n = read(fd, bytes, sizeof(bytes));
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n < 0)
        end_peer(peer, errno == ECONNRESET ? NULL : "cannot be read from");
    else if (n == 0)
        close_slowly(peer);
    else if (platter_lines_feed(&peer->lines, bytes, (size_t)n, on_line, peer) == -ENOMEM)
        end_peer(peer, "no memory for what it sends");
}

static void set_nonblocking(int fd, int *before)
{
    *before = fcntl(fd, F_GETFL);
    if (*before >= 0)
        fcntl(fd, F_SETFL, *before | O_NONBLOCK);
}

/* epoll takes no files and no /dev/null: those are read at once, to their end. */
static int add_readable(struct platter_peer *peer)
{
    if (event_add(peer->readable, NULL) == 0)
        return 0;
    if (errno != EPERM)
        return -errno;
    event_active(peer->end, EV_TIMEOUT, 0);
    return 0;
}

static int make_events(struct platter_peer *peer, struct event_base *base)
{
    peer->readable = event_new(base, peer->in_fd, EV_READ | EV_PERSIST, on_readable, peer);
    peer->writable = event_new(base, peer->out_fd, EV_WRITE, on_writable, peer);
    peer->end = event_new(base, -1, 0, on_end, peer);
    peer->out = evbuffer_new();
    if (!peer->readable || !peer->writable || !peer->end || !peer->out)
        return -ENOMEM;
    return add_readable(peer);
}

int platter_peer_new(struct event_base *base, int in_fd, int out_fd, bool owns,
                     const struct platter_peer_ops *ops, void *user, struct platter_peer **out)
{
    struct platter_peer *peer = calloc(1, sizeof(*peer));
    if (!peer)
        return -ENOMEM;
    *peer = (struct platter_peer){.in_fd = in_fd, .out_fd = out_fd, .ops = ops, .user = user};
    platter_lines_init(&peer->lines);
    set_nonblocking(in_fd, &peer->in_flags);
    set_nonblocking(out_fd, &peer->out_flags);
    int r = make_events(peer, base);
    if (r < 0) {
        platter_peer_free(peer);
        return r;
    }
    peer->owns = owns;
    *out = peer;
    return 0;
}

/* A terminal is shared with the shell: leave it as it was. */
static void let_go(const struct platter_peer *peer)
{
    if (peer->owns) {
        close(peer->in_fd);
        if (peer->out_fd != peer->in_fd)
            close(peer->out_fd);
        return;
    }
    if (peer->out_flags >= 0)
        fcntl(peer->out_fd, F_SETFL, peer->out_flags);
    if (peer->in_flags >= 0)
        fcntl(peer->in_fd, F_SETFL, peer->in_flags);
}

void platter_peer_free(struct platter_peer *peer)
{
    if (!peer)
        return;
    if (peer->readable)
        event_free(peer->readable);
    if (peer->writable)
        event_free(peer->writable);
    if (peer->end)
        event_free(peer->end);
    if (peer->out)
        evbuffer_free(peer->out);
    platter_lines_deinit(&peer->lines);
    let_go(peer);
    free(peer);
}

/* SPDX-License-Identifier: MIT */
/*
 * One end of a stream of lines: a client on the socket, or stdin and stdout. What it sends is cut
 * into lines; what it is sent waits in a bounded buffer, so that one that never reads costs nothing
 * but itself.
 */
#ifndef PLATTER_DAEMON_PEER_H
#define PLATTER_DAEMON_PEER_H

#include <stdbool.h>
#include <stddef.h>

struct event_base;
struct platter_peer;

/* The status of PLATTER_DRIVES_MAX drives of 64 zones fits. */
#define PLATTER_PEER_BUFFER_MAX ((size_t)8 * 1024 * 1024)

struct platter_peer_ops {
    /* A whole line. May call platter_peer_send. */
    void (*line)(void *user, char *line, size_t len);
    /* It is over: why in words, or NULL where the other end just closed. Called once, from the
     * event loop, never from inside another call; the owner frees the peer. */
    void (*ended)(void *user, const char *why);
};

/* in_fd and out_fd may be one; they stay the caller's until this returns 0, and are closed by
 * platter_peer_free if `owns`. Returns 0 or -errno. */
int platter_peer_new(struct event_base *base, int in_fd, int out_fd, bool owns,
                     const struct platter_peer_ops *ops, void *user, struct platter_peer **out);
/* NULL is fine. */
void platter_peer_free(struct platter_peer *peer);

/* Send text and a newline. What cannot be sent ends the peer. */
void platter_peer_send(struct platter_peer *peer, const char *text);

/* Bytes that it has been sent and has not taken yet. */
size_t platter_peer_waiting(const struct platter_peer *peer);

#endif

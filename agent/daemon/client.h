/* SPDX-License-Identifier: MIT */
/* A client as the server keeps track of it; for server.c, requests.c and subscribe.c alone. */
#ifndef PLATTER_DAEMON_CLIENT_H
#define PLATTER_DAEMON_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/daemon/agent.h"
#include "agent/daemon/peer.h"
#include "agent/wire/json.h"

#define PLATTER_CLIENTS_MAX 32
#define PLATTER_CLIENT_NAME_MAX 32
#define PLATTER_BOOKMARKS_MAX 16

struct platter_client {
    struct platter_agent *agent;
    struct platter_peer *peer;
    int fd;    /* its socket, the peer's */
    bool host; /* the one on stdin and stdout */
    bool subscribed;
    char name[PLATTER_CLIENT_NAME_MAX]; /* "" = gave none */

    bool replaying; /* gets old rows; new ones come to it by the same way, in their order */
    int64_t since_s;
    struct event *more; /* goes on with the replay */
};

/* How far a client that has a name has got, for when it comes back without knowing. */
struct platter_bookmark {
    char name[PLATTER_CLIENT_NAME_MAX];
    int64_t time_s;  /* it has the rows up to here */
    uint64_t seq;    /* and the events */
    uint64_t used_n; /* of server->bookmark_uses: the least recently used one makes room */
};

struct platter_server {
    struct platter_client *clients[PLATTER_CLIENTS_MAX];
    unsigned n_clients;
    struct platter_client *host;
    int fd;
    int lock_fd; /* the socket is ours to replace */
    struct event *acceptable;
    char path[PLATTER_PATH_MAX]; /* "" = no socket was made */
    struct platter_bookmark bookmarks[PLATTER_BOOKMARKS_MAX];
    uint64_t bookmark_uses;
};

/* Dump, send, free. j NULL: no memory for it. */
void platter_client_send(struct platter_client *client, struct platter_json *j);

/* Why a request was not done: code is a stable word, request what was asked ("" = nobody knows). */
void platter_client_refuse(struct platter_client *client, const char *request, const char *code,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif

/* SPDX-License-Identifier: MIT */
/* What platterd and its platter-store tell each other; for store_link.c and store_talk.c alone. */
#ifndef PLATTER_DAEMON_STORE_TALK_H
#define PLATTER_DAEMON_STORE_TALK_H

#include "agent/daemon/remember.h"
#include "agent/daemon/store_link.h"
#include "agent/daemon/store_proto.h"
#include "agent/daemon/store_queue.h"

#define PLATTER_STORE_NAME "platter-store"

struct platter_store_link {
    struct platter_agent *agent;
    char path[PATH_MAX];
    pid_t pid; /* 0 = none */
    int fd;    /* -1 = none */
    struct event *readable, *writable, *again;
    bool begun;    /* READY was heard once: `drives` is what was kept */
    bool ready;    /* heard from this process */
    bool given_up; /* nothing is saved in this run, which was said */
    bool finished; /* the agent ends */
    unsigned deaths;
    struct platter_store_queue queue;
    struct platter_remember drives;
    struct platter_blobs judging; /* of the last run, of drives that have not come yet */

    char why[PLATTER_STORE_TEXT_MAX]; /* why nothing is saved now; "" = it is */
    int64_t since_s;                  /* when the first process was started */
    uint64_t before_bytes;            /* written by those that have ended */
    uint64_t written_bytes;           /* by this one; UINT64_MAX = not known */
};

/* Not connected any more. */
void platter_store_hang_up(struct platter_store_link *link);
/* Nothing is saved in this run. */
void platter_store_give_up(struct platter_store_link *link, const char *why);

/* Send what waits. */
void platter_store_send(struct platter_store_link *link);
/* Take one record in. Returns whether there may be more. */
bool platter_store_hear(struct platter_store_link *link);
/* platter_events' way to the store. */
void platter_store_put_event(void *user, const struct platter_event *e);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The events of this agent: numbered, the last ones kept in memory, each given once to the store
 * and to everyone who has subscribed (doc/protocol.md). Kept packed: a full ring is some 150 KB.
 */
#ifndef PLATTER_DAEMON_EVENTS_H
#define PLATTER_DAEMON_EVENTS_H

#include "agent/daemon/agent.h"
#include <platter/event.h>

#define PLATTER_EVENTS_MAX 1000u

struct platter_event_kept;

struct platter_events {
    struct platter_event_kept **ring; /* of PLATTER_EVENTS_MAX, by seq */
    uint64_t last_seq;                /* 0 = none yet */
    uint64_t first_seq;               /* the oldest one kept; last_seq + 1 = none is */
    uint64_t start_seq;               /* last_seq when this process began */
    int64_t epoch; /* when the numbering began, in ms of Unix time: a cursor holds within one */
    /* Whom each event goes to, for good: the store. NULL = nobody. */
    void (*store)(void *user, const struct platter_event *e);
    void *store_user;
};

/* A part of the agent (agent.h): agent->events. */
int platter_events_init(struct platter_agent *agent);
void platter_events_deinit(struct platter_agent *agent);

/* A part too, after all that know something worth telling: says that the agent has started. */
int platter_events_begin(struct platter_agent *agent);

/* An event of an earlier run, the oldest first: kept, and told to nobody. Before the first event of
 * this process; later it is ignored, and so is platter_events_resume. */
void platter_events_restore(struct platter_events *events, const struct platter_event *e);
/* Go on with the numbers of the last event that the store has. epoch: who gave them; 0 = we do. */
void platter_events_resume(struct platter_events *events, uint64_t last_seq, int64_t epoch);

/* Something happened. drive is an id, NULL = the agent itself. */
void platter_events_add(struct platter_agent *agent, const char *drive, const char *code,
                        enum platter_severity severity, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A trouble of a drive, raised. */
void platter_events_trouble(struct platter_agent *agent, const char *drive, const char *code,
                            const char *text);

/* Event seq unpacked. Returns 0, or -ENOENT: not kept (any more). */
int platter_events_get(const struct platter_events *events, uint64_t seq,
                       struct platter_event *out);

#endif

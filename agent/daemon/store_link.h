/* SPDX-License-Identifier: MIT */
/*
 * platterd's side of platter-store (store_proto.h): it starts it, tells it what is to be kept, and
 * never waits for it, but at the beginning: nothing is measured before it is known what was counted
 * in the last run. A store that dies is started again and told everything anew; one that cannot
 * use its files says why, and platterd measures without saving.
 */
#ifndef PLATTER_DAEMON_STORE_LINK_H
#define PLATTER_DAEMON_STORE_LINK_H

#include "agent/daemon/tracked.h"
#include "agent/store/blobs.h"
#include "agent/store/saved.h"

struct platter_store_link;

/* A part of the agent (agent.h), after platter_events_init, before drives are taken: agent->store;
 * NULL when option state-dir is empty. */
int platter_store_init(struct platter_agent *agent);
/* Gives it a moment to write, and leaves it to end by itself. */
void platter_store_deinit(struct platter_agent *agent);

/* What is kept of a drive, as of now; NULL = nothing. Valid until the next call that puts one. */
const struct platter_saved_drive *platter_store_saved(const struct platter_agent *agent,
                                                      const char *id);
/* Begin where the last run ended: counters, slot, manners. A drive that is not known begins anew.
 */
void platter_store_restore(struct platter_tracked *t);

/* To be kept: what is known of a drive (after each sample), a row, that a drive ("sda") was used by
 * somebody else just now. */
void platter_store_put_state(const struct platter_tracked *t);
/* What is judged of it: after each period. */
void platter_store_put_judging(const struct platter_tracked *t);
/* The same of the last run; NULL = none. It stays the link's. */
const struct platter_blob *platter_store_judging(const struct platter_agent *agent, const char *id);
void platter_store_publish(struct platter_agent *agent, const struct platter_snapshot *s);
void platter_store_awake(struct platter_agent *agent, const char *name);

/* How it goes. */
struct platter_store_look {
    bool wanted;            /* false: option state-dir is empty, and so is all below */
    const char *why;        /* why nothing is saved now; "" = it is */
    int64_t since_s;        /* Unix time from which written_bytes are counted */
    uint64_t written_bytes; /* to the disk below state-dir; UINT64_MAX = not known */
};
void platter_store_look(const struct platter_agent *agent, struct platter_store_look *out);

/* A child ended: if it was the store, it is started again. */
void platter_store_reap(struct platter_agent *agent);
/* The agent ends: nothing more will be said, it may write now. */
void platter_store_finish(struct platter_agent *agent);

#endif

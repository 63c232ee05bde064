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
void platter_store_publish(struct platter_agent *agent, const struct platter_snapshot *s);
void platter_store_awake(struct platter_agent *agent, const char *name);

/* A child ended: if it was the store, it is started again. */
void platter_store_reap(struct platter_agent *agent);
/* The agent ends: nothing more will be said, it may write now. */
void platter_store_finish(struct platter_agent *agent);

#endif

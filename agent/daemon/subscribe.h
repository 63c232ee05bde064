/* SPDX-License-Identifier: MIT */
/* Who gets rows and events: those who have subscribed, from where they were on (doc/protocol.md).
 */
#ifndef PLATTER_DAEMON_SUBSCRIBE_H
#define PLATTER_DAEMON_SUBSCRIBE_H

#include "agent/daemon/client.h"

/* A part of the agent (agent.h): agent->history. */
int platter_history_init(struct platter_agent *agent);
void platter_history_deinit(struct platter_agent *agent);

/* The requests `subscribe` and `seen`. */
void platter_subscribe(struct platter_client *client, const struct platter_json *request);
void platter_subscribe_seen(struct platter_client *client, const struct platter_json *request);

/* Before a client is freed. */
void platter_subscribe_end(struct platter_client *client);

/* The answer to `events`. NULL: no memory. */
struct platter_json *platter_subscribe_events(const struct platter_agent *agent, uint64_t since_seq,
                                              uint64_t limit);

#endif

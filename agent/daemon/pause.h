/* SPDX-License-Identifier: MIT */
/*
 * A pause that somebody asked for: no samples of a drive, or of all, until a time. It ends by
 * itself, on the clock that never steps; a restart of the agent ends it too.
 */
#ifndef PLATTER_DAEMON_PAUSE_H
#define PLATTER_DAEMON_PAUSE_H

#include <stdbool.h>

#include "agent/daemon/tracked.h"

#define PLATTER_PAUSE_DEFAULT_S 3600
#define PLATTER_PAUSE_MAX_S 2592000 /* 30 days */

/* A part of the agent (agent.h): the timer that ends pauses. */
int platter_pause_init(struct platter_agent *agent);
void platter_pause_deinit(struct platter_agent *agent);

/* t NULL: all drives, also those that come later. Begins anew where one is on. */
void platter_pause_begin(struct platter_agent *agent, struct platter_tracked *t, uint64_t for_s);
/* t NULL: all. Returns whether anything was paused. */
bool platter_pause_end(struct platter_agent *agent, struct platter_tracked *t);

bool platter_pause_is_on(const struct platter_tracked *t, uint64_t now_ns);
/* The reason `paused`, if it is. */
void platter_pause_reason(const struct platter_tracked *t, uint64_t now_ns,
                          struct platter_snapshot *out);

#endif

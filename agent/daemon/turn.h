/* SPDX-License-Identifier: MIT */
/*
 * Whose turn it is, and for what: the manners (agent/core/manners.h) applied to a drive with what
 * platterd knows of it. A drive with a spindle is asked for its power state before anything else.
 */
#ifndef PLATTER_DAEMON_TURN_H
#define PLATTER_DAEMON_TURN_H

#include "agent/daemon/tracked.h"

/* How often a drive's power state is asked for while nothing else is to be done. */
#define PLATTER_POWER_POLL_NS (600ull * 1000000000ull)
#define PLATTER_SMART_POLL_NS (1800ull * 1000000000ull)

struct platter_manners_rules platter_turn_rules(const struct platter_tracked *t);

/* Look at the drive's counters if it is time. */
void platter_turn_look(struct platter_tracked *t, uint64_t now_ns);

/* What to ask of its worker now (enum platter_worker_want), 0 = nothing. t->may says why not. */
unsigned platter_turn_want(struct platter_tracked *t, uint64_t now_ns);

/* When to look again, if nothing happens before. UINT64_MAX = never. */
uint64_t platter_turn_next_ns(const struct platter_tracked *t, uint64_t now_ns);

/* Why it is not sampled, as a reason's code and words; NULL: it is, or it is simply not yet due. */
const char *platter_turn_waiting(const struct platter_tracked *t, uint64_t now_ns,
                                 const char **text);

#endif

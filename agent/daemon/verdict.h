/* SPDX-License-Identifier: MIT */
/*
 * A tracked drive's verdict: samples and SMART into its judging, alarms out as events, verdict and
 * reasons into snapshots.
 */
#ifndef PLATTER_DAEMON_VERDICT_H
#define PLATTER_DAEMON_VERDICT_H

#include "agent/daemon/tracked.h"

/* Take a sample in that counts. */
void platter_verdict_sample(struct platter_tracked *t, const struct platter_sample *sample);
/* Take t->smart in. */
void platter_verdict_smart(struct platter_tracked *t);

/* Go on where the last run ended. What it left and cannot be used is said. */
void platter_verdict_restore(struct platter_tracked *t);

/* Verdict and its reasons. After those of what hinders measuring: with one of them it is UNKNOWN
 * unless SMART or the detector knows better. */
void platter_verdict_fill(const struct platter_tracked *t, int64_t time_s,
                          struct platter_snapshot *out);

/* Acknowledge what is raised. Returns how many alarms that were. */
unsigned platter_verdict_acknowledge(struct platter_tracked *t);
/* Learn anew what is normal: after a repair, another cable, another place in the box. */
void platter_verdict_learn(struct platter_tracked *t, const char *why);

void platter_verdict_free(struct platter_tracked *t);

#endif

/* SPDX-License-Identifier: MIT */
/* What came of a sample: what a worker says, or that it ended, turned into figures and reasons. */
#ifndef PLATTER_DAEMON_OUTCOME_H
#define PLATTER_DAEMON_OUTCOME_H

#include "agent/daemon/tracked.h"
#include "agent/daemon/worker_proto.h"

/* Words of a worker: OPENED, STEP or FAILED. */
void platter_outcome_report(struct platter_tracked *t, const struct platter_worker_report *report);
/* A power state or SMART. */
void platter_outcome_state(struct platter_tracked *t, const struct platter_worker_state *state);
/* The request is done. */
void platter_outcome_end(struct platter_tracked *t);
/* A sample; result as platter_probe_run. */
void platter_outcome_done(struct platter_tracked *t, int result, struct platter_sample *sample);
/* No sample this time, why in a code and a sentence. */
void platter_outcome_failed(struct platter_tracked *t, const char *code, const char *text);
/* The worker ended; status as of waitpid. */
void platter_outcome_ended(struct platter_tracked *t, int status);

#endif

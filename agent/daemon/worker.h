/* SPDX-License-Identifier: MIT */
/* platterd's side of a worker: start it, ask it, hear it, let it go. */
#ifndef PLATTER_DAEMON_WORKER_H
#define PLATTER_DAEMON_WORKER_H

#include "agent/daemon/tracked.h"
#include "agent/daemon/worker_proto.h"

/* Find platter-worker: beside platterd itself, else where it is installed. 0 or an exit status. */
int platter_workers_init(struct platter_agent *agent);
/* Free what is left of them; none is waited for. */
void platter_workers_deinit(struct platter_agent *agent);

/* Ask for a sample; starts the worker if there is none. Returns 0, -errno, or 1: the last worker is
 * not gone yet. */
int platter_worker_ask(struct platter_tracked *t, const struct platter_worker_request *request);

/* End the connection: the worker ends as soon as it sees that. */
void platter_worker_close(struct platter_tracked *t);

/* A signal to the worker, if there is one. */
void platter_worker_kill(const struct platter_tracked *t, int sig);

/* Collect those that ended, each by its own pid; platter_outcome_ended is called for each. */
void platter_workers_reap(struct platter_agent *agent);

#endif

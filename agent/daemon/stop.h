/* SPDX-License-Identifier: MIT */
/*
 * The end: within 2 s, whatever the drives do. Workers are let go and sent SIGTERM, after 1 s
 * SIGKILL; one that hangs in the kernel is left behind with its lock.
 */
#ifndef PLATTER_DAEMON_STOP_H
#define PLATTER_DAEMON_STOP_H

#include "agent/daemon/agent.h"

/* SIGTERM and SIGINT stop, SIGCHLD collects workers. */
int platter_signals_init(struct platter_agent *agent);
void platter_signals_deinit(struct platter_agent *agent);

/* Begin to stop; `why` is for the log. A second call changes nothing. */
void platter_stop(struct platter_agent *agent, const char *why);

#endif

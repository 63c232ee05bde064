/* SPDX-License-Identifier: MIT */
/* platterd as a process: what it inherits, what it is told, its event loop. */
#ifndef PLATTER_DAEMON_PROCESS_H
#define PLATTER_DAEMON_PROCESS_H

#include "agent/daemon/agent.h"

/* Nothing inherited but stdin, stdout, stderr; default signals; SIGPIPE ignored. */
int platter_process_init(struct platter_agent *agent);
void platter_process_deinit(struct platter_agent *agent);

/* Command line, then file, then -o: agent->options. */
int platter_settings_init(struct platter_agent *agent);
/* The same again, later: 0 and *out, or an exit status: what is wrong has been said. */
int platter_settings_read(struct platter_agent *agent, struct platter_options *out);

int platter_loop_init(struct platter_agent *agent);
void platter_loop_deinit(struct platter_agent *agent);
/* Runs until platter_stop. Returns an exit status. */
int platter_loop_run(struct platter_agent *agent);

#endif

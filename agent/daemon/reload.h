/* SPDX-License-Identifier: MIT */
/*
 * SIGHUP: the file is read again. When anything is wrong in it, that is said and the old
 * configuration stays; else what a running agent can take holds at once, and what needs a restart
 * is named.
 */
#ifndef PLATTER_DAEMON_RELOAD_H
#define PLATTER_DAEMON_RELOAD_H

#include "agent/daemon/agent.h"

int platter_reload_init(struct platter_agent *agent);
void platter_reload_deinit(struct platter_agent *agent);

/* Do it now. Returns 0, or an exit status: nothing was changed. */
int platter_reload(struct platter_agent *agent);

#endif

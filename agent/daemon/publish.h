/* SPDX-License-Identifier: MIT */
/*
 * Publishing: a timer on the wall clock, at each multiple of the step. Every drive, every step, one
 * snapshot with that stamp; a stamp never comes twice and never goes back.
 */
#ifndef PLATTER_DAEMON_PUBLISH_H
#define PLATTER_DAEMON_PUBLISH_H

#include "agent/daemon/agent.h"
#include "agent/wire/json.h"

int platter_publish_init(struct platter_agent *agent);
void platter_publish_deinit(struct platter_agent *agent);

/* The answer to `status`: every drive as it is now. NULL: no memory. The caller owns it. */
struct platter_json *platter_publish_status(const struct platter_agent *agent);

#endif

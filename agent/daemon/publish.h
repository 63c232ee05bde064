/* SPDX-License-Identifier: MIT */
/*
 * Publishing: a timer on the wall clock, at each multiple of the step. Every drive, every step, one
 * snapshot with that stamp; a stamp never comes twice and never goes back.
 */
#ifndef PLATTER_DAEMON_PUBLISH_H
#define PLATTER_DAEMON_PUBLISH_H

#include <stdbool.h>

#include "agent/daemon/client.h"

int platter_publish_init(struct platter_agent *agent);
void platter_publish_deinit(struct platter_agent *agent);

/* Answer `status`: every drive as it is now. lines: each drive on a line of its own before the
 * answer, else all in it, or a word that it does not fit into a line. */
void platter_publish_status(struct platter_client *client, bool lines);

#endif

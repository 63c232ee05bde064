/* SPDX-License-Identifier: MIT */
/*
 * Whom platterd talks to (agent/wire/stream.h): clients on the socket, and with --stdio the host
 * that started it.
 */
#ifndef PLATTER_DAEMON_SERVER_H
#define PLATTER_DAEMON_SERVER_H

#include "agent/daemon/agent.h"
#include <platter/event.h>

/* With --stdio: hello on stdout, and log lines from now on. */
int platter_stdio_init(struct platter_agent *agent);
/* The socket. One that another platterd serves is an error; with --stdio all trouble is a warning.
 */
int platter_server_init(struct platter_agent *agent);
/* Close all, remove the socket. */
void platter_server_deinit(struct platter_agent *agent);

/* Send a row to everyone who has subscribed, as it is published (subscribe.c). */
void platter_server_publish(struct platter_agent *agent, const char *line);
/* All rows of a step have been published: it is history now. */
void platter_server_step(struct platter_agent *agent, int64_t time_s);
/* Send an event to everyone who has subscribed. */
void platter_server_event(struct platter_agent *agent, const struct platter_event *e);

#endif

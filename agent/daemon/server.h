/* SPDX-License-Identifier: MIT */
/*
 * Whom platterd talks to (agent/wire/stream.h): clients on the socket, and with --stdio the host
 * that started it.
 */
#ifndef PLATTER_DAEMON_SERVER_H
#define PLATTER_DAEMON_SERVER_H

#include "agent/daemon/agent.h"

/* With --stdio: hello on stdout, and log lines from now on. */
int platter_stdio_init(struct platter_agent *agent);
/* The socket. One that another platterd serves is an error; with --stdio all trouble is a warning.
 */
int platter_server_init(struct platter_agent *agent);
/* Close all, remove the socket. */
void platter_server_deinit(struct platter_agent *agent);

/* Send a line to everyone who has subscribed. */
void platter_server_publish(struct platter_agent *agent, const char *line);

#endif

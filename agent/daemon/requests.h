/* SPDX-License-Identifier: MIT */
/* What a client may ask for (doc/protocol.md), one function each. */
#ifndef PLATTER_DAEMON_REQUESTS_H
#define PLATTER_DAEMON_REQUESTS_H

#include "agent/daemon/client.h"

/* One line from a client: done, or refused with the reason. */
void platter_request_line(struct platter_client *client, const char *line, size_t len);

#endif

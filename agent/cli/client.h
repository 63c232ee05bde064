/* SPDX-License-Identifier: MIT */
/* Ask the running agent over its socket. */
#ifndef PLATTER_CLI_CLIENT_H
#define PLATTER_CLI_CLIENT_H

#include <stddef.h>

#include "agent/wire/json.h"

/*
 * Send a request, a JSON object on one line, to the agent at path and wait for its answer of that
 * schema; snapshots that come before it on lines of their own are put into its `drives`. Returns 0
 * (*reply is the caller's); -ENOENT or -ECONNREFUSED: nobody serves path; -EACCES; -ETIMEDOUT:
 * connected, but silent; -ECONNRESET: it hung up; -EPROTO: it answered something else; -EBADMSG: it
 * says no, why says why; -EPERM: no, because of who asks. Other negative errnos of connect(2) and
 * poll(2).
 */
int platter_client_ask(const char *path, const char *request, const char *schema, int timeout_ms,
                       struct platter_json **reply, char *why, size_t why_size);

#endif

/* SPDX-License-Identifier: MIT */
/* Ask the running agent, wherever it serves, and say what is wrong when it does not answer. */
#ifndef PLATTER_CLI_ASK_H
#define PLATTER_CLI_ASK_H

#include "agent/wire/json.h"
#include <platter/snapshot.h>

/* Every drive, each on a line of its own: one line has room for some 50 drives of 64 zones. */
#define PLATTER_ASK_STATUS "{\"request\":\"status\",\"lines\":true}"

struct platter_asked {
    const char
        *socket; /* where to ask; NULL: the agent's own socket, then that of collectd's child */
    const char *path; /* the one that was asked last */
    struct platter_json *reply;
    char why[320];
};

/*
 * Send a request, a JSON object on one line, and wait for an answer of that schema, 5 s at most.
 * Returns what platter_client_ask() does; a->reply is the caller's to free. Says nothing.
 */
int platter_ask(struct platter_asked *a, const char *request, const char *schema);

/* Say what a negative result means and what to do. Returns the exit status. */
int platter_ask_complain(const struct platter_asked *a, int result);

/*
 * The snapshots in a platter.status/1. *out is an array of *n to be freed with free(). Returns 0,
 * -ENOMEM, or -EPROTO: one of them is no snapshot.
 */
int platter_ask_drives(const struct platter_json *reply, struct platter_snapshot **out,
                       unsigned *n);

/* All of it: the drives of the agent at socket (NULL as above). Returns an exit status; what is
 * wrong has been said. *reply, if wanted, is the answer itself, the caller's. */
int platter_ask_status(const char *socket, struct platter_snapshot **out, unsigned *n,
                       struct platter_json **reply);

/* Let librrd ask the rrdcached that the running agent uses, if it uses one, for what it holds of a
 * file: RRDCACHED_ADDRESS is set, if it is not yet. */
void platter_ask_rrdcached(void);

#endif

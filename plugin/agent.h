/* SPDX-License-Identifier: MIT */
/*
 * The connection to the agent: the socket of a running one, or a child of our own. No thread: the
 * host polls. Liveness is the end of the stream; after it the next polls try again, with a wait
 * that doubles from 10 s to 5 min. Each trouble is said once and then counted.
 */
#ifndef PLATTER_PLUGIN_AGENT_H
#define PLATTER_PLUGIN_AGENT_H

#include "plugin/child.h"
#include "plugin/feed.h"
#include "plugin/hostconf.h"

#define PLATTER_BACKOFF_MIN_S 10
#define PLATTER_BACKOFF_MAX_S 300
/* Lines of a child's standard error that are passed on. */
#define PLATTER_ERRORS_MAX 20
/* A connection this old is a good one: troubles before it are forgotten. */
#define PLATTER_SETTLED_S 60

struct platter_agent {
    const struct platter_hostconf *conf;
    const struct platter_host *host;
    struct platter_feed *feed;
    const char *default_path; /* of platterd */
    const char *socket_dir;   /* whose existence decides for the socket in mode auto */
    const char *default_socket;
    int fd;                      /* -1: not connected */
    struct platter_child child;  /* pid 0: not our child */
    struct platter_lines errors; /* what it writes to its standard error */
    unsigned n_errors;
    char last_error[256];
    char where[128];
    int64_t connected_s, retry_s;
    unsigned backoff_s;
    uint64_t troubles; /* since the last good connection; the first one was said */
    bool greeted;      /* that we are connected was said since the last trouble said */
    bool options_said;
    int64_t seen_s; /* how far the agent has been told that we are */
    uint64_t seen_seq;
};

/* All pointers are borrowed. default_path: where platterd is unless AgentPath says otherwise. */
void platter_agent_init(struct platter_agent *a, const struct platter_hostconf *conf,
                        const struct platter_host *host, struct platter_feed *feed,
                        const char *default_path);

/* Connect or spawn when it is time, then take what is there, never waiting for it: at most some
 * megabytes and half a second's worth of rows. now_s is of a clock that only goes forward, unix_s
 * is Unix time. */
void platter_agent_poll(struct platter_agent *a, int64_t now_s, int64_t unix_s);

/* End the connection, and the agent if it is our child; at most 1.5 s. */
void platter_agent_stop(struct platter_agent *a);

#endif

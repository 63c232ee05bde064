/* SPDX-License-Identifier: MIT */
/*
 * An agent of our own: `platterd --stdio` with one stream socket as both its standard input and
 * output, and a pipe as its standard error.
 */
#ifndef PLATTER_PLUGIN_CHILD_H
#define PLATTER_PLUGIN_CHILD_H

#include <sys/types.h>

struct platter_child {
    pid_t pid;
    int fd;     /* the stream: ours, non-blocking, close-on-exec */
    int err_fd; /* its standard error, the same */
};

/*
 * Start argv[0] with default signals and an empty mask: a host like collectd ignores SIGCHLD and
 * SIGPIPE, and that would be inherited. Returns 0 or -errno (-ENOENT: no such program).
 */
int platter_child_spawn(const char *const *argv, struct platter_child *child);

/*
 * Close our ends, on which the agent ends by itself; wait for that at most 1.2 s, then SIGTERM and
 * 0.3 s more. Never waits longer: an agent with a hung drive is left to itself.
 * Returns 0 or -ETIMEDOUT: it is still there.
 */
int platter_child_end(const struct platter_child *child);

#endif

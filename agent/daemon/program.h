/* SPDX-License-Identifier: MIT */
/* Programs of ours that platterd starts: where they are, and how they begin. */
#ifndef PLATTER_DAEMON_PROGRAM_H
#define PLATTER_DAEMON_PROGRAM_H

#include <stddef.h>
#include <sys/types.h>

#include "agent/daemon/agent.h"

/* The descriptor by which it talks to us. */
#define PLATTER_PROGRAM_FD 3

/* Beside platterd itself, else where it is installed. Returns 0 or -errno; path has then the place
 * where it should be. */
int platter_program_find(const char *name, char *path, size_t size);

/*
 * Start one with fd as its descriptor 3, null_fd as stdin and stdout, and as stderr unless we say
 * debugging words; nothing else is inherited. It never waits for the program's disk. Returns its
 * pid or -errno.
 */
pid_t platter_program_start(const struct platter_agent *agent, const char *path, char *const argv[],
                            int fd);

#endif

/* SPDX-License-Identifier: MIT */
/* The UNIX socket in the file system: its folder, its owner, and whose it was before. */
#ifndef PLATTER_DAEMON_LISTENER_H
#define PLATTER_DAEMON_LISTENER_H

#include <stddef.h>
#include <sys/types.h>

/* Results besides 0 and -errno. */
enum platter_listener_result {
    PLATTER_LISTENER_SERVED = 1,    /* another process serves it: *pid */
    PLATTER_LISTENER_NO_SOCKET = 2, /* something else is in its place */
};

/*
 * Make and listen: mode 0660, group platter if there is one; its folder is made if missing, a
 * socket that nobody serves is replaced. Of two that begin at once one gets it: who has the lock of
 * <path>.lock. On 0 *fd, non-blocking, and *lock_fd are the caller's; the lock file stays when both
 * are closed.
 */
int platter_listener_open(const char *path, int *fd, int *lock_fd, pid_t *pid);

#endif

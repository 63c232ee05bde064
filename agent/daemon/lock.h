/* SPDX-License-Identifier: MIT */
/* A drive's lock file: never two workers on one drive, also when one outlives its agent. */
#ifndef PLATTER_DAEMON_LOCK_H
#define PLATTER_DAEMON_LOCK_H

#include <sys/types.h>

/*
 * Take it and write our pid into it; its folder is made if missing. The lock lives as long as *fd.
 * Returns 0, -EWOULDBLOCK (*holder is who has it, 0 = not known) or another -errno.
 */
int platter_lock_take(const char *path, int *fd, pid_t *holder);

#endif

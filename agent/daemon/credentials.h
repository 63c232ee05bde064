/* SPDX-License-Identifier: MIT */
/* Who is at the other end of a UNIX socket. */
#ifndef PLATTER_DAEMON_CREDENTIALS_H
#define PLATTER_DAEMON_CREDENTIALS_H

#include <stdbool.h>
#include <sys/types.h>

/* What the kernel said when it connected: root, our own user, or a member of group (by its primary
 * group or any other). false also where the kernel does not tell. */
bool platter_peer_is_trusted(int fd, gid_t group);

#endif

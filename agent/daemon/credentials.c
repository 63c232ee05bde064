/* SPDX-License-Identifier: MIT */
#include "agent/daemon/credentials.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <platter/errors.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59 /* Linux 4.13 */
#endif

/* The kernel says how much room it wants. */
static gid_t *groups_of(int fd, size_t *n)
{
    socklen_t len = 0;
    *n = 0;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, NULL, &len) == 0 || errno != ERANGE)
        return NULL;
    CLEANUP_FREE gid_t *groups = malloc(len);
    if (!groups || getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &len) < 0)
        return NULL;
    *n = len / sizeof(*groups);
    return TAKE_PTR(groups);
}

bool platter_peer_is_trusted(int fd, gid_t group)
{
    struct ucred cred;
    socklen_t len = sizeof(cred);
    size_t n;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &cred, &len) < 0 || len != sizeof(cred))
        return false;
    if (cred.uid == 0 || cred.uid == geteuid() || cred.gid == group)
        return true;
    CLEANUP_FREE gid_t *groups = groups_of(fd, &n);
    for (size_t i = 0; i < n; i++)
        if (groups[i] == group)
            return true;
    return false;
}

/* SPDX-License-Identifier: MIT */
#include "agent/daemon/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "agent/daemon/lock.h"
#include <platter/errors.h>

#define BACKLOG 16
#define PID_WAIT_MS 500
#define GROUP "platter"

/* From the file itself: getgrnam would load whatever name services are configured, for good. */
static gid_t group_of_socket(void)
{
    CLEANUP_FCLOSE FILE *f = fopen("/etc/group", "re");
    const struct group *g;
    while (f && (g = fgetgrent(f)) != NULL)
        if (strcmp(g->gr_name, GROUP) == 0)
            return g->gr_gid;
    return (gid_t)-1;
}

static int new_socket(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return fd < 0 ? -errno : fd;
}

static pid_t pid_of_server(int fd)
{
    struct ucred cred = {.pid = 0};
    socklen_t len = sizeof(cred);
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &cred, &len) == 0 ? cred.pid : 0;
}

static bool is_something_else(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && !S_ISSOCK(st.st_mode);
}

/* Whose is it? Returns 0 when it was stale and has been removed. */
static int clear_place(const struct sockaddr_un *address, pid_t *pid)
{
    if (access(address->sun_path, F_OK) < 0)
        return errno == ENOENT ? 0 : -errno;
    CLEANUP_CLOSE int fd = new_socket();
    if (fd < 0)
        return fd;
    if (connect(fd, (const struct sockaddr *)address, sizeof(*address)) == 0 || errno == EAGAIN) {
        *pid = pid_of_server(fd);
        return PLATTER_LISTENER_SERVED;
    }
    if (errno != ECONNREFUSED)
        return -errno;
    return unlink(address->sun_path) < 0 && errno != ENOENT ? -errno : 0;
}

/* Nobody may connect between bind and chmod. */
static int bind_closed(int fd, const struct sockaddr_un *address)
{
    mode_t before = umask(0177);
    int r = bind(fd, (const struct sockaddr *)address, sizeof(*address)) < 0 ? -errno : 0;
    umask(before);
    return r;
}

static int listen_on(int fd, const struct sockaddr_un *address)
{
    gid_t group = group_of_socket();
    const char *path = address->sun_path;
    int r = bind_closed(fd, address);
    if (r < 0)
        return r;
    /* Without the right to give it to the group it stays its owner's: no reason not to serve. */
    bool given = group == (gid_t)-1 || chown(path, (uid_t)-1, group) == 0 || errno == EPERM;
    if (!given || chmod(path, 0660) < 0 || listen(fd, BACKLOG) < 0)
        r = -errno;
    if (r < 0)
        unlink(path);
    return r;
}

/* One agent at a time looks whose the socket is, and as long as it lives. */
static int take_lock(const char *path, int *fd, pid_t *pid)
{
    char lock[sizeof(((struct sockaddr_un *)0)->sun_path) + 8];
    snprintf(lock, sizeof(lock), "%s.lock", path);
    int r = platter_lock_take(lock, fd, pid);
    /* Taken this very moment: who it is will be in it at once. */
    for (int i = 0; r == -EWOULDBLOCK && *pid == 0 && i < PID_WAIT_MS / 10; i++) {
        usleep(10000);
        r = platter_lock_take(lock, fd, pid);
    }
    return r == -EWOULDBLOCK ? PLATTER_LISTENER_SERVED : r;
}

int platter_listener_open(const char *path, int *fd, int *lock_fd, pid_t *pid)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    CLEANUP_CLOSE int lock = -1;
    if (strlen(path) >= sizeof(address.sun_path))
        return -ENAMETOOLONG;
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    int r = is_something_else(path) ? PLATTER_LISTENER_NO_SOCKET : take_lock(path, &lock, pid);
    if (r == 0)
        r = clear_place(&address, pid);
    if (r != 0)
        return r;
    CLEANUP_CLOSE int mine = new_socket();
    if (mine < 0)
        return mine;
    r = listen_on(mine, &address);
    if (r < 0)
        return r;
    *fd = TAKE_FD(mine);
    *lock_fd = TAKE_FD(lock);
    return 0;
}

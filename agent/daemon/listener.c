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

#include <platter/errors.h>

#define BACKLOG 16
#define GROUP "platter"

static int make_folder(const char *path)
{
    char folder[sizeof(((struct sockaddr_un *)0)->sun_path)];
    snprintf(folder, sizeof(folder), "%s", path);
    char *slash = strrchr(folder, '/');
    if (!slash || slash == folder)
        return 0;
    *slash = '\0';
    return mkdir(folder, 0755) < 0 && errno != EEXIST ? -errno : 0;
}

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

/* Whose is it? Returns 0 when it was stale and has been removed. */
static int clear_place(const struct sockaddr_un *address, pid_t *pid)
{
    struct stat st;
    if (lstat(address->sun_path, &st) < 0)
        return errno == ENOENT ? 0 : -errno;
    if (!S_ISSOCK(st.st_mode))
        return PLATTER_LISTENER_NO_SOCKET;
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

int platter_listener_open(const char *path, int *fd, pid_t *pid)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof(address.sun_path))
        return -ENAMETOOLONG;
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    int r = make_folder(path);
    if (r == 0)
        r = clear_place(&address, pid);
    if (r != 0)
        return r;
    CLEANUP_CLOSE int mine = new_socket();
    if (mine < 0)
        return mine;
    r = listen_on(mine, &address);
    if (r == 0)
        *fd = TAKE_FD(mine);
    return r;
}

/* SPDX-License-Identifier: MIT */
#include "agent/daemon/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <platter/errors.h>

/* /run/lock is everybody's: a folder that somebody else made there could hold every lock. */
static int check_folder(const char *folder)
{
    struct stat st;
    if (lstat(folder, &st) < 0)
        return -errno;
    if (!S_ISDIR(st.st_mode))
        return -ENOTDIR;
    bool safe = st.st_uid == geteuid() || st.st_uid == 0;
    return safe && !(st.st_mode & S_IWOTH && !(st.st_mode & S_ISVTX)) ? 0 : -EPERM;
}

static int make_folder(const char *path)
{
    char folder[PATH_MAX];
    int n = snprintf(folder, sizeof(folder), "%s", path);
    char *slash = n > 0 && (size_t)n < sizeof(folder) ? strrchr(folder, '/') : NULL;
    if (!slash || slash == folder)
        return 0;
    *slash = '\0';
    if (mkdir(folder, 0755) < 0 && errno != EEXIST)
        return -errno;
    return check_folder(folder);
}

static pid_t read_pid(int fd)
{
    char text[24];
    ssize_t n = pread(fd, text, sizeof(text) - 1, 0);
    if (n <= 0)
        return 0;
    text[n] = '\0';
    long pid = strtol(text, NULL, 10);
    return pid > 0 && pid <= INT_MAX ? (pid_t)pid : 0;
}

/* For people and for the message of the next one: the lock itself is the kernel's. */
static int write_pid(int fd)
{
    char text[24];
    int n = snprintf(text, sizeof(text), "%ld\n", (long)getpid());
    if (ftruncate(fd, 0) < 0 || pwrite(fd, text, (size_t)n, 0) != n)
        return -errno;
    return 0;
}

int platter_lock_take(const char *path, int *fd, pid_t *holder)
{
    int r = make_folder(path);
    if (r < 0)
        return r;
    CLEANUP_CLOSE int mine = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (mine < 0)
        return -errno;
    if (flock(mine, LOCK_EX | LOCK_NB) < 0) {
        r = -errno;
        if (r == -EWOULDBLOCK)
            *holder = read_pid(mine);
        return r;
    }
    r = write_pid(mine);
    if (r == 0)
        *fd = TAKE_FD(mine);
    return r;
}

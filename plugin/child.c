/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/child.h"
#include <platter/errors.h>

#define POLL_MS 10
#define END_MS 1200
#define TERM_MS 300

extern char **environ;

/* The ends that the agent gets. */
struct theirs {
    int fd, err_fd;
};

static int set_up(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attr,
                  struct theirs theirs)
{
    sigset_t all, none;
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    sigemptyset(&none);
    int rc = posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (rc == 0)
        rc = posix_spawnattr_setsigdefault(attr, &all);
    if (rc == 0)
        rc = posix_spawnattr_setsigmask(attr, &none);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(actions, theirs.fd, STDIN_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(actions, theirs.fd, STDOUT_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(actions, theirs.err_fd, STDERR_FILENO);
    return rc;
}

static int spawn_on(const char *const *argv, struct theirs theirs, pid_t *pid)
{
    /* exec writes to no argument; its type is older than const. */
    char *const *args;
    memcpy(&args, &argv, sizeof args);
    posix_spawn_file_actions_t actions;
    int rc = posix_spawn_file_actions_init(&actions);
    if (rc != 0)
        return -rc;
    posix_spawnattr_t attr;
    rc = posix_spawnattr_init(&attr);
    if (rc == 0) {
        rc = set_up(&actions, &attr, theirs);
        if (rc == 0)
            rc = posix_spawn(pid, argv[0], &actions, &attr, args, environ);
        posix_spawnattr_destroy(&attr);
    }
    posix_spawn_file_actions_destroy(&actions);
    return -rc;
}

int platter_child_spawn(const char *const *argv, struct platter_child *child)
{
    /* posix_spawn says it too, but not in every C library and not under valgrind. */
    if (access(argv[0], X_OK) < 0)
        return -errno;
    int stream[2], err[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, stream) < 0)
        return -errno;
    CLEANUP_CLOSE int ours = stream[0];
    CLEANUP_CLOSE int theirs = stream[1];
    if (pipe2(err, O_CLOEXEC) < 0)
        return -errno;
    CLEANUP_CLOSE int our_err = err[0];
    CLEANUP_CLOSE int their_err = err[1];
    /* The flag is of one end: the agent's stays as programs expect their standard input. */
    if (fcntl(ours, F_SETFL, O_NONBLOCK) < 0 || fcntl(our_err, F_SETFL, O_NONBLOCK) < 0)
        return -errno;
    pid_t pid = 0;
    int rc = spawn_on(argv, (struct theirs){theirs, their_err}, &pid);
    if (rc < 0)
        return rc;
    *child = (struct platter_child){.pid = pid, .fd = TAKE_FD(ours), .err_fd = TAKE_FD(our_err)};
    return 0;
}

/* Gone: reaped now, or before by the kernel or by another plugin (ECHILD). */
static bool gone_within(pid_t pid, int ms)
{
    for (int waited = 0;; waited += POLL_MS) {
        if (waitpid(pid, NULL, WNOHANG) != 0)
            return true;
        if (waited >= ms)
            return false;
        poll(NULL, 0, POLL_MS);
    }
}

int platter_child_end(const struct platter_child *child)
{
    close(child->fd);
    close(child->err_fd);
    if (gone_within(child->pid, END_MS))
        return 0;
    /* Not waited for yet, so the number is still that of our child. */
    kill(child->pid, SIGTERM);
    return gone_within(child->pid, TERM_MS) ? 0 : -ETIMEDOUT;
}

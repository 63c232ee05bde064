/* SPDX-License-Identifier: MIT */
#include "agent/daemon/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <platter/errors.h>

int platter_program_find(const char *name, char *path, size_t size)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (n > 0) {
        self[n] = '\0';
        *strrchr(self, '/') = '\0';
        int len = snprintf(path, size, "%s/%s", self, name);
        if (len > 0 && (size_t)len < size && access(path, X_OK) == 0)
            return 0;
    }
    snprintf(path, size, "%s/%s", PLATTER_PKGLIBEXECDIR, name);
    return access(path, X_OK) == 0 ? 0 : -errno;
}

/* In the child, between fork and exec: nothing here may allocate or lock. */
__attribute__((noreturn)) static void become(const struct platter_agent *agent, const char *path,
                                             char *const argv[], int fd)
{
    sigset_t none;
    for (int sig = 1; sig < NSIG; sig++)
        signal(sig, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* One that hangs must not hold the pipes that tell a host whether platterd lives. */
    dup2(agent->null_fd, STDIN_FILENO);
    dup2(agent->null_fd, STDOUT_FILENO);
    if (agent->log.level < LOG_DEBUG)
        dup2(agent->null_fd, STDERR_FILENO);
    if (fd == PLATTER_PROGRAM_FD)
        fcntl(fd, F_SETFD, 0);
    else
        dup2(fd, PLATTER_PROGRAM_FD);
    close_range(PLATTER_PROGRAM_FD + 1, ~0U, 0);
    execv(path, argv);
    _exit(127);
}

/* fork, not vfork: the parent goes on at once, also when the program's own disk does not answer. */
pid_t platter_program_start(const struct platter_agent *agent, const char *path, char *const argv[],
                            int fd)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        become(agent, path, argv, fd);
    int r = pid < 0 ? -errno : pid;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return r;
}

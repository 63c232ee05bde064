/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <signal.h>
#include <sys/wait.h>

#include "agent/daemon/process.h"

/* What a host like collectd leaves behind is undone: run in a child, whose exit status tells. */
static int inherit_and_look(void)
{
    struct platter_agent agent = {0};
    struct sigaction sa;
    sigset_t set;
    signal(SIGCHLD, SIG_IGN);
    sigfillset(&set);
    sigprocmask(SIG_SETMASK, &set, NULL);
    int inherited = dup(STDERR_FILENO);
    close(STDIN_FILENO);
    if (platter_process_init(&agent) != 0)
        return 1;
    if (fcntl(inherited, F_GETFD) >= 0 && inherited != agent.null_fd)
        return 2;
    if (fcntl(STDIN_FILENO, F_GETFD) < 0 || agent.null_fd <= STDERR_FILENO)
        return 3;
    sigaction(SIGCHLD, NULL, &sa);
    if (sa.sa_handler != SIG_DFL)
        return 4;
    sigaction(SIGPIPE, NULL, &sa);
    if (sa.sa_handler != SIG_IGN)
        return 5;
    sigprocmask(SIG_SETMASK, NULL, &set);
    if (sigismember(&set, SIGTERM))
        return 6;
    platter_process_deinit(&agent);
    return 0;
}

static void nothing_is_inherited(void **unused)
{
    int status = -1;
    (void)unused;
    pid_t pid = fork();
    if (pid == 0)
        _exit(inherit_and_look());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void stop_the_loop(evutil_socket_t fd, short what, void *user)
{
    struct platter_agent *agent = user;
    (void)fd;
    (void)what;
    event_base_loopbreak(agent->base);
}

static void the_loop_runs_until_it_is_stopped(void **unused)
{
    struct platter_agent agent = {0};
    struct timeval soon = {.tv_usec = 1000};
    (void)unused;
    platter_log_init(&agent.log, LOG_NOTICE);
    assert_int_equal(platter_loop_init(&agent), 0);
    event_base_once(agent.base, -1, EV_TIMEOUT, stop_the_loop, &agent, &soon);
    assert_int_equal(platter_loop_run(&agent), 0);
    platter_loop_deinit(&agent);
    assert_null(agent.base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_inherited),
        cmocka_unit_test(the_loop_runs_until_it_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

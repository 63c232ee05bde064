/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "plugin/child.h"

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Read until text has come; a second at most between its parts. */
static void expect(int fd, const char *text)
{
    char buf[512];
    size_t len = 0;
    struct pollfd p = {.fd = fd, .events = POLLIN};
    while (len < strlen(text) && poll(&p, 1, 5000) > 0) {
        ssize_t n = read(fd, buf + len, sizeof buf - 1 - len);
        assert_true(n > 0);
        len += (size_t)n;
    }
    buf[len] = '\0';
    assert_string_equal(buf, text);
}

static void talks_both_ways_and_ends_on_eof(void **state)
{
    (void)state;
    static const char *const argv[] = {"/bin/cat", NULL};
    struct platter_child child;
    assert_int_equal(platter_child_spawn(argv, &child), 0);
    assert_int_equal(write(child.fd, "ping\n", 5), 5);
    expect(child.fd, "ping\n");
    int64_t start = now_ms();
    assert_int_equal(platter_child_end(&child), 0);
    assert_true(now_ms() - start < 1000);
    assert_int_equal(kill(child.pid, 0), -1);
}

static void standard_error_comes_apart(void **state)
{
    (void)state;
    static const char *const argv[] = {"/bin/sh", "-c", "echo out; echo err >&2", NULL};
    struct platter_child child;
    assert_int_equal(platter_child_spawn(argv, &child), 0);
    expect(child.fd, "out\n");
    expect(child.err_fd, "err\n");
    assert_int_equal(platter_child_end(&child), 0);
}

static void signals_are_those_of_a_fresh_program(void **state)
{
    (void)state;
    /* Ignored by this process, as by collectd; the shell says what it inherited.
     * 32 and up are the C library's own business. */
    static const char *const argv[] = {
        "/bin/sh", "-c",
        "for n in SigBlk SigIgn; do v=$(sed -n \"s/^$n:.//p\" /proc/$$/status); "
        "echo $n $((0x$v & 0x7fffffff)); done",
        NULL};
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &before);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_IGN);
    struct platter_child child;
    assert_int_equal(platter_child_spawn(argv, &child), 0);
    expect(child.fd, "SigBlk 0\nSigIgn 0\n");
    /* Reaped by the kernel: ECHILD is normal. */
    assert_int_equal(platter_child_end(&child), 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static void no_such_program(void **state)
{
    (void)state;
    static const char *const argv[] = {"/nonexistent/platterd", NULL};
    static const char *const no_program[] = {"/etc/passwd", NULL};
    struct platter_child child = {.pid = -7};
    assert_int_equal(platter_child_spawn(argv, &child), -ENOENT);
    assert_int_equal(platter_child_spawn(no_program, &child), -EACCES);
    assert_int_equal(child.pid, -7);
}

static void a_deaf_one_gets_sigterm(void **state)
{
    (void)state;
    static const char *const argv[] = {"/bin/sleep", "60", NULL};
    struct platter_child child;
    assert_int_equal(platter_child_spawn(argv, &child), 0);
    int64_t start = now_ms();
    assert_int_equal(platter_child_end(&child), 0);
    assert_true(now_ms() - start < 1900);
    assert_int_equal(kill(child.pid, 0), -1);
}

static void one_that_cannot_end_holds_nobody(void **state)
{
    (void)state;
    static const char *const argv[] = {"/bin/sh", "-c",
                                       "trap '' TERM; echo ready; while :; do sleep 1; done", NULL};
    struct platter_child child;
    assert_int_equal(platter_child_spawn(argv, &child), 0);
    expect(child.fd, "ready\n");
    int64_t start = now_ms();
    assert_int_equal(platter_child_end(&child), -ETIMEDOUT);
    assert_true(now_ms() - start < 1900);
    kill(child.pid, SIGKILL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(talks_both_ways_and_ends_on_eof),
        cmocka_unit_test(standard_error_comes_apart),
        cmocka_unit_test(signals_are_those_of_a_fresh_program),
        cmocka_unit_test(no_such_program),
        cmocka_unit_test(a_deaf_one_gets_sigterm),
        cmocka_unit_test(one_that_cannot_end_holds_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

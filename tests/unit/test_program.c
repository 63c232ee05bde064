/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <sys/socket.h>
#include <sys/wait.h>

#include "agent/daemon/program.h"

static void one_that_is_nowhere_is_an_error(void **state)
{
    char path[PATH_MAX];
    (void)state;
    assert_int_equal(platter_program_find("no-such-program", path, sizeof(path)), -ENOENT);
    assert_non_null(strstr(path, "/no-such-program")); /* where it should be */
}

static void it_begins_with_its_descriptor_alone(void **state)
{
    char name[] = "sh", flag[] = "-c", fds[8192] = "";
    char script[] = "exec ls /proc/self/fd >&3";
    char *argv[] = {name, flag, script, NULL};
    int pair[2], extra = open("/dev/null", O_RDONLY), status;
    (void)state;
    struct test_agent *t = test_agent_new(NULL);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    pid_t pid = platter_program_start(&t->agent, "/bin/sh", argv, pair[1]);
    assert_true(pid > 0);
    close(pair[1]);
    size_t len = 0;
    ssize_t n;
    while ((n = read(pair[0], fds + len, sizeof(fds) - 1 - len)) > 0)
        len += (size_t)n;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_string_equal(fds, "0\n1\n2\n3\n4\n"); /* 4: ls reads the folder with it */
    close(pair[0]);
    close(extra);
    test_agent_free(t);
}

static void one_that_cannot_run_ends_with_127(void **state)
{
    char name[] = "x";
    char *argv[] = {name, NULL};
    int pair[2], status;
    (void)state;
    struct test_agent *t = test_agent_new(NULL);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    pid_t pid = platter_program_start(&t->agent, "/nonexistent", argv, pair[1]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(WEXITSTATUS(status), 127);
    close(pair[0]);
    close(pair[1]);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_is_nowhere_is_an_error),
        cmocka_unit_test(it_begins_with_its_descriptor_alone),
        cmocka_unit_test(one_that_cannot_run_ends_with_127),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

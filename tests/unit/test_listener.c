/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <errno.h>

#include "agent/daemon/listener.h"

static void it_is_made_with_its_folder(void **unused)
{
    char path[PLATTER_PATH_MAX];
    struct stat st;
    int fd = -1, lock = -1;
    pid_t pid = 0;
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    test_path(t, path, "folder/socket");
    assert_int_equal(platter_listener_open(path, &fd, &lock, &pid), 0);
    assert_int_equal(stat(path, &st), 0);
    assert_true(S_ISSOCK(st.st_mode));
    assert_int_equal(st.st_mode & 07777, 0660);
    assert_true(fcntl(fd, F_GETFL) & O_NONBLOCK);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    close(fd);
    close(lock);
    test_agent_free(t);
}

static void a_served_one_is_left_alone_a_stale_one_replaced(void **unused)
{
    char path[PLATTER_PATH_MAX];
    int first = -1, second = -1, lock = -1, other = -1;
    pid_t pid = 0;
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    test_path(t, path, "socket");
    assert_int_equal(platter_listener_open(path, &first, &lock, &pid), 0);
    assert_int_equal(platter_listener_open(path, &second, &other, &pid), PLATTER_LISTENER_SERVED);
    assert_int_equal(pid, getpid());
    assert_int_equal(second, -1);
    close(lock); /* one that knows nothing of locks */
    pid = 0;
    assert_int_equal(platter_listener_open(path, &second, &other, &pid), PLATTER_LISTENER_SERVED);
    assert_int_equal(pid, getpid());
    close(first);
    assert_int_equal(platter_listener_open(path, &second, &lock, &pid), 0);
    close(second);
    close(lock);
    test_agent_free(t);
}

static void what_is_no_socket_stays(void **unused)
{
    char path[PLATTER_PATH_MAX];
    int fd = -1, lock = -1;
    pid_t pid = 0;
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    test_path(t, path, "file");
    test_write(path, "precious");
    assert_int_equal(platter_listener_open(path, &fd, &lock, &pid), PLATTER_LISTENER_NO_SOCKET);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(lock, -1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/nonexistent/target", path), 0);
    assert_int_equal(platter_listener_open(path, &fd, &lock, &pid), PLATTER_LISTENER_NO_SOCKET);
    test_agent_free(t);
}

static void a_place_that_cannot_be_is_an_errno(void **unused)
{
    char path[200];
    int fd = -1, lock = -1;
    pid_t pid = 0;
    (void)unused;
    memset(path, 'a', sizeof(path));
    path[sizeof(path) - 1] = '\0';
    assert_int_equal(platter_listener_open(path, &fd, &lock, &pid), -ENAMETOOLONG);
    assert_true(platter_listener_open("/proc/none/socket", &fd, &lock, &pid) < 0);
    assert_int_equal(fd, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_made_with_its_folder),
        cmocka_unit_test(a_served_one_is_left_alone_a_stale_one_replaced),
        cmocka_unit_test(what_is_no_socket_stays),
        cmocka_unit_test(a_place_that_cannot_be_is_an_errno),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

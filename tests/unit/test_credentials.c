/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <fcntl.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/daemon/credentials.h"

#define NOBODY 65534
#define GROUP 54321

static void our_own_user_is_trusted(void **state)
{
    int fds[2];
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    assert_true(platter_peer_is_trusted(fds[0], (gid_t)-1));
    close(fds[0]);
    close(fds[1]);
}

static void what_is_no_socket_is_not(void **state)
{
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    (void)state;
    assert_false(platter_peer_is_trusted(fd, 0));
    assert_false(platter_peer_is_trusted(-1, 0));
    close(fd);
}

/* A socket pair made by a child with these groups, seen by us. The kernel remembers its maker. */
static bool is_trusted(gid_t primary, const gid_t *others, size_t n)
{
    int way[2], status;
    char byte = 'x';
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, way), 0);
    pid_t pid = fork();
    if (pid == 0) {
        int made[2];
        if (setgroups(n, others) || setgid(primary) || setuid(NOBODY) ||
            socketpair(AF_UNIX, SOCK_STREAM, 0, made))
            _exit(1);
        struct iovec iov = {&byte, 1};
        struct msghdr msg = {.msg_iov = &iov, .msg_iovlen = 1};
        union {
            struct cmsghdr header;
            char bytes[CMSG_SPACE(sizeof(int))];
        } control = {.header = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
        *(int *)(void *)CMSG_DATA(&control.header) = made[0];
        msg.msg_control = &control;
        msg.msg_controllen = sizeof(control);
        _exit(sendmsg(way[1], &msg, 0) == 1 && read(way[1], &byte, 1) == 1 ? 0 : 2);
    }
    struct iovec iov = {&byte, 1};
    char control[CMSG_SPACE(sizeof(int))];
    struct msghdr msg = {.msg_iov = &iov,
                         .msg_iovlen = 1,
                         .msg_control = control,
                         .msg_controllen = sizeof(control)};
    assert_int_equal(recvmsg(way[0], &msg, 0), 1);
    const struct cmsghdr *got = CMSG_FIRSTHDR(&msg);
    int fd = -1;
    assert_non_null(got);
    if (got)
        memcpy(&fd, CMSG_DATA(got), sizeof(fd));
    bool trusted = platter_peer_is_trusted(fd, GROUP);
    assert_int_equal(write(way[0], "y", 1), 1);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    close(fd);
    close(way[0]);
    close(way[1]);
    return trusted;
}

static void others_by_their_groups(void **state)
{
    static const gid_t with[] = {7, GROUP, 9}, without[] = {7, 8, 9};
    (void)state;
    if (geteuid() != 0)
        skip(); /* only root can become somebody else */
    assert_false(is_trusted(NOBODY, NULL, 0));
    assert_false(is_trusted(NOBODY, without, 3));
    assert_true(is_trusted(GROUP, NULL, 0));
    assert_true(is_trusted(NOBODY, with, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_own_user_is_trusted),
        cmocka_unit_test(what_is_no_socket_is_not),
        cmocka_unit_test(others_by_their_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

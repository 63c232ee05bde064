/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <errno.h>

#include "agent/daemon/lock.h"

static void the_second_one_hears_who_has_it(void **unused)
{
    char path[PLATTER_PATH_MAX], text[32] = "";
    int first = -1, second = -1;
    pid_t holder = 0;
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    test_path(t, path, "folder/drive.lock");
    assert_int_equal(platter_lock_take(path, &first, &holder), 0);
    assert_true(pread(first, text, sizeof(text) - 1, 0) > 0);
    assert_int_equal(strtol(text, NULL, 10), getpid());
    assert_int_equal(platter_lock_take(path, &second, &holder), -EWOULDBLOCK);
    assert_int_equal(holder, getpid());
    assert_int_equal(second, -1);
    close(first);
    assert_int_equal(platter_lock_take(path, &second, &holder), 0);
    close(second);
    test_agent_free(t);
}

static void a_lock_file_with_nonsense_has_no_holder(void **unused)
{
    static const char *const nonsense[] = {"", "-5", "hello", "99999999999999999999"};
    char path[PLATTER_PATH_MAX];
    int first = -1, second = -1;
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    test_path(t, path, "drive.lock");
    pid_t holder = 0;
    assert_int_equal(platter_lock_take(path, &first, &holder), 0);
    for (size_t i = 0; i < sizeof(nonsense) / sizeof(nonsense[0]); i++) {
        holder = 7;
        test_write(path, nonsense[i]);
        assert_int_equal(platter_lock_take(path, &second, &holder), -EWOULDBLOCK);
        assert_int_equal(holder, 0);
    }
    close(first);
    test_agent_free(t);
}

static void it_follows_no_link(void **unused)
{
    char path[PLATTER_PATH_MAX], target[PLATTER_PATH_MAX];
    int fd = -1;
    pid_t holder = 0;
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    test_path(t, path, "drive.lock");
    test_path(t, target, "target");
    test_write(target, "precious");
    assert_int_equal(symlink(target, path), 0);
    assert_int_equal(platter_lock_take(path, &fd, &holder), -ELOOP);
    assert_true(platter_lock_take("/proc/none/drive.lock", &fd, &holder) < 0);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_one_hears_who_has_it),
        cmocka_unit_test(a_lock_file_with_nonsense_has_no_holder),
        cmocka_unit_test(it_follows_no_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

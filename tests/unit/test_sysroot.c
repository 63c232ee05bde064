/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/drive/sysroot.h"
#include "tests/support/tree.h"
#include <platter/errors.h>

static const char tree_text[] = "sys/a/number 123\n"
                                "sys/a/zero 0\n"
                                "sys/a/most 18446744073709551615\n"
                                "sys/a/over 18446744073709551616\n"
                                "sys/a/negative -1\n"
                                "sys/a/word abc\n"
                                "sys/a/more 12 13\n"
                                "sys/a/nul 12\\x003\n"
                                "sys/a/empty\n"
                                "sys/a/bytes \\x00\\x80x\n"
                                "sys/link -> a/number\n"
                                "sys/out -> ../../../../../../../../../../../../etc/passwd\n"
                                "sys/dangling -> nowhere\n";

static struct platter_sysroot root;

static int setup(void **state)
{
    (void)state;
    tree_make_text(tree_text, root.prefix, sizeof(root.prefix));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tree_remove(root.prefix);
    return 0;
}

static void test_init(void **state)
{
    struct platter_sysroot r;
    char prefix[200];

    (void)state;
    assert_int_equal(platter_sysroot_init(&r, NULL), 0);
    assert_string_equal(r.prefix, "");
    assert_int_equal(platter_sysroot_init(&r, "/"), 0);
    assert_string_equal(r.prefix, "");
    assert_int_equal(platter_sysroot_init(&r, "/tmp/x//"), 0);
    assert_string_equal(r.prefix, "/tmp/x");
    memset(prefix, 'a', sizeof(prefix) - 1);
    prefix[sizeof(prefix) - 1] = '\0';
    assert_int_equal(platter_sysroot_init(&r, prefix), -ENAMETOOLONG);
    assert_string_equal(r.prefix, "/tmp/x");
}

static void test_numbers(void **state)
{
    static const struct {
        const char *name;
        int r;
        uint64_t value;
    } cases[] = {
        {"number", 0, 123},   {"zero", 0, 0},           {"most", 0, UINT64_MAX},
        {"over", -EINVAL, 7}, {"negative", -EINVAL, 7}, {"word", -EINVAL, 7},
        {"more", -EINVAL, 7}, {"nul", -EINVAL, 7},      {"empty", -EINVAL, 7},
        {"none", -ENOENT, 7},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint64_t v = 7;

        assert_int_equal(platter_sysroot_read_u64(&root, &v, "/sys/%s/%s", "a", cases[i].name),
                         cases[i].r);
        assert_true(v == cases[i].value);
    }
}

static void test_read(void **state)
{
    char buf[16];
    size_t len = 99;

    (void)state;
    assert_int_equal(platter_sysroot_read(&root, buf, sizeof(buf), &len, "/sys/a/bytes"), 0);
    assert_int_equal(len, 3);
    assert_memory_equal(buf, "\0\x80x", 4);
    assert_int_equal(platter_sysroot_read(&root, buf, 3, NULL, "/sys/%s", "link"), 0);
    assert_string_equal(buf, "12");
    assert_int_equal(platter_sysroot_read(&root, buf, sizeof(buf), &len, "/sys/none"), -ENOENT);
    assert_int_equal(platter_sysroot_read(&root, buf, sizeof(buf), &len, "/sys/a"), -EISDIR);
    assert_int_equal(len, 3);
}

static void test_open(void **state)
{
    int fd = platter_sysroot_open(&root, "/sys/a/%s", "number");

    (void)state;
    assert_true(fd >= 0);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    close(fd);
    assert_int_equal(platter_sysroot_open(&root, "/sys/none"), -ENOENT);
}

static void test_too_long(void **state)
{
    char name[5000], buf[8];

    (void)state;
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    assert_int_equal(platter_sysroot_open(&root, "/%s", name), -ENAMETOOLONG);
    assert_int_equal(platter_sysroot_path(&root, buf, sizeof(buf), "/sys"), -ENAMETOOLONG);
}

static void test_resolve(void **state)
{
    char path[4096];

    (void)state;
    assert_int_equal(platter_sysroot_resolve(&root, path, sizeof(path), "/sys/%s", "link"), 0);
    assert_string_equal(path, "/sys/a/number");
    assert_int_equal(platter_sysroot_resolve(&root, path, sizeof(path), "/sys/out"), -EXDEV);
    assert_int_equal(platter_sysroot_resolve(&root, path, sizeof(path), "/sys/dangling"), -ENOENT);
    assert_int_equal(platter_sysroot_resolve(&root, path, 5, "/sys/link"), -ENAMETOOLONG);
    assert_string_equal(path, "/sys/a/number");
}

static void test_this_machine(void **state)
{
    struct platter_sysroot here;
    char path[4096];

    (void)state;
    assert_int_equal(platter_sysroot_init(&here, ""), 0);
    assert_int_equal(platter_sysroot_resolve(&here, path, sizeof(path), "/proc/self/stat"), 0);
    assert_non_null(strstr(path, "/stat"));
    assert_int_equal(platter_sysroot_path(&here, path, sizeof(path), "/sys/%d", 1), 0);
    assert_string_equal(path, "/sys/1");
}

static void test_a_pipe_does_not_hang(void **state)
{
    char path[4096], buf[8];

    (void)state;
    assert_int_equal(platter_sysroot_path(&root, path, sizeof(path), "/sys/pipe"), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(platter_sysroot_read(&root, buf, sizeof(buf), NULL, "/sys/pipe"), 0);
    assert_string_equal(buf, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init),         cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_read),         cmocka_unit_test(test_open),
        cmocka_unit_test(test_too_long),     cmocka_unit_test(test_resolve),
        cmocka_unit_test(test_this_machine), cmocka_unit_test(test_a_pipe_does_not_hang),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

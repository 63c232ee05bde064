/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <dirent.h>
#include <string.h>

#include "agent/drive/udev.h"

static const struct platter_udev_facts nothing;

static void test_no_udev_in_a_captured_tree(void **state)
{
    struct platter_sysroot root;
    struct platter_udev_facts f;

    (void)state;
    memset(&f, 0x55, sizeof(f));
    assert_int_equal(platter_sysroot_init(&root, "/tmp"), 0);
    platter_udev_facts(&root, "sda", &f);
    assert_memory_equal(&f, &nothing, sizeof(f));
}

static void test_no_such_device(void **state)
{
    struct platter_sysroot root;
    struct platter_udev_facts f;

    (void)state;
    assert_int_equal(platter_sysroot_init(&root, NULL), 0);
    platter_udev_facts(&root, "no-such-device", &f);
    assert_memory_equal(&f, &nothing, sizeof(f));
    platter_udev_facts(&root, "../../etc/passwd", &f);
    assert_memory_equal(&f, &nothing, sizeof(f));
}

/* Whatever this machine has: an answer, and no crash. */
static void test_every_device_here(void **state)
{
    struct platter_sysroot root;
    DIR *dir = opendir("/sys/block");
    struct dirent *entry;

    (void)state;
    assert_int_equal(platter_sysroot_init(&root, NULL), 0);
    while (dir && (entry = readdir(dir)) != NULL) {
        struct platter_udev_facts f;

        platter_udev_facts(&root, entry->d_name, &f);
        assert_true(strlen(f.serial) < sizeof(f.serial));
        assert_true(f.rpm < 65535);
    }
    if (dir)
        closedir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_udev_in_a_captured_tree),
        cmocka_unit_test(test_no_such_device),
        cmocka_unit_test(test_every_device_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "agent/store/disk.h"
#include "tests/support/folder.h"

static void folders_are_made_above_a_file(void **state)
{
    char path[128], endless[5000];
    (void)state;
    snprintf(path, sizeof(path), "%s/a/b/file", dir);
    assert_int_equal(platter_disk_folders_above(path), 0);
    assert_int_equal(platter_disk_folders_above(path), 0);
    assert_int_equal(folder_run("test -d a/b && test ! -e a/b/file"), 0);
    assert_int_equal(folder_run("touch a/file"), 0);
    snprintf(path, sizeof(path), "%s/a/file/b/c", dir);
    assert_int_equal(platter_disk_folders_above(path), -ENOTDIR);
    memset(endless, 'a', sizeof(endless) - 1);
    endless[sizeof(endless) - 1] = '\0';
    assert_int_equal(platter_disk_folders_above(endless), -ENAMETOOLONG);
    assert_int_equal(platter_disk_folders_above(""), -EINVAL);
}

static void more_than_there_is_does_not_fit(void **state)
{
    (void)state;
    assert_false(platter_disk_has_room(dir, UINT64_MAX, false));
    assert_false(platter_disk_has_room("/nonexistent", 0, false));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(folders_are_made_above_a_file),
        TEST(more_than_there_is_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

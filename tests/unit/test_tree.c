/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/cli/tree.h"
#include <platter/errors.h>

static const char *const folders[] = {
    "nas",
    "nas/platter-WDC_WD20_WD-1111",
    "nas/platter-WDC_WD20_WD-11112222",
    "nas/platter-",
    "nas/cpu-0",
    "other",
    "other/platter-WDC_WD20_WD-1111",
    "other/platter-ST8000_ZA1ABC",
};
#define N (sizeof(folders) / sizeof(*folders))

static char tree[64];

static int setup(void **state)
{
    char path[256];

    (void)state;
    snprintf(tree, sizeof(tree), "/tmp/platter-tree-XXXXXX");
    if (!mkdtemp(tree))
        return -1;
    for (size_t i = 0; i < N; i++) {
        snprintf(path, sizeof(path), "%s/%s", tree, folders[i]);
        if (mkdir(path, 0700) < 0)
            return -1;
    }
    return 0;
}

static int teardown(void **state)
{
    char path[256];

    (void)state;
    for (size_t i = N; i-- > 0;) {
        snprintf(path, sizeof(path), "%s/%s", tree, folders[i]);
        rmdir(path);
    }
    return rmdir(tree);
}

static unsigned matches(const char *host, const char *name, struct platter_tree_drive *first)
{
    CLEANUP_FREE struct platter_tree_drive *list = NULL;
    unsigned n = 0;

    assert_int_equal(platter_tree_list(tree, host, &list, &n), 0);
    n = platter_tree_match(list, n, name);
    if (n)
        *first = list[0];
    return n;
}

static void lists_drives_of_all_hosts(void **state)
{
    CLEANUP_FREE struct platter_tree_drive *list = NULL;
    char path[128];
    unsigned n = 0;

    (void)state;
    assert_int_equal(platter_tree_list(tree, NULL, &list, &n), 0);
    assert_int_equal(n, 4);
    assert_string_equal(list[0].drive, "ST8000_ZA1ABC");
    assert_string_equal(list[0].host, "other");
    snprintf(path, sizeof(path), "%s/other/platter-ST8000_ZA1ABC", tree);
    assert_string_equal(list[0].dir, path);
}

static void a_hosts_folder_will_do(void **state)
{
    CLEANUP_FREE struct platter_tree_drive *list = NULL;
    char path[128];
    unsigned n = 0;

    (void)state;
    snprintf(path, sizeof(path), "%s/nas", tree);
    assert_int_equal(platter_tree_list(path, NULL, &list, &n), 0);
    assert_int_equal(n, 2);
    assert_string_equal(list[0].host, "");
}

static void matches_the_closest(void **state)
{
    struct platter_tree_drive d;

    (void)state;
    assert_int_equal(matches("nas", "WDC_WD20_WD-1111", &d), 1);
    assert_string_equal(d.drive, "WDC_WD20_WD-1111");
    assert_int_equal(matches(NULL, "WDC_WD20_WD-1111", &d), 2);
    assert_int_equal(matches(NULL, "2222", &d), 1);
    assert_int_equal(matches(NULL, "za1abc", &d), 1);
    assert_int_equal(matches("nas", "wd20", &d), 2);
    assert_int_equal(matches(NULL, "nosuch", &d), 0);
    assert_int_equal(matches("nohost", "2222", &d), 0);
}

static void no_tree(void **state)
{
    struct platter_tree_drive *list = NULL;
    unsigned n = 7;

    (void)state;
    assert_int_equal(platter_tree_list("/nonexistent", NULL, &list, &n), -ENOENT);
    assert_int_equal(platter_tree_list("/dev/null", NULL, &list, &n), -ENOTDIR);
    assert_null(list);
    assert_int_equal(n, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_drives_of_all_hosts),
        cmocka_unit_test(a_hosts_folder_will_do),
        cmocka_unit_test(matches_the_closest),
        cmocka_unit_test(no_tree),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

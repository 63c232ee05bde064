/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/wire/types_db.h"
#include <platter/errors.h>

static void test_installed_file_is_the_table(void **state)
{
    const char *src = getenv("PLATTER_SRC");
    char path[4096], file[8192], table[8192];
    CLEANUP_FCLOSE FILE *f = NULL;
    size_t len;

    (void)state;
    snprintf(path, sizeof(path), "%s/plugin/platter-types.db", src ? src : ".");
    f = fopen(path, "r");
    if (!f)
        fail_msg("%s: %s", path, strerror(errno));
    len = fread(file, 1, sizeof(file) - 1, f);
    file[len] = '\0';
    assert_true(platter_types_db(table, sizeof(table)) < sizeof(table));
    if (strcmp(file, table) != 0)
        fail_msg("%s is not what the series table gives:\n%s", path, table);
}

static void test_a_line(void **state)
{
    char table[8192];

    (void)state;
    platter_types_db(table, sizeof(table));
    assert_non_null(
        strstr(table, "platter_zone\tthroughput:GAUGE:0:U, access:GAUGE:0:U, worst:GAUGE:0:U\n"));
    assert_non_null(strstr(table, "platter_drive\tverdict:GAUGE:-1:3, power:GAUGE:0:5, "));
    assert_non_null(strstr(table, "platter_blocks\tlt5:DERIVE:0:U, "));
}

static void test_cut_at_any_size(void **state)
{
    char table[8192], cut[8192];
    size_t need = platter_types_db(table, sizeof(table));

    (void)state;
    assert_int_equal(platter_types_db(NULL, 0), need);
    for (size_t size = 1; size <= need + 1; size++) {
        memset(cut, 'x', sizeof(cut));
        assert_int_equal(platter_types_db(cut, size), need);
        assert_int_equal(strlen(cut), size - 1);
        assert_memory_equal(cut, table, size - 1);
        assert_int_equal(cut[size], 'x');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_installed_file_is_the_table),
        cmocka_unit_test(test_a_line),
        cmocka_unit_test(test_cut_at_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

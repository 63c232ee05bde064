/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/bench/scan_export.h"

#define BLOCK 131072u

static struct platter_scan scan;

static void begin(enum platter_scan_method method)
{
    const struct platter_scan_plan plan = {.first_byte = BLOCK,
                                           .end_byte = 11 * BLOCK,
                                           .block_bytes = BLOCK,
                                           .method = method,
                                           .slow_ns = 5000000};
    const struct platter_scan_bad bad[] = {{5 * BLOCK + 512, 1024, true},
                                           {3 * BLOCK, BLOCK, false}};

    assert_int_equal(platter_scan_init(&scan, &plan), 0);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(platter_scan_add_bad(&scan, &bad[i]), 0);
}

static int end(void **state)
{
    (void)state;
    platter_scan_deinit(&scan);
    return 0;
}

static char *text_of(uint32_t unit_bytes)
{
    char *text = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);

    assert_non_null(f);
    if (unit_bytes)
        platter_scan_badblocks(f, &scan, unit_bytes);
    else
        platter_scan_ddrescue(f, &scan);
    fclose(f);
    return text;
}

static void badblocks_numbers(void **state)
{
    (void)state;
    begin(PLATTER_SCAN_READ);
    char *text = text_of(65536);
    assert_string_equal(text, "6\n7\n10\n");
    free(text);
    text = text_of(4096);
    assert_non_null(strstr(text, "96\n97\n"));
    assert_non_null(strstr(text, "\n127\n160\n"));
    free(text);
    text = text_of(512);
    assert_non_null(strstr(text, "\n1281\n1282\n"));
    free(text);
}

static void mapfile_covers_all(void **state)
{
    (void)state;
    begin(PLATTER_SCAN_READ);
    scan.done = 8;
    char *text = text_of(0);
    assert_string_equal(text, "# Mapfile. Created by platter scan\n"
                              "# current_pos  current_status  current_pass\n"
                              "0x00120000     ?               1\n"
                              "#      pos        size  status\n"
                              "0x00000000  0x00020000  ?\n"
                              "0x00020000  0x00040000  +\n"
                              "0x00060000  0x00020000  *\n"
                              "0x00080000  0x00020200  +\n"
                              "0x000A0200  0x00000400  -\n"
                              "0x000A0600  0x0007FA00  +\n"
                              "0x00120000  0x00040000  ?\n");
    free(text);
}

static void butterfly_has_a_hole(void **state)
{
    (void)state;
    begin(PLATTER_SCAN_BUTTERFLY);
    scan.n_bad = 0;
    scan.done = 5; /* three in front, two behind */
    char *text = text_of(0);
    assert_non_null(strstr(text, "0x00020000  0x00060000  +\n"
                                 "0x00080000  0x000A0000  ?\n"
                                 "0x00120000  0x00040000  +\n"));
    free(text);
}

static void writes_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/platter-test-export-XXXXXX", path[64], line[16] = "";

    begin(PLATTER_SCAN_READ);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/bad", folder);
    assert_int_equal(platter_scan_export(path, &scan, 65536), 0);
    FILE *f = fopen(path, "re");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    assert_string_equal(line, "6\n");
    fclose(f);
    unlink(path);
    rmdir(folder);
    assert_int_equal(platter_scan_export(path, &scan, 0), -ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(badblocks_numbers, end),
        cmocka_unit_test_teardown(mapfile_covers_all, end),
        cmocka_unit_test_teardown(butterfly_has_a_hole, end),
        cmocka_unit_test_teardown(writes_files, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

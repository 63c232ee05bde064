/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/cli/scan_map.h"
#include "tests/support/capture.h"
#include <platter/units.h>

#define BLOCK 131072u
#define MS PLATTER_NS_PER_MS

static void shows_the_slowest(void **state)
{
    (void)state;
    const struct platter_scan_plan plan = {
        .end_byte = 40 * BLOCK, .block_bytes = BLOCK, .slow_ns = 5 * MS};
    struct platter_scan s;
    struct capture c;

    assert_int_equal(platter_scan_init(&s, &plan), 0);
    for (unsigned i = 0; i < 20; i++)
        if (i == 3)
            platter_scan_failed(&s, MS);
        else
            platter_scan_took(&s, i == 5 ? 30 * MS : i == 19 ? 700 * MS : MS, false);
    capture_begin(&c);
    bool shown = platter_scan_map_print(&s, 30, false, false);
    capture_end(&c);
    assert_true(shown);
    assert_non_null(strstr(c.text, "     0 B  ---X-3-------------6\n"));
    assert_non_null(strstr(c.text, "2.62 MB  ....................\n"));
    assert_non_null(strstr(c.text, "X cannot be read"));
    assert_null(strstr(c.text, "<150"));
    capture_free(&c);
    capture_begin(&c);
    shown = platter_scan_map_print(&s, 20, true, true);
    capture_end(&c);
    assert_false(shown);
    assert_string_equal(c.text, "");
    capture_free(&c);
    capture_begin(&c);
    platter_scan_map_print(&s, 80, true, true);
    capture_end(&c);
    assert_non_null(strstr(c.text, "\033[31mX\033[0m"));
    assert_non_null(strstr(c.text, "█"));
    capture_free(&c);
    platter_scan_deinit(&s);
}

static void classes_of_cells(void **state)
{
    (void)state;
    struct platter_scan_cell cell = {.blocks = 0};

    assert_int_equal(platter_scan_cell_class(&cell), PLATTER_SCAN_UNREAD);
    cell = (struct platter_scan_cell){.blocks = 9, .worst_us = 4999};
    assert_int_equal(platter_scan_cell_class(&cell), PLATTER_LT5);
    cell.worst_us = 5000;
    assert_int_equal(platter_scan_cell_class(&cell), PLATTER_LT10);
    cell.errors = 1;
    assert_int_equal(platter_scan_cell_class(&cell), PLATTER_ERROR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_the_slowest),
        cmocka_unit_test(classes_of_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/cli/mark_report.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static const struct platter_mark_report whole = {
    .folder = "/mnt/a",
    .drive = "X_1",
    .model = "X",
    .fio = "fio-3.33",
    .file_bytes = 1 << 30,
    .run_ns = 5000000000,
    .runs = 3,
    .lies = true,
    .where = {"sda", 1000000000000, 905000000000, 906100000000, 2},
    .complete = true,
    .rows = {[PLATTER_READ] = {[0] = {3, {{3e6, 3}, {1e6, 1}, {2e6, 2}}}},
             [PLATTER_WRITE] = {[3] = {1, {{4.56e5, 111}}}}},
};

static void the_table(void **state)
{
    struct platter_mark_report r = whole;
    struct capture c;

    (void)state;
    setenv("COLUMNS", "80", 1);
    capture_begin(&c);
    assert_int_equal(platter_mark_print(&r), PLATTER_EXIT_FINE);
    r.lies = r.complete = false;
    assert_int_equal(platter_mark_print(&r), PLATTER_EXIT_FINE);
    capture_end(&c);
    assert_says(&c, "SEQ1M Q8T1  read      2.0   3.0    1.0      2\n");
    assert_says(&c, "RND4K Q1T1  write    0.46  0.46   0.46    111\n");
    assert_says(&c, "at 90.5-90.6 % of sda (1.00 TB), zone 09, in 2 pieces");
    assert_says(&c, "cannot be told");
    assert_says(&c, "ended before");
    capture_free(&c);
}

static void the_document(void **state)
{
    (void)state;
    CLEANUP_JSON struct platter_json *j = platter_mark_to_json(&whole);
    const struct platter_json *rows = platter_json_get(j, "rows");
    assert_int_equal(platter_json_count(rows), 2);
    assert_string_equal(platter_json_text(platter_json_at(rows, 0), "name", ""), "seq1m_q8t1");
    assert_near(platter_json_real(platter_json_at(rows, 0), "median_bps", 0), 2e6, 1e-9);
    assert_near(platter_json_real(platter_json_at(rows, 0), "worst_bps", 0), 1e6, 1e-9);
    assert_string_equal(platter_json_text(platter_json_at(rows, 1), "op", ""), "write");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table),
        cmocka_unit_test(the_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

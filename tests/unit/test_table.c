/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/cli/table.h"
#include "tests/support/capture.h"

static const struct platter_column columns[] = {
    {"name", false, false},
    {"MB/s", true, false},
    {"model of it", false, true},
    {"", false, false},
};

static void fill(struct platter_table *t)
{
    struct platter_row *row;

    *t = (struct platter_table){.columns = columns, .n_columns = 4};
    row = platter_table_row(t);
    strcpy(row->cell[0].text, "größte");
    strcpy(row->cell[1].text, "9.5");
    strcpy(row->cell[2].text, "a model");
    strcpy(row->cell[3].text, "mark");
    row = platter_table_row(t);
    strcpy(row->cell[0].text, "b");
    strcpy(row->cell[1].text, "12345.5");
    strcpy(row->note, "a note that is longer than the forty columns that there are");
}

static void print_at(const char *width, const char *want)
{
    struct platter_table t;
    struct capture c;

    setenv("COLUMNS", width, 1);
    fill(&t);
    capture_begin(&c);
    int result = platter_table_print(&t);
    capture_end(&c);
    assert_int_equal(result, 0);
    assert_string_equal(c.text, want);
    capture_free(&c);
    platter_table_deinit(&t);
}

static void columns_line_up(void **state)
{
    (void)state;
    print_at("80", "name       MB/s  model of it\n"
                   "größte      9.5  a model      mark\n"
                   "b       12345.5\n"
                   "    a note that is longer than the forty columns that there are\n");
}

static void optional_columns_go_first(void **state)
{
    struct platter_table t;

    (void)state;
    setenv("COLUMNS", "40", 1);
    fill(&t);
    strcpy(t.rows[0].cell[3].text, "a mark of twenty-two c");
    struct capture c;
    capture_begin(&c);
    platter_table_print(&t);
    capture_end(&c);
    assert_silent_about(&c, "model");
    assert_says(&c, "a mark of twenty-two c\n");
    assert_int_equal(platter_table_width(&t), 6 + 2 + 7 + 2 + 22);
    capture_free(&c);
    platter_table_deinit(&t);
}

static void narrow_gaps_before_that(void **state)
{
    struct platter_table t;
    struct capture c;

    (void)state;
    setenv("COLUMNS", "43", 1);
    fill(&t);
    t.tight = true;
    strcpy(t.rows[0].cell[3].text, "sixteen columns.");
    capture_begin(&c);
    platter_table_print(&t);
    capture_end(&c);
    assert_says(&c, "größte     9.5 a model     sixteen columns.\n");
    capture_free(&c);
    platter_table_deinit(&t);
}

static void empty_columns_go(void **state)
{
    struct platter_table t;
    struct capture c;

    (void)state;
    setenv("COLUMNS", "80", 1);
    fill(&t);
    t.rows[0].cell[2].text[0] = '\0';
    capture_begin(&c);
    platter_table_print(&t);
    capture_end(&c);
    assert_silent_about(&c, "model");
    capture_free(&c);
    platter_table_deinit(&t);
}

static void empty_table(void **state)
{
    struct platter_table t = {.columns = columns, .n_columns = 4};
    struct capture c;

    (void)state;
    capture_begin(&c);
    assert_int_equal(platter_table_print(&t), 0);
    capture_end(&c);
    assert_string_equal(c.text, "name  MB/s  model of it\n");
    capture_free(&c);
    platter_table_deinit(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_line_up),
        cmocka_unit_test(optional_columns_go_first),
        cmocka_unit_test(narrow_gaps_before_that),
        cmocka_unit_test(empty_columns_go),
        cmocka_unit_test(empty_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

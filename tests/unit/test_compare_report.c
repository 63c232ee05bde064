/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/cli/compare_report.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static struct platter_compare_item items[2];

static int begin(void **state)
{
    (void)state;
    setenv("COLUMNS", "80", 1);
    memset(items, 0, sizeof(items));
    snprintf(items[0].name, sizeof(items[0].name), "sda");
    snprintf(items[0].model, sizeof(items[0].model), "SLOWER");
    snprintf(items[1].name, sizeof(items[1].name), "3");
    snprintf(items[1].run, sizeof(items[1].run), "20251201T120000Z-curve-X.json");
    platter_figures_add(&items[0].figures, "average", "B/s", 173.4e6);
    platter_figures_add(&items[0].figures, "access", "s", 0.0152);
    platter_figures_add(&items[0].figures, "alone", "1", 1);
    platter_figures_add(&items[1].figures, "access", "s", 0.0136);
    platter_figures_add(&items[1].figures, "average", "B/s", 195.5e6);
    platter_figures_add(&items[1].figures, "4 KiB random", "1/s", NAN);
    return 0;
}

static int print(unsigned n, bool json, struct capture *c)
{
    const struct platter_compare_report r = {n, items, !json, 1764590400};

    capture_begin(c);
    int status = json ? platter_compare_print_json(&r) : platter_compare_print(&r);
    capture_end(c);
    return status;
}

static void side_by_side(void **state)
{
    struct capture c;

    (void)state;
    assert_int_equal(print(2, false, &c), PLATTER_EXIT_FINE);
    assert_says(&c, "1  sda  SLOWER\n");
    assert_says(&c, "2  3  (run of ");
    assert_says(&c, "average, MB/s  173.4  195.5  1.127\n");
    assert_says(&c, "access, ms     15.20  13.60  0.895\n");
    assert_silent_about(&c, "alone");
    assert_silent_about(&c, "random");
    capture_free(&c);
}

static void one_alone(void **state)
{
    struct capture c;

    (void)state;
    assert_int_equal(print(1, false, &c), PLATTER_EXIT_FINE);
    assert_says(&c, "alone");
    capture_free(&c);
}

static void nothing_in_common(void **state)
{
    struct capture c;

    (void)state;
    items[1].figures.n = 0;
    assert_int_equal(print(2, false, &c), PLATTER_EXIT_DATA);
    assert_says(&c, "no figure in common");
    capture_free(&c);
}

static void the_document(void **state)
{
    struct capture c;
    char why[64];

    (void)state;
    assert_int_equal(print(2, true, &c), PLATTER_EXIT_FINE);
    struct platter_json *j = platter_json_parse(c.text, strlen(c.text), why, sizeof(why));
    const struct platter_json *rows = platter_json_get(j, "rows");
    assert_int_equal(platter_json_count(rows), 2);
    assert_near(platter_json_real(platter_json_at(rows, 0), "ratio", 0), 195.5 / 173.4, 1e-9);
    assert_false(platter_json_bool(j, "complete", true));
    platter_json_free(j);
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(side_by_side, begin),
        cmocka_unit_test_setup(one_alone, begin),
        cmocka_unit_test_setup(nothing_in_common, begin),
        cmocka_unit_test_setup(the_document, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

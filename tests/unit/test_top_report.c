/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/cli/top_report.h"
#include "tests/support/capture.h"

static const struct platter_top_row rows[] = {
    {"sda", "WDC", 1, {{12.4, 0}, {1.5e6, 0}, {.0083, NAN}, .25, .13}},
    {"sdb", "ST", 0, {{NAN, NAN}, {NAN, NAN}, {NAN, NAN}, NAN, NAN}},
};

static void prints(void **state)
{
    struct capture c;

    (void)state;
    setenv("COLUMNS", "60", 1);
    capture_begin(&c);
    platter_top_print(rows, 2);
    capture_end(&c);
    assert_string_equal(c.text, "drive   r/s  w/s  r MB/s  w MB/s  r ms  w ms  queue  busy %\n"
                                "sda    12.4  0.0     1.5     0.0   8.3     -    0.2      13\n"
                                "sdb       -    -       -       -     -     -      -       -\n");
    capture_free(&c);
}

static void prints_json(void **state)
{
    struct capture c;

    (void)state;
    capture_begin(&c);
    platter_top_print_json(rows, 2, 1796061600, 2);
    capture_end(&c);
    assert_says(&c, "\"schema\":\"platter.top/1\"");
    assert_says(&c, "\"name\":\"sda\"");
    assert_says(&c, "\"utilisation\":null");
    assert_int_equal(strchr(c.text, '\n') - c.text, (long)strlen(c.text) - 1); /* one line */
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints),
        cmocka_unit_test(prints_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

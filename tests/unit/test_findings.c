/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/findings.h"
#include "tests/support/capture.h"

static void prints(void **state)
{
    struct platter_findings f = {.n = 0};
    struct capture c;

    (void)state;
    setenv("COLUMNS", "80", 1);
    platter_findings_add(&f, PLATTER_MARK_FINE, "", "agent", NULL, "it runs, %d of them", 2);
    platter_findings_add(&f, PLATTER_MARK_MEND, "sda", "smart", "do this", "SMART is not read");
    platter_findings_add(&f, PLATTER_MARK_BROKEN, "sda", "open", "do that", "cannot be read");
    assert_int_equal(platter_findings_count(&f, PLATTER_MARK_FINE), 1);
    assert_int_equal(platter_findings_count(&f, PLATTER_MARK_BROKEN), 1);
    capture_begin(&c);
    platter_findings_print(&f);
    capture_end(&c);
    assert_string_equal(c.text, "This machine\n"
                                "  ok it runs, 2 of them\n"
                                "\n"
                                "sda\n"
                                "  !  SMART is not read\n"
                                "     > do this\n"
                                "  X  cannot be read\n"
                                "     > do that\n"
                                "\n"
                                "2 of 3 things to mend.\n");
    capture_free(&c);
    capture_begin(&c);
    platter_findings_print_json(&f);
    capture_end(&c);
    assert_says(&c, "platter.doctor/1");
    assert_says(&c, "\"mark\": \"broken\"");
    capture_free(&c);
    platter_findings_deinit(&f);
}

static void all_is_well(void **state)
{
    struct platter_findings f = {.n = 0};
    struct capture c;

    (void)state;
    platter_findings_add(&f, PLATTER_MARK_FINE, "", "agent", NULL, "it runs");
    capture_begin(&c);
    platter_findings_print(&f);
    capture_end(&c);
    assert_says(&c, "All is well.\n");
    capture_free(&c);
    platter_findings_deinit(&f);
    assert_string_equal(platter_mark_name(PLATTER_MARK_MEND), "mend");
    assert_string_equal(platter_mark_name(77), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints),
        cmocka_unit_test(all_is_well),
    };
    setlocale(LC_ALL, "C");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

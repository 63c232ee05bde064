/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/core/options.h"

static void the_expected_is_said_in_words(void **unused)
{
    static const struct {
        const char *name, *text;
    } expected[] = {
        {"interval", "a time between 1s and 7d"},
        {"step", "a time of whole seconds between 1s and 1d"},
        {"slow", "a time between 100us and 10s"},
        {"zones", "a whole number between 1 and 64"},
        {"rpm", "a whole number between 1000 and 30000, or 0"},
        {"duty", "a share between 0.01% and 100%"},
        {"sample", "one of auto, always, off, when-active"},
        {"quiet-hours", "hours such as 23:00-07:00, not a whole day (sample = off), or none"},
        {"label", "a text of at most 63 characters"},
        {"drives", "a text, not empty, of at most 2047 characters"},
        {"socket", "a text of at most 107 characters"},
    };
    char buf[128];
    (void)unused;
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        platter_option_expects(platter_option_find(expected[i].name), buf, sizeof(buf));
        assert_string_equal(buf, expected[i].text);
    }
    platter_option_expects(platter_option_find("zones"), buf, 8);
    assert_string_equal(buf, "a whole");
    buf[0] = 'x';
    platter_option_expects(platter_option_find("zones"), buf, 0);
    assert_int_equal(buf[0], 'x');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_expected_is_said_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

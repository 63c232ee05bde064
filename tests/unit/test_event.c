/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <math.h>
#include <string.h>

#include <platter/event.h>

static void severities_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < PLATTER_SEVERITIES; i++)
        assert_int_equal(platter_severity_of(platter_severity_name(i)), i);
    assert_string_equal(platter_severity_name(-1), "info");
    assert_string_equal(platter_severity_name(PLATTER_SEVERITIES), "info");
    assert_int_equal(platter_severity_of("apocalypse"), PLATTER_WARNING);
}

static void an_event_is_printable_ascii_on_one_line(void **state)
{
    struct platter_event e;
    (void)state;
    platter_event_init(&e, 17, "WDC_1", "note", PLATTER_INFO,
                       "two\nlines, 5 \xc2\xb5s \xf0\x9f\x92\xa5!");
    assert_string_equal(e.text, "two?lines, 5 ?s ?!");
    assert_string_equal(e.drive, "WDC_1");
    assert_int_equal(e.seq, 0);
    assert_int_equal(e.time_s, 17);
    assert_true(isnan(e.size));
    assert_string_equal(e.zones, "");
    platter_event_init(&e, 17, NULL, "started", PLATTER_OKAY, "");
    assert_string_equal(e.drive, "");
}

static void what_is_too_long_is_cut(void **state)
{
    struct platter_event e;
    char text[600];
    (void)state;
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    platter_event_init(&e, 1, text, text, PLATTER_FAILURE, text);
    assert_int_equal(strlen(e.drive), PLATTER_ID_MAX - 1);
    assert_int_equal(strlen(e.code), sizeof(e.code) - 1);
    assert_int_equal(strlen(e.text), 255);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(severities_have_names),
        cmocka_unit_test(an_event_is_printable_ascii_on_one_line),
        cmocka_unit_test(what_is_too_long_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

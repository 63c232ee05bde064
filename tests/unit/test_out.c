/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/cli/out.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static void sizes(void **state)
{
    static const struct {
        uint64_t bytes;
        const char *decimal, *binary;
    } cases[] = {
        {0, "0 B", "0 B"},
        {999, "999 B", "999 B"},
        {16777216, "16.8 MB", "16.0 MiB"},
        {24596480, "24.6 MB", "23.5 MiB"},
        {999999, "1.00 MB", "977 KiB"},
        {99999940000, "100 GB", "93.1 GiB"},
        {2000398934016, "2.00 TB", "1.82 TiB"},
        {UINT64_MAX, "18.4 EB", "16777216 TiB"},
    };
    char buf[32];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        platter_out_bytes(buf, sizeof(buf), cases[i].bytes);
        assert_string_equal(buf, cases[i].decimal);
        platter_out_bytes_binary(buf, sizeof(buf), cases[i].bytes);
        assert_string_equal(buf, cases[i].binary);
    }
}

static void ages_and_figures(void **state)
{
    static const struct {
        double age_s;
        const char *text;
    } cases[] = {{0, "0 s"},        {119.9, "119 s"}, {120, "2 min"},
                 {7199, "119 min"}, {7200, "2 h"},    {3 * 86400, "3 d"},
                 {NAN, "-"},        {-1, "-"},        {INFINITY, "-"}};
    char buf[32];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        platter_out_age(buf, sizeof(buf), cases[i].age_s);
        assert_string_equal(buf, cases[i].text);
    }
    platter_out_figure(buf, sizeof(buf), 144.87, 1);
    assert_string_equal(buf, "144.9");
    platter_out_figure(buf, sizeof(buf), NAN, 1);
    assert_string_equal(buf, "-");
    platter_out_ms(buf, sizeof(buf), .0119);
    assert_string_equal(buf, "11.90");
    platter_out_ms(buf, sizeof(buf), .0000884);
    assert_string_equal(buf, "0.088");
    platter_out_ms(buf, sizeof(buf), .00099999);
    assert_string_equal(buf, "1.00");
    platter_out_ms(buf, sizeof(buf), NAN);
    assert_string_equal(buf, "-");
}

static void bars(void **state)
{
    char buf[64];

    (void)state;
    platter_out_bar(buf, sizeof(buf), 1, 4, false);
    assert_string_equal(buf, "####");
    platter_out_bar(buf, sizeof(buf), 2, 4, true);
    assert_string_equal(buf, "████");
    platter_out_bar(buf, sizeof(buf), 0.4, 4, true);
    assert_string_equal(buf, "█▋");
    platter_out_bar(buf, sizeof(buf), NAN, 4, true);
    assert_string_equal(buf, "");
    /* Too long for the buffer: cut, never over its end. */
    platter_out_bar(buf, 6, 1, 40, true);
    assert_true(strlen(buf) < 6);
}

static void paragraphs_wrap_at_words(void **state)
{
    struct capture c;

    (void)state;
    setenv("COLUMNS", "40", 1);
    assert_int_equal(platter_out_width(), 40);
    capture_begin(&c);
    platter_out_paragraph(4, "one two three four five six seven eight nine ten");
    platter_out_paragraph(0, "");
    platter_out_paragraph(30, "incomprehensibilities here");
    capture_end(&c);
    assert_string_equal(c.text, "    one two three four five six seven\n    eight nine ten\n"
                                "                              incomprehensibilities\n"
                                "                              here\n");
    capture_free(&c);
}

static void hanging_paragraphs(void **state)
{
    struct capture c;

    (void)state;
    setenv("COLUMNS", "40", 1);
    capture_begin(&c);
    platter_out_labelled("where", 8, "a text that is longer than the forty columns");
    capture_end(&c);
    assert_string_equal(c.text, "  where   a text that is longer than the\n"
                                "          forty columns\n");
    capture_free(&c);
}

static void width_is_bounded(void **state)
{
    static const char *const columns[] = {"1", "99999999999", "-7", "wide", ""};

    (void)state;
    for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
        setenv("COLUMNS", columns[i], 1);
        assert_in_range(platter_out_width(), 40, 500);
    }
}

static void json_is_printed(void **state)
{
    struct platter_json *j = platter_json_object_new();
    struct capture c;

    (void)state;
    platter_json_set_int(j, "a", 1);
    capture_begin(&c);
    int status = platter_out_json(j, false);
    capture_end(&c);
    assert_int_equal(status, PLATTER_EXIT_FINE);
    assert_string_equal(c.text, "{\"a\":1}\n");
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(ages_and_figures),
        cmocka_unit_test(bars),
        cmocka_unit_test(paragraphs_wrap_at_words),
        cmocka_unit_test(hanging_paragraphs),
        cmocka_unit_test(width_is_bounded),
        cmocka_unit_test(json_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

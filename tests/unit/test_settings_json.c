/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/wire/settings_json.h"

static struct platter_settings parse(const char *text)
{
    struct platter_settings s;
    char why[128];
    struct platter_json *j = platter_json_parse(text, strlen(text), why, sizeof(why));
    assert_non_null(j);
    platter_settings_from_json(j, &s);
    platter_json_free(j);
    return s;
}

static void there_and_back(void **state)
{
    struct platter_settings s = {2, {{"interval", "10min", "default"}, {"socket", "", "a.conf:3"}}};
    struct platter_settings back;
    (void)state;
    struct platter_json *j = platter_settings_to_json(&s);
    platter_settings_from_json(j, &back);
    platter_json_free(j);
    assert_int_equal(back.n, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_string_equal(back.items[i].name, s.items[i].name);
        assert_string_equal(back.items[i].value, s.items[i].value);
        assert_string_equal(back.items[i].origin, s.items[i].origin);
    }
}

static void what_is_not_understood_is_left_out(void **state)
{
    (void)state;
    struct platter_settings s =
        parse("[1,{},{\"name\":\"x\"},{\"name\":7,\"value\":\"1\"},"
              "{\"name\":\"a name longer than any option's\",\"value\":\"1\"},"
              "{\"name\":\"zones\",\"value\":\"10\",\"new\":true}]");
    assert_int_equal(s.n, 1);
    assert_string_equal(s.items[0].origin, "?");
    assert_int_equal(parse("{}").n, 0);
    platter_settings_from_json(NULL, &s);
    assert_int_equal(s.n, 0);
}

static void values_are_compared_by_what_they_mean(void **state)
{
    struct platter_settings s = {4,
                                 {{"interval", "2min", "platter.conf:12"},
                                  {"duty", "0.01", "default"},
                                  {"drives", "auto", "default"},
                                  {"newer", "17", "default"}}};
    static const char *const same[] = {"interval=120", "interval=120s", "duty=1%",
                                       "drives=auto",  "newer=17",      "unheard=1",
                                       "interval",     "=2min",         ""};
    static const char *const other[] = {"interval=121", "duty=2%", "drives=sda", "newer=18",
                                        "interval=soon"};
    (void)state;
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
        assert_null(platter_settings_differ(&s, same[i]));
    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
        assert_non_null(platter_settings_differ(&s, other[i]));
    assert_string_equal(platter_settings_differ(&s, other[0])->origin, "platter.conf:12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(what_is_not_understood_is_left_out),
        cmocka_unit_test(values_are_compared_by_what_they_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

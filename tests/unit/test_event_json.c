/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/wire/event_json.h"

static int parse(const char *text, struct platter_event *out)
{
    char why[128];
    struct platter_json *j = platter_json_parse(text, strlen(text), why, sizeof(why));
    assert_non_null(j);
    int r = platter_event_from_json(j, out);
    platter_json_free(j);
    return r;
}

static void there_and_back(void **state)
{
    struct platter_event e, back;
    (void)state;
    platter_event_init(&e, 1700000000, "WDC_1", "stalled", PLATTER_WARNING, "has not \"answered\"");
    e.seq = 42;
    e.size = 2.5;
    strcpy(e.zones, "08-09");
    struct platter_json *j = platter_event_to_json(&e);
    char *text = platter_json_dump(j);
    platter_json_free(j);
    assert_non_null(text);
    assert_int_equal(parse(text, &back), 0);
    free(text);
    assert_memory_equal(&e, &back, sizeof(e));
}

static void bad_ones_change_nothing(void **state)
{
    static const char *const bad[] = {
        "{}",
        "[]",
        "{\"schema\":\"platter.event/2\",\"seq\":1,\"code\":\"x\"}",
        "{\"schema\":\"platter.event/1\",\"seq\":0,\"code\":\"x\"}",
        "{\"schema\":\"platter.event/1\",\"seq\":-1,\"code\":\"x\"}",
        "{\"schema\":\"platter.event/1\",\"seq\":\"1\",\"code\":\"x\"}",
        "{\"schema\":\"platter.event/1\",\"seq\":1}",
        "{\"schema\":\"platter.event/1\",\"seq\":1,\"code\":\"x\",\"time\":-1}",
        "{\"schema\":\"platter.event/1\",\"seq\":1,\"code\":\"x\",\"drive\":\"a/b\"}",
        ("{\"schema\":\"platter.event/1\",\"seq\":1,\"code\":\"x\","
         "\"zones\":\"01234567890123456789012345678901\"}"),
    };
    struct platter_event e = {.seq = 7};
    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(parse(bad[i], &e), -EPROTO);
        assert_int_equal(e.seq, 7);
    }
}

static void little_is_needed_and_more_is_ignored(void **state)
{
    struct platter_event e;
    (void)state;
    assert_int_equal(
        parse("{\"schema\":\"platter.event/1\",\"seq\":3,\"code\":\"x\",\"new\":[1]}", &e), 0);
    assert_int_equal(e.severity, PLATTER_WARNING);
    assert_true(isnan(e.size));
    assert_string_equal(e.drive, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(bad_ones_change_nothing),
        cmocka_unit_test(little_is_needed_and_more_is_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "agent/wire/smart_json.h"
#include <platter/errors.h>

static int from_text(const char *text, struct platter_smart *out)
{
    char why[128];
    CLEANUP_JSON struct platter_json *j = platter_json_parse(text, strlen(text), why, sizeof(why));

    assert_non_null(j);
    return platter_smart_from_json(j, out);
}

static void the_keys(void **state)
{
    struct platter_smart s, back;

    (void)state;
    platter_smart_init(&s);
    s.time_s = 1700000000;
    s.status = PLATTER_SMART_STATUS_BAD;
    s.temperature_c = -3;
    s.bad_sectors = 8;
    s.n_attributes = 1;
    s.attributes[0] = (struct platter_attribute){5, 118, 117, 140, (UINT64_C(1) << 48) - 1};
    CLEANUP_JSON struct platter_json *j = platter_smart_to_json(&s);
    CLEANUP_FREE char *text = platter_json_dump(j);
    assert_string_equal(
        text, "{\"time\":1700000000,\"status\":\"bad\",\"temperature_c\":-3.0,\"power_on_h\":null,"
              "\"power_cycles\":null,\"start_stops\":null,\"head_loads\":null,\"bad_sectors\":8,"
              "\"attributes\":[{\"id\":5,\"name\":\"reallocated-sectors\",\"current\":118,"
              "\"worst\":117,\"threshold\":140,\"raw\":281474976710655}]}");
    assert_int_equal(from_text(text, &back), 0);
    assert_true(back.temperature_c == -3 && isnan(back.power_on_h));
    assert_true(back.power_cycles == PLATTER_SMART_UNKNOWN && back.bad_sectors == 8);
    assert_int_equal(back.status, PLATTER_SMART_STATUS_BAD);
    assert_int_equal(back.n_attributes, 1);
    assert_int_equal(back.attributes[0].threshold, 140);
    assert_true(back.attributes[0].raw == s.attributes[0].raw);
}

static void never_read_is_null(void **state)
{
    static const char *const never[] = {"{}", "[]", "{\"time\":null,\"attributes\":[]}",
                                        "{\"temperature_c\":30}"};
    struct platter_smart s;

    (void)state;
    platter_smart_init(&s);
    assert_null(platter_smart_to_json(&s));
    for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++) {
        memset(&s, 0x55, sizeof(s));
        assert_int_equal(from_text(never[i], &s), 0);
        assert_int_equal(s.time_s, 0);
        assert_nan(s.temperature_c);
        assert_int_equal(s.n_attributes, 0);
    }
    assert_int_equal(platter_smart_from_json(NULL, &s), 0);
}

#define HEAD "{\"time\":1,"
#define ROW HEAD "\"attributes\":[{\"id\":5,"

static void nonsense_is_refused(void **state)
{
    static const char *const bad[] = {
        "{\"time\":-1}",
        HEAD "\"temperature_c\":-300}",
        HEAD "\"power_on_h\":-1}",
        HEAD "\"bad_sectors\":-1}",
        HEAD "\"attributes\":[7]}",
        HEAD "\"attributes\":[{}]}",
        HEAD "\"attributes\":[{\"id\":0}]}",
        HEAD "\"attributes\":[{\"id\":256}]}",
        ROW "\"current\":256}]}",
        ROW "\"worst\":-1}]}",
        ROW "\"threshold\":256}]}",
        ROW "\"raw\":281474976710656}]}",
        ROW "\"raw\":-1}]}",
    };
    struct platter_smart s;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (from_text(bad[i], &s) != -EPROTO)
            fail_msg("taken: %s", bad[i]);
    assert_int_equal(from_text(HEAD "\"status\":\"fine\",\"new\":1}", &s), 0);
    assert_int_equal(s.status, PLATTER_SMART_STATUS_UNKNOWN);
}

static void not_more_attributes_than_there_can_be(void **state)
{
    char text[1024];
    struct platter_smart s;

    (void)state;
    for (unsigned n = PLATTER_SMART_ATTRIBUTES_MAX; n <= PLATTER_SMART_ATTRIBUTES_MAX + 1; n++) {
        size_t len = (size_t)snprintf(text, sizeof(text), HEAD "\"attributes\":[");
        for (unsigned i = 0; i < n; i++)
            len += (size_t)snprintf(text + len, sizeof(text) - len, "%s{\"id\":%u}", i ? "," : "",
                                    i + 1);
        snprintf(text + len, sizeof(text) - len, "]}");
        assert_int_equal(from_text(text, &s), n == PLATTER_SMART_ATTRIBUTES_MAX ? 0 : -EPROTO);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_keys),
        cmocka_unit_test(never_read_is_null),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(not_more_attributes_than_there_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

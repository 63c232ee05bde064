/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include <platter/snapshot.h>
#include <platter/units.h>

static void an_empty_snapshot_knows_nothing(void **state)
{
    (void)state;
    struct platter_snapshot s;

    memset(&s, 0xa5, sizeof s);
    platter_snapshot_init(&s);
    assert_string_equal(s.drive, "");
    assert_int_equal(s.verdict, PLATTER_VERDICT_UNKNOWN);
    assert_int_equal(s.power, PLATTER_POWER_UNKNOWN);
    assert_int_equal(s.n_zones, 0);
    assert_nan(s.age_s);
    assert_nan(s.zones[63].worst_s);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(platter_verdict_name(-1), "UNKNOWN");
    assert_string_equal(platter_verdict_name(0), "OK");
    assert_string_equal(platter_verdict_name(3), "FAILING");
    assert_string_equal(platter_verdict_name(4), "?");
    assert_string_equal(platter_verdict_name(-2), "?");
    assert_string_equal(platter_power_name(2), "idle_low");
    assert_string_equal(platter_power_name(99), "unknown");
    assert_string_equal(platter_class_name(PLATTER_LT5), "lt5");
    assert_string_equal(platter_class_name(PLATTER_ERROR), "error");
}

static void classes_are_hddscans(void **state)
{
    (void)state;
    const unsigned limits[PLATTER_CLASSES] = {5, 10, 20, 50, 150, 500, 0, 0};

    for (unsigned c = 0; c < PLATTER_CLASSES; c++) {
        assert_int_equal(platter_class_limit_ms((enum platter_class)c), limits[c]);
        if (limits[c]) {
            assert_int_equal(platter_class_of(limits[c] * PLATTER_NS_PER_MS - 1), c);
            assert_int_equal(platter_class_of(limits[c] * PLATTER_NS_PER_MS), c + 1);
        }
    }
    assert_int_equal(platter_class_of(0), PLATTER_LT5);
    assert_int_equal(platter_class_of(UINT64_MAX), PLATTER_GE500);
}

static void counts_add_up(void **state)
{
    (void)state;
    struct platter_counts a = {{1, 2, 3, 4, 5, 6, 7, 8}, 9, 10}, b = a;

    platter_counts_add(&a, &b);
    assert_int_equal(platter_counts_blocks(&a), 72);
    assert_int_equal(a.slow, 18);
    assert_int_equal(a.revolutions, 20);
}

static void reasons_are_bounded(void **state)
{
    (void)state;
    struct platter_snapshot s;
    char text[1000];

    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    platter_snapshot_init(&s);
    for (unsigned i = 0; i < PLATTER_REASONS_MAX + 3; i++)
        platter_snapshot_reason(&s, text, NULL, 12, 3.5, text);
    assert_int_equal(s.n_reasons, PLATTER_REASONS_MAX);
    assert_int_equal(strlen(s.reasons[0].text), PLATTER_TEXT_MAX - 1);
    assert_int_equal(strlen(s.reasons[0].code), 31);
    assert_string_equal(s.reasons[0].zones, "");
    assert_near(s.reasons[7].size, 3.5, 0);
}

static void zones_as_text(void **state)
{
    (void)state;
    const struct {
        uint64_t zones;
        const char *text;
    } cases[] = {
        {0, ""},
        {1, "00"},
        {0x180, "07-08"},
        {0x10f, "00-03,08"},
        {UINT64_MAX, "00-63"},
        {1ull << 63, "63"},
        {0x5555555555555555, "00,02,04,06,08,10,12,14,16+"},
        {0x6db6db6db6db6db6, "01-02,04-05,07-08,10-11,13-14+"},
    };
    char text[32];

    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        platter_zones_text(text, sizeof text, cases[i].zones);
        if (strcmp(text, cases[i].text) != 0)
            fail_msg("%s, not %s", text, cases[i].text);
    }
    platter_zones_text(text, 8, UINT64_MAX ^ 2);
    assert_string_equal(text, "00+");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_snapshot_knows_nothing),
        cmocka_unit_test(names),
        cmocka_unit_test(classes_are_hddscans),
        cmocka_unit_test(counts_add_up),
        cmocka_unit_test(reasons_are_bounded),
        cmocka_unit_test(zones_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <locale.h>

#include "agent/core/parse.h"

static void times_as_people_write_them(void **unused)
{
    static const struct {
        const char *text;
        uint64_t ns;
    } good[] = {
        {"10min", 600000000000},
        {"600", 600000000000},
        {"5ms", 5000000},
        {"1h", 3600000000000},
        {"7d", 604800000000000},
        {"500us", 500000},
        {"7ns", 7},
        {"1.5s", 1500000000},
        {"0", 0},
        {"0ms", 0},
        {"2 min", 120000000000},
        {".5s", 500000000},
        {"1e3ms", 1000000000},
    };
    static const char *const bad[] = {"",      "s",   "-1",  "1x",   "1,5s", "1 minute",
                                      "1e400", "nan", "inf", "0x10", "5ms ", "1e12d"};
    (void)unused;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        uint64_t ns = 1;
        assert_int_equal(platter_parse_time_ns(good[i].text, &ns), 0);
        assert_int_equal(ns, good[i].ns);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        uint64_t ns = 77;
        assert_int_equal(platter_parse_time_ns(bad[i], &ns), -EINVAL);
        assert_int_equal(ns, 77);
    }
}

static void numbers_are_what_the_compiler_makes_of_them(void **unused)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {
        {"0.01", 0.01},
        {"-2.5", -2.5},
        {"+3", 3},
        {"1e3", 1e3},
        {"1e-9", 1e-9},
        {"0.1", 0.1},
        {"123456789.125", 123456789.125},
        {"0e999", 0},
        {"1e-999", 0},
        {"100000000000000000000", 1e20},
        {"0.30", 0.3},
        {"1e22", 1e22},
    };
    static const char *const bad[] = {"", ".", "-", "1.2.3", "1e", "1e+", "0,5", " 1", "1 ", "--1"};
    (void)unused;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        double v = 77;
        assert_int_equal(platter_parse_number(good[i].text, &v), 0);
        assert_true(v == good[i].value);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        double v = 77;
        assert_int_equal(platter_parse_number(bad[i], &v), -EINVAL);
        assert_true(v == 77);
    }
}

static void numbers_do_not_depend_on_the_locale(void **unused)
{
    double v = 0;
    (void)unused;
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "ru_RU.UTF-8"))
        skip();
    assert_int_equal(platter_parse_number("0.25", &v), 0);
    assert_int_equal(platter_parse_number("0,25", &v), -EINVAL);
    setlocale(LC_ALL, "C");
    assert_true(v == 0.25);
}

static void hours_of_the_day(void **unused)
{
    static const struct {
        const char *text;
        unsigned from, until;
    } good[] = {
        {"23:00-07:00", 1380, 420}, {"7:05-9:00", 425, 540}, {"12:00-24:00", 720, 0},
        {"00:00 - 06:30", 0, 390},  {"none", 0, 0},          {"24:00-01:00", 0, 60},
        {"23:59-00:00", 1439, 0},
    };
    static const char *const bad[] = {
        "",           "23",           "23-7",   "23:00",  "25:00-07:00", "23:60-07:00",
        "23:0-07:00", "23:00-07:00x", "23:00-", "-07:00", "24:01-07:00", "123:00-07:00",
        "None",       "23:000-07:00"};
    static const char *const whole[] = {"00:00-24:00", "07:00-07:00", "0:00-00:00"};
    (void)unused;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        struct platter_hours h = {1, 2};
        assert_int_equal(platter_parse_hours(good[i].text, &h), 0);
        assert_int_equal(h.from_min, good[i].from);
        assert_int_equal(h.until_min, good[i].until);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct platter_hours h = {1, 2};
        assert_int_equal(platter_parse_hours(bad[i], &h), -EINVAL);
        assert_int_equal(h.from_min, 1);
    }
    for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++) {
        struct platter_hours h = {1, 2};
        assert_int_equal(platter_parse_hours(whole[i], &h), -ERANGE);
        assert_int_equal(h.until_min, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_as_people_write_them),
        cmocka_unit_test(numbers_are_what_the_compiler_makes_of_them),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
        cmocka_unit_test(hours_of_the_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <locale.h>
#include <string.h>

#include "agent/core/options.h"

static void defaults_are_those_of_the_table(void **unused)
{
    struct platter_options o;
    (void)unused;
    platter_options_init(&o);
    assert_int_equal(o.interval_ns, 600000000000);
    assert_int_equal(o.step_s, 600);
    assert_int_equal(o.deadline_ns, 30000000000);
    assert_int_equal(o.slow_ns, 5000000);
    assert_int_equal(o.zones, 10);
    assert_int_equal(o.accesses, 2);
    assert_int_equal(o.rpm, 0);
    assert_int_equal(o.seed, 0);
    assert_true(o.duty == 0.01);
    assert_int_equal(o.sample, PLATTER_SAMPLE_AUTO);
    assert_string_equal(o.drives, "auto");
    assert_string_equal(o.socket, "");
    assert_string_equal(o.lock_dir, "/run/lock/platter");
}

static void every_default_can_be_set(void **unused)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    (void)unused;
    for (unsigned i = 0; i < n; i++) {
        struct platter_options o;
        platter_options_init(&o);
        assert_int_equal(platter_options_set(&o, table[i].name, table[i].fallback), 0);
        assert_ptr_equal(platter_option_find(table[i].name), &table[i]);
        assert_true(table[i].offset + table[i].size <= sizeof(o));
    }
}

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

struct attempt {
    const char *name, *value;
    int result;
};

static void a_bad_value_changes_nothing(void **unused)
{
    static const struct attempt attempts[] = {
        {"intervall", "1s", PLATTER_OPTION_UNKNOWN},
        {"", "1s", PLATTER_OPTION_UNKNOWN},
        {"interval", "soon", PLATTER_OPTION_BAD},
        {"interval", "8d", PLATTER_OPTION_RANGE},
        {"interval", "10ms", PLATTER_OPTION_RANGE},
        {"step", "1500ms", PLATTER_OPTION_BAD},
        {"step", "0", PLATTER_OPTION_RANGE},
        {"zones", "65", PLATTER_OPTION_RANGE},
        {"zones", "0", PLATTER_OPTION_RANGE},
        {"zones", "ten", PLATTER_OPTION_BAD},
        {"zones", "", PLATTER_OPTION_BAD},
        {"zones", "1.5", PLATTER_OPTION_BAD},
        {"rpm", "5", PLATTER_OPTION_RANGE},
        {"seed", "99999999999999999999999", PLATTER_OPTION_RANGE},
        {"duty", "101%", PLATTER_OPTION_RANGE},
        {"duty", "1%%", PLATTER_OPTION_BAD},
        {"duty", "-1", PLATTER_OPTION_RANGE},
        {"sample", "often", PLATTER_OPTION_BAD},
        {"drives", "", PLATTER_OPTION_RANGE},
        {"drives", "sda\nsdb", PLATTER_OPTION_BAD},
    };
    struct platter_options before, o;
    (void)unused;
    platter_options_init(&before);
    platter_options_init(&o);
    for (size_t i = 0; i < sizeof(attempts) / sizeof(attempts[0]); i++) {
        const struct attempt *a = &attempts[i];
        assert_int_equal(platter_options_set(&o, a->name, a->value), a->result);
        assert_memory_equal(&o, &before, sizeof(o));
    }
}

static void texts_keep_to_their_length(void **unused)
{
    struct platter_options o;
    char path[PLATTER_PATH_MAX + 1];
    (void)unused;
    platter_options_init(&o);
    memset(path, 'a', sizeof(path));
    path[PLATTER_PATH_MAX] = '\0';
    assert_int_equal(platter_options_set(&o, "socket", path), PLATTER_OPTION_RANGE);
    path[PLATTER_PATH_MAX - 1] = '\0';
    assert_int_equal(platter_options_set(&o, "socket", path), PLATTER_OPTION_OK);
    assert_string_equal(o.socket, path);
    assert_int_equal(platter_options_set(&o, "socket", ""), PLATTER_OPTION_OK);
    assert_string_equal(o.socket, "");
}

static void values_are_taken(void **unused)
{
    struct platter_options o;
    (void)unused;
    platter_options_init(&o);
    assert_int_equal(platter_options_set(&o, "step", "2"), 0);
    assert_int_equal(platter_options_set(&o, "duty", "50 %"), 0);
    assert_int_equal(platter_options_set(&o, "rpm", "5400"), 0);
    assert_int_equal(platter_options_set(&o, "sample", "when-active"), 0);
    assert_int_equal(platter_options_set(&o, "drives", "sda,sim:wd2002faex"), 0);
    assert_int_equal(o.step_s, 2);
    assert_true(o.duty == 0.5);
    assert_int_equal(o.rpm, 5400);
    assert_int_equal(o.sample, PLATTER_SAMPLE_WHEN_ACTIVE);
    assert_string_equal(o.drives, "sda,sim:wd2002faex");
    assert_int_equal(platter_options_set(&o, "rpm", "0"), 0);
    assert_int_equal(o.rpm, 0);
}

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
        cmocka_unit_test(defaults_are_those_of_the_table),
        cmocka_unit_test(every_default_can_be_set),
        cmocka_unit_test(times_as_people_write_them),
        cmocka_unit_test(numbers_are_what_the_compiler_makes_of_them),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
        cmocka_unit_test(a_bad_value_changes_nothing),
        cmocka_unit_test(texts_keep_to_their_length),
        cmocka_unit_test(values_are_taken),
        cmocka_unit_test(the_expected_is_said_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

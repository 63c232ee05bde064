/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/hostconf.h"

static int set(struct platter_hostconf *s, const char *key, const char *value, char *why)
{
    return platter_hostconf_set(s, key, &value, 1, why, 256);
}

static void defaults(void **state)
{
    (void)state;
    struct platter_hostconf s;
    platter_hostconf_init(&s);
    assert_int_equal(s.mode, PLATTER_AGENT_AUTO);
    assert_int_equal(s.series, PLATTER_SERIES_NORMAL);
    const char **argv = platter_hostconf_argv(&s, "/usr/sbin/platterd");
    assert_string_equal(argv[0], "/usr/sbin/platterd");
    assert_string_equal(argv[1], "--stdio");
    assert_null(argv[2]);
    free(argv);
    platter_hostconf_deinit(&s);
}

static void own_keys(void **state)
{
    (void)state;
    struct platter_hostconf s;
    char why[256];
    platter_hostconf_init(&s);
    assert_int_equal(set(&s, "agent", "SPAWN", why), 0);
    assert_int_equal(s.mode, PLATTER_AGENT_SPAWN);
    assert_int_equal(set(&s, "Agent", "unix:/tmp/a.sock", why), 0);
    assert_int_equal(s.mode, PLATTER_AGENT_SOCKET);
    assert_string_equal(s.socket, "/tmp/a.sock");
    assert_int_equal(set(&s, "Series", "All", why), 0);
    assert_int_equal(s.series, PLATTER_SERIES_ALL);
    assert_int_equal(set(&s, "IgnoreSelected", "true", why), 0);
    assert_true(s.select.ignore_selected);
    assert_int_equal(set(&s, "AgentPath", "/opt/a", why), 0);
    assert_int_equal(set(&s, "AgentPath", "/opt/b", why), 0);
    assert_string_equal(s.agent_path, "/opt/b");
    assert_int_equal(s.n_options, 0);
    platter_hostconf_deinit(&s);
}

static void bad_values_change_nothing(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"Agent", "sometimes"},     {"Agent", "run/platter.sock"},
        {"Series", "huge"},         {"AgentPath", "bin/x"},
        {"Config", "platter.conf"}, {"Drive", "/[/"},
        {"IgnoreSelected", "2"},    {"Agent", ""},
    };
    struct platter_hostconf s;
    char why[256], path[400];
    platter_hostconf_init(&s);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        why[0] = '\0';
        assert_int_equal(set(&s, bad[i][0], bad[i][1], why), -EINVAL);
        assert_true(strlen(why) > 0);
    }
    memset(path, 'a', sizeof path - 1);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    assert_int_equal(set(&s, "Agent", path, why), -EINVAL);
    const char *const two[] = {"small", "all"};
    assert_int_equal(platter_hostconf_set(&s, "Series", two, 2, why, sizeof why), -EINVAL);
    assert_int_equal(platter_hostconf_set(&s, "Duty", NULL, 0, why, sizeof why), -EINVAL);
    assert_int_equal(s.mode, PLATTER_AGENT_AUTO);
    assert_null(s.agent_path);
    assert_int_equal(s.select.n, 0);
    platter_hostconf_deinit(&s);
}

static void options_of_the_agent(void **state)
{
    (void)state;
    static const char *const expected[] = {"/a",       "--stdio",
                                           "--config", "/etc/p.conf",
                                           "-o",       "interval=2",
                                           "-o",       "quiet-hours=23:00-07:00",
                                           "-o",       "drives=sim:wd2002faex,loop0",
                                           "-o",       "rpm=7200",
                                           "-o",       "lock-dir=/run/x",
                                           NULL};
    struct platter_hostconf s;
    char why[256];
    platter_hostconf_init(&s);
    assert_int_equal(set(&s, "Config", "/etc/p.conf", why), 0);
    assert_int_equal(set(&s, "Interval", "2", why), 0);
    assert_int_equal(set(&s, "QuietHours", "23:00-07:00", why), 0);
    const char *const drives[] = {"sim:wd2002faex", "loop0"};
    assert_int_equal(platter_hostconf_set(&s, "Drives", drives, 2, why, sizeof why), 0);
    assert_int_equal(set(&s, "RPM", "7200", why), 0);
    assert_int_equal(set(&s, "lock-dir", "/run/x", why), 0);
    assert_string_equal(s.options[1].key, "QuietHours");
    const char **argv = platter_hostconf_argv(&s, "/a");
    for (size_t i = 0; expected[i]; i++)
        assert_string_equal(argv[i], expected[i]);
    assert_null(argv[14]);
    free(argv);
    platter_hostconf_deinit(&s);
}

static void too_many_options(void **state)
{
    (void)state;
    struct platter_hostconf s;
    char why[256];
    platter_hostconf_init(&s);
    for (int i = 0; i < PLATTER_AGENT_OPTIONS_MAX; i++)
        assert_int_equal(set(&s, "Slow", "5ms", why), 0);
    assert_int_equal(set(&s, "Slow", "5ms", why), -EINVAL);
    platter_hostconf_deinit(&s);
}

static void numbers(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {600, "600"},
        {0, "0"},
        {0.01, "0.01"},
        {-2.5, "-2.5"},
        {1e15, "1000000000000000"},
        {0.000000001, "0.000000001"},
        {0.1, "0.1"},
        {0.9999999999, "1"},
        {-1e-12, "0"},
        {1234567.125, "1234567.125"},
    };
    char buf[40];
    /* Where it is installed, a locale with a decimal comma must make no difference. */
    setlocale(LC_ALL, "de_DE.UTF-8");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(platter_hostconf_number(cases[i].value, buf, sizeof buf), 0);
        assert_string_equal(buf, cases[i].text);
    }
    setlocale(LC_ALL, "C");
    assert_int_equal(platter_hostconf_number(NAN, buf, sizeof buf), -ERANGE);
    assert_int_equal(platter_hostconf_number(1e16, buf, sizeof buf), -ERANGE);
    assert_int_equal(platter_hostconf_number(1, buf, 4), -ERANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(own_keys),
        cmocka_unit_test(bad_values_change_nothing),
        cmocka_unit_test(options_of_the_agent),
        cmocka_unit_test(too_many_options),
        cmocka_unit_test(numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

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
    assert_int_equal(o.quiet_from_min, o.quiet_until_min);
    assert_int_equal(o.n_sections, 0);
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
        struct platter_section section = {.match = "x"};
        bool global = table[i].where & PLATTER_OPTION_GLOBAL;
        bool drive = table[i].where & PLATTER_OPTION_DRIVE;
        assert_int_equal(platter_options_set(&o, table[i].name, table[i].fallback),
                         global ? PLATTER_OPTION_OK : PLATTER_OPTION_PLACE);
        assert_int_equal(platter_section_set(&section, table[i].name, table[i].fallback, 7),
                         drive ? PLATTER_OPTION_OK : PLATTER_OPTION_PLACE);
        assert_int_equal(section.lines[i], drive ? 7 : 0);
        assert_int_equal(platter_option_index(&table[i]), i);
        assert_ptr_equal(platter_option_find(table[i].name), &table[i]);
        assert_true(table[i].offset + table[i].size <= sizeof(o));
        assert_true(table[i].drive_offset + table[i].size <= sizeof(section.values) || !drive);
    }
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
        {"quiet-hours", "night", PLATTER_OPTION_BAD},
        {"quiet-hours", "07:00-07:00", PLATTER_OPTION_RANGE},
        {"label", "bay 3", PLATTER_OPTION_PLACE},
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
    assert_int_equal(platter_options_set(&o, "quiet-hours", "23:00-07:00"), 0);
    assert_int_equal(o.quiet_from_min, 23 * 60);
    assert_int_equal(o.quiet_until_min, 7 * 60);
    assert_string_equal(o.drives, "sda,sim:wd2002faex");
}

static void a_mistyped_name_has_a_nearest_one(void **unused)
{
    (void)unused;
    assert_string_equal(platter_option_nearest("intervall", PLATTER_OPTION_GLOBAL)->name,
                        "interval");
    assert_string_equal(platter_option_nearest("QuietHours", PLATTER_OPTION_DRIVE)->name,
                        "quiet-hours");
    assert_string_equal(platter_option_nearest("lable", PLATTER_OPTION_DRIVE)->name, "label");
    assert_string_equal(platter_option_nearest("zone", PLATTER_OPTION_GLOBAL)->name, "zones");
    assert_null(platter_option_nearest("zone", PLATTER_OPTION_DRIVE));
    assert_null(platter_option_nearest("temperature", PLATTER_OPTION_GLOBAL));
    assert_null(platter_option_nearest("", PLATTER_OPTION_GLOBAL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_table),
        cmocka_unit_test(every_default_can_be_set),
        cmocka_unit_test(a_bad_value_changes_nothing),
        cmocka_unit_test(texts_keep_to_their_length),
        cmocka_unit_test(values_are_taken),
        cmocka_unit_test(a_mistyped_name_has_a_nearest_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

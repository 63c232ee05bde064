/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "agent/core/options.h"

static const struct platter_drive_names drive = {"ST8000DM004-2U9188_WSC0AAAA", "WSC0AAAA", "sda",
                                                 "/dev/sda"};

static void globs(void **unused)
{
    static const struct {
        const char *match;
        bool fits;
    } rows[] = {
        {"ST8000*", true},
        {"*WSC0*", true},
        {"sda", true},
        {"/dev/sd?", true},
        {"WSC0AAAA", true},
        {"*", true},
        {"s?a", true},
        {"**a", true},
        {"ST4000*", false},
        {"sd", false},
        {"sda?", false},
        {"", false},
        {"st8000*", false},
        {"?", false},
        {"*A*B*A*", false},
        {"*_*A", true},
        {"ST8000DM004-2U9188_WSC0AAAA", true},
    };
    struct platter_section section = {.match = ""};
    (void)unused;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        snprintf(section.match, sizeof(section.match), "%s", rows[i].match);
        if (platter_section_matches(&section, &drive) != rows[i].fits)
            fail_msg("%s", rows[i].match);
    }
}

static struct platter_section *add(struct platter_options *o, const char *match)
{
    struct platter_section *section = &o->sections[o->n_sections++];
    snprintf(section->match, sizeof(section->match), "%s", match);
    return section;
}

static void without_sections_all_drives_are_alike(void **unused)
{
    static struct platter_options o;
    struct platter_drive_options d;
    (void)unused;
    platter_options_init(&o);
    platter_options_set(&o, "quiet-hours", "22:00-06:00");
    platter_options_for(&o, &drive, &d);
    assert_int_equal(d.interval_ns, o.interval_ns);
    assert_int_equal(d.deadline_ns, o.deadline_ns);
    assert_int_equal(d.slow_ns, o.slow_ns);
    assert_int_equal(d.rpm, 0);
    assert_true(d.duty == o.duty);
    assert_int_equal(d.sample, PLATTER_SAMPLE_AUTO);
    assert_int_equal(d.quiet_from_min, 22 * 60);
    assert_int_equal(d.quiet_until_min, 6 * 60);
    assert_string_equal(d.label, "");
}

static void the_last_section_that_fits_wins_option_by_option(void **unused)
{
    static struct platter_options o;
    struct platter_drive_options d;
    (void)unused;
    platter_options_init(&o);
    struct platter_section *all = add(&o, "*"), *one = add(&o, "WSC0AAAA"), *none = add(&o, "X*");
    assert_int_equal(platter_section_set(all, "interval", "20min", 1), 0);
    assert_int_equal(platter_section_set(all, "slow", "8ms", 2), 0);
    assert_int_equal(platter_section_set(one, "slow", "9ms", 5), 0);
    assert_int_equal(platter_section_set(one, "label", "bay 3", 6), 0);
    assert_int_equal(platter_section_set(one, "quiet-hours", "23:00-07:00", 7), 0);
    assert_int_equal(platter_section_set(none, "sample", "off", 9), 0);
    platter_options_for(&o, &drive, &d);
    assert_int_equal(d.interval_ns, 1200000000000);
    assert_int_equal(d.slow_ns, 9000000);
    assert_string_equal(d.label, "bay 3");
    assert_int_equal(d.quiet_from_min, 23 * 60);
    assert_int_equal(d.sample, PLATTER_SAMPLE_AUTO);
    assert_int_equal(o.interval_ns, 600000000000);
}

static void what_is_of_all_drives_stands_in_no_section(void **unused)
{
    struct platter_section section, before;
    (void)unused;
    memset(&section, 0, sizeof(section));
    before = section;
    assert_int_equal(platter_section_set(&section, "zones", "5", 1), PLATTER_OPTION_PLACE);
    assert_int_equal(platter_section_set(&section, "nonsense", "5", 1), PLATTER_OPTION_UNKNOWN);
    assert_int_equal(platter_section_set(&section, "slow", "soon", 1), PLATTER_OPTION_BAD);
    assert_memory_equal(&section, &before, sizeof(section));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(globs),
        cmocka_unit_test(without_sections_all_drives_are_alike),
        cmocka_unit_test(the_last_section_that_fits_wins_option_by_option),
        cmocka_unit_test(what_is_of_all_drives_stands_in_no_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "agent/daemon/tell.h"

static const struct platter_setting *find(const struct platter_settings *s, const char *name)
{
    for (unsigned i = 0; i < s->n; i++)
        if (strcmp(s->items[i].name, name) == 0)
            return &s->items[i];
    return NULL;
}

static void values_and_where_they_are_from(void **state)
{
    struct platter_options o;
    struct platter_settings s;
    (void)state;
    platter_options_init(&o);
    assert_int_equal(platter_options_set(&o, "interval", "120"), 0);
    o.origin[platter_option_index(platter_option_find("interval"))] = 12;
    assert_int_equal(platter_options_set(&o, "zones", "7"), 0);
    o.origin[platter_option_index(platter_option_find("zones"))] = PLATTER_ORIGIN_COMMAND;
    platter_tell_settings(&o, "/etc/platter.conf", &s);
    assert_string_equal(find(&s, "interval")->value, "2min");
    assert_string_equal(find(&s, "interval")->origin, "/etc/platter.conf:12");
    assert_string_equal(find(&s, "zones")->value, "7");
    assert_string_equal(find(&s, "zones")->origin, "command line");
    assert_string_equal(find(&s, "drives")->value, "auto");
    assert_string_equal(find(&s, "drives")->origin, "default");
    assert_string_equal(find(&s, "socket")->value, "");
    assert_null(find(&s, "label")); /* of one drive only */
}

static void what_is_told_is_what_holds(void **state)
{
    struct platter_options o;
    struct platter_settings s;
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    char option[160];
    (void)state;
    platter_options_init(&o);
    platter_tell_settings(&o, "x", &s);
    for (unsigned i = 0; i < n; i++) {
        snprintf(option, sizeof(option), "%s=%s", table[i].name, table[i].fallback);
        assert_null(platter_settings_differ(&s, option));
    }
}

static void long_values_are_cut(void **state)
{
    struct platter_options o;
    struct platter_settings s;
    char path[300];
    (void)state;
    platter_options_init(&o);
    memset(o.drives, 'x', sizeof(o.drives) - 1);
    memset(path, 'y', sizeof(path) - 1);
    path[sizeof(path) - 1] = '\0';
    o.origin[platter_option_index(platter_option_find("drives"))] = 4000000000u;
    platter_tell_settings(&o, path, &s);
    assert_non_null(find(&s, "drives"));
    const struct platter_setting *drives = find(&s, "drives");
    if (!drives)
        return; /* said above; clang-tidy does not know */
    assert_int_equal(strlen(drives->value), sizeof(s.items[0].value) - 1);
    assert_non_null(strstr(drives->origin, "y:4000000000"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_where_they_are_from),
        cmocka_unit_test(what_is_told_is_what_holds),
        cmocka_unit_test(long_values_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/daemon/config.h"
#include "agent/daemon/print_config.h"

static char *printed(const struct platter_options *o, const char *file)
{
    char *text = NULL;
    size_t len;
    FILE *f = open_memstream(&text, &len);
    assert_non_null(f);
    platter_print_config(o, file, f);
    assert_int_equal(fclose(f), 0);
    return text;
}

static void assert_says(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("no \"%s\" in:\n%s", words, text);
}

static void each_value_says_where_it_is_from(void **unused)
{
    static struct platter_options o;
    (void)unused;
    platter_options_init(&o);
    platter_options_set(&o, "zones", "7");
    o.origin[platter_option_index(platter_option_find("zones"))] = 12;
    platter_options_set(&o, "slow", "1500us");
    o.origin[platter_option_index(platter_option_find("slow"))] = PLATTER_ORIGIN_COMMAND;
    char *text = printed(&o, "/etc/p.conf");
    assert_says(text, "interval = 10min                         # default\n");
    assert_says(text, "zones = 7                                # /etc/p.conf:12\n");
    assert_says(text, "slow = 1500us                            # command line\n");
    assert_says(text, "duty = 0.01 ");
    assert_says(text, "quiet-hours = none ");
    assert_says(text, "socket = \"\" ");
    assert_null(strstr(text, "label"));
    free(text);
}

/* Everything odd that a value can have. */
static void what_is_printed_can_be_read_back(void **unused)
{
    static struct platter_options o, again;
    char path[] = "/tmp/platter-conf-XXXXXX";
    (void)unused;
    platter_options_init(&o);
    platter_options_set(&o, "interval", "1.000000001s");
    platter_options_set(&o, "duty", "0.0123456789");
    platter_options_set(&o, "drives", "a b,\"c\", 'd' \\ ${HOME} #e {}");
    platter_options_set(&o, "quiet-hours", "23:05-24:00");
    platter_options_set(&o, "seed", "9007199254740992");
    platter_options_set(&o, "sample", "when-active");
    snprintf(o.sections[0].match, sizeof(o.sections[0].match), "%s", "a\\'*\"$");
    platter_section_set(&o.sections[0], "label", "it's \"bay\" 3", 3);
    platter_section_set(&o.sections[0], "rpm", "5400", 3);
    o.n_sections = 1;
    char *text = printed(&o, "x");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    test_write(path, text);
    platter_options_init(&again);
    assert_int_equal(platter_config_read(path, &again), 0);
    unlink(path);
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    for (unsigned i = 0; i < n; i++)
        if (table[i].where & PLATTER_OPTION_GLOBAL)
            assert_memory_equal((char *)&o + table[i].offset, (char *)&again + table[i].offset,
                                table[i].size);
    assert_int_equal(again.n_sections, 1);
    assert_string_equal(again.sections[0].match, o.sections[0].match);
    assert_string_equal(again.sections[0].values.label, o.sections[0].values.label);
    assert_int_equal(again.sections[0].values.rpm, 5400);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_value_says_where_it_is_from),
        cmocka_unit_test(what_is_printed_can_be_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <errno.h>

#include "agent/daemon/config.h"

/* Read a file with this in it. Complaints go to stderr; tests/integration/daemon-config.test reads
 * them. */
static int read_config(const char *text, struct platter_options *o)
{
    char path[] = "/tmp/platter-conf-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    int r = platter_config_read(path, o);
    unlink(path);
    return r;
}

static void what_is_given_is_set_and_nothing_else(void **unused)
{
    struct platter_options o;
    (void)unused;
    platter_options_init(&o);
    assert_int_equal(platter_options_set(&o, "zones", "7"), 0);
    assert_int_equal(read_config("# hello\n"
                                 "interval = 5min # five\n"
                                 "drives = \"sda, #sdb\"\n"
                                 "socket = \"\"\n"
                                 "duty = 2%",
                                 &o),
                     0);
    assert_int_equal(o.interval_ns, 300 * TEST_S);
    assert_string_equal(o.drives, "sda, #sdb");
    assert_string_equal(o.socket, "");
    assert_true(o.duty == 0.02);
    assert_int_equal(o.zones, 7);
}

static void a_broken_file_changes_nothing(void **unused)
{
    static const char *const broken[] = {
        "zones = 5\nzones = 6\n",
        "zones = 5\nrpm = fast\n",
        "zones = 5\nspeed = 1\n",
        "zones = 5\nsocket\n",
        "zones = 5\ndrives = a,b\n",
        "zones = 5\nsocket = \"a",
        "zones = 5\n}\n",
        "zones = 5\n\\",
        "zones = \"\n\"\n",
        "zones = 5\ndrive sda { slow = 5ms }\ndrive sda { label = x }\n",
        "zones = 5\ndrive \"\" { slow = 5ms }\n",
        "zones = 5\ndrive { slow = 5ms }\n",
        "zones = 5\ndrive sda { zones = 5 }\n",
        "zones = 5\ndrive sda { slow = 5ms slow = 6ms }\n",
        "zones = 5\ndrive sda { lable = x }\n",
        "zones = 5\ndrive sda { drive sdb { label = x } }\n",
        "zones = 5\ndrive sda { label = x\n",
        "zones = 5\nlabel = x\n",
        "zones = 5\nquiet-hours = 07:00-07:00\n",
        "zones = 5\ndrive = sda\n",
    };
    struct platter_options before, o;
    (void)unused;
    platter_options_init(&before);
    platter_options_init(&o);
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        assert_int_equal(read_config(broken[i], &o), -EINVAL);
        assert_memory_equal(&o, &before, sizeof(o));
    }
}

static void sections_and_where_values_are_from(void **unused)
{
    static struct platter_options o;
    (void)unused;
    platter_options_init(&o);
    assert_int_equal(read_config("interval = 5min\n"
                                 "quiet-hours = 23:00-07:00\n"
                                 "\n"
                                 "drive \"ST8000*\" { # two lines\n"
                                 "    label = \"bay 3\"  sample = when-active\n"
                                 "    slow = 8ms\n"
                                 "}\n"
                                 "drive sdb { }\n"
                                 "zones = 5\n",
                                 &o),
                     0);
    assert_int_equal(o.origin[platter_option_index(platter_option_find("interval"))], 1);
    assert_int_equal(o.origin[platter_option_index(platter_option_find("quiet-hours"))], 2);
    assert_int_equal(o.origin[platter_option_index(platter_option_find("zones"))], 9);
    assert_int_equal(o.origin[platter_option_index(platter_option_find("duty"))], 0);
    assert_int_equal(o.quiet_from_min, 23 * 60);
    assert_int_equal(o.n_sections, 2);
    assert_string_equal(o.sections[0].match, "ST8000*");
    assert_string_equal(o.sections[0].values.label, "bay 3");
    assert_int_equal(o.sections[0].values.sample, PLATTER_SAMPLE_WHEN_ACTIVE);
    assert_int_equal(o.sections[0].values.slow_ns, 8000000);
    assert_int_equal(o.sections[0].line, 5);
    assert_int_equal(o.sections[0].lines[platter_option_index(platter_option_find("slow"))], 6);
    assert_string_equal(o.sections[1].match, "sdb");
}

static void too_many_sections_are_refused(void **unused)
{
    static struct platter_options o;
    static char text[PLATTER_SECTIONS_MAX * 32 + 64];
    size_t len = 0;
    (void)unused;
    platter_options_init(&o);
    for (unsigned i = 0; i < PLATTER_SECTIONS_MAX; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "drive sd%u { label = x }\n", i);
    assert_int_equal(read_config(text, &o), 0);
    assert_int_equal(o.n_sections, PLATTER_SECTIONS_MAX);
    snprintf(text + len, sizeof(text) - len, "drive one-more { }\n");
    assert_int_equal(read_config(text, &o), -EINVAL);
}

static void a_file_that_cannot_be_read_is_an_errno(void **unused)
{
    struct platter_options o;
    (void)unused;
    platter_options_init(&o);
    assert_int_equal(platter_config_read("/nonexistent/platter.conf", &o), -ENOENT);
    assert_int_equal(platter_config_read("/tmp", &o), -EISDIR);
    assert_int_equal(platter_config_read("/dev/zero", &o), -EFBIG);
}

static void a_complaint_says_what_was_expected(void **unused)
{
    char text[400];
    (void)unused;
    platter_config_complaint(PLATTER_OPTION_BAD, PLATTER_OPTION_GLOBAL, "zones", "ten", text,
                             sizeof(text));
    assert_string_equal(
        text, "zones: \"ten\" is no such value; expected a whole number between 1 and 64");
    platter_config_complaint(PLATTER_OPTION_RANGE, PLATTER_OPTION_GLOBAL, "duty", "2", text,
                             sizeof(text));
    assert_string_equal(text,
                        "duty: \"2\" is out of range; expected a share between 0.01% and 100%");
    platter_config_complaint(PLATTER_OPTION_UNKNOWN, PLATTER_OPTION_GLOBAL, "speed", "2", text,
                             sizeof(text));
    assert_non_null(
        strstr(text, "speed: no such option; did you mean seed? There are interval, step, "));
    platter_config_complaint(PLATTER_OPTION_UNKNOWN, PLATTER_OPTION_DRIVE, "lable", "2", text,
                             sizeof(text));
    assert_string_equal(text, "lable: no such option in a drive's section; did you mean label? "
                              "There are interval, deadline, slow, rpm, duty, sample, "
                              "quiet-hours, label");
    platter_config_complaint(PLATTER_OPTION_PLACE, PLATTER_OPTION_DRIVE, "zones", "2", text,
                             sizeof(text));
    assert_string_equal(text, "zones: holds for all drives; it stands outside of sections");
    platter_config_complaint(PLATTER_OPTION_BAD, PLATTER_OPTION_GLOBAL, "zones", "ten", text, 10);
    assert_string_equal(text, "zones: \"t");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_given_is_set_and_nothing_else),
        cmocka_unit_test(sections_and_where_values_are_from),
        cmocka_unit_test(too_many_sections_are_refused),
        cmocka_unit_test(a_broken_file_changes_nothing),
        cmocka_unit_test(a_file_that_cannot_be_read_is_an_errno),
        cmocka_unit_test(a_complaint_says_what_was_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

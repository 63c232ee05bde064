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
    platter_config_complaint(PLATTER_OPTION_BAD, "zones", "ten", text, sizeof(text));
    assert_string_equal(
        text, "zones: \"ten\" is no such value; expected a whole number between 1 and 64");
    platter_config_complaint(PLATTER_OPTION_RANGE, "duty", "2", text, sizeof(text));
    assert_string_equal(text,
                        "duty: \"2\" is out of range; expected a share between 0.01% and 100%");
    platter_config_complaint(PLATTER_OPTION_UNKNOWN, "speed", "2", text, sizeof(text));
    assert_non_null(strstr(text, "speed: no such option; there are interval, step, "));
    platter_config_complaint(PLATTER_OPTION_BAD, "zones", "ten", text, 10);
    assert_string_equal(text, "zones: \"t");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_given_is_set_and_nothing_else),
        cmocka_unit_test(a_broken_file_changes_nothing),
        cmocka_unit_test(a_file_that_cannot_be_read_is_an_errno),
        cmocka_unit_test(a_complaint_says_what_was_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

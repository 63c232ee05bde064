/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/cli/cli.h"
#include "tests/support/capture.h"
#include <platter/errors.h>
#include <platter/version.h>

/* `platter word second`, second may be NULL. */
static int run(const char *word, const char *second, struct capture *c)
{
    char program[] = "platter", words[2][32];
    char *argv[] = {program, words[0], second ? words[1] : NULL, NULL};
    int argc = second ? 3 : 2;

    snprintf(words[0], sizeof(words[0]), "%s", word);
    snprintf(words[1], sizeof(words[1]), "%s", second ? second : "");

    capture_begin(c);
    int status = platter_cli_run(argc, argv);
    capture_end(c);
    return status;
}

static void help_shows_every_command(void **state)
{
    struct capture c;

    (void)state;
    assert_int_equal(run("--help", NULL, &c), PLATTER_EXIT_FINE);
    assert_says(&c, "How are my drives?\n  status");
    assert_says(&c, "This drive, now\n  probe DRIVE");
    assert_says(&c, "  list ");
    assert_says(&c, "  graph DRIVE");
    assert_says(&c, "Alarms\n  pause DRIVE");
    assert_says(&c, "This machine\n  doctor ");
    capture_free(&c);
}

static void every_command_has_help(void **state)
{
    static const char *const names[] = {"status", "show",  "top",   "list",   "events",
                                        "graph",  "probe", "pause", "resume", "doctor"};
    struct capture c;

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        assert_int_equal(run(names[i], "--help", &c), PLATTER_EXIT_FINE);
        assert_says(&c, "usage: platter ");
        assert_says(&c, names[i]);
        assert_says(&c, "--json");
        capture_free(&c);
    }
}

static void says_its_version(void **state)
{
    struct capture c;

    (void)state;
    assert_int_equal(run("--version", NULL, &c), PLATTER_EXIT_FINE);
    assert_string_equal(c.text, "platter " PLATTER_VERSION "\n");
    capture_free(&c);
}

static void refuses_what_it_does_not_know(void **state)
{
    struct capture c;

    (void)state;
    assert_int_equal(run("frobnicate", NULL, &c), PLATTER_EXIT_USAGE);
    assert_string_equal(c.text,
                        "platter: there is no command 'frobnicate'; `platter --help` shows them\n");
    capture_free(&c);
    /* Options without a command are those of status. */
    assert_int_equal(run("--frobnicate", NULL, &c), PLATTER_EXIT_USAGE);
    assert_says(&c, "platter: status: no such option here: --frobnicate");
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_shows_every_command),
        cmocka_unit_test(every_command_has_help),
        cmocka_unit_test(says_its_version),
        cmocka_unit_test(refuses_what_it_does_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

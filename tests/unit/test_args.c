/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "agent/cli/args.h"
#include "agent/cli/cli.h"
#include "tests/support/capture.h"

struct target {
    bool flag;
    const char *text;
    uint64_t count, any, ns;
    int64_t seconds;
};

static const struct platter_arg table[] = {
    {"flag", NULL, PLATTER_ARG_FLAG, offsetof(struct target, flag), 0, 0, "a flag"},
    {"text", "T", PLATTER_ARG_TEXT, offsetof(struct target, text), 0, 0, "a text"},
    {"count", "N", PLATTER_ARG_COUNT, offsetof(struct target, count), 1, 64, "a count"},
    {"any", "N", PLATTER_ARG_COUNT, offsetof(struct target, any), 0, UINT64_MAX, "any count"},
    {"slow", "MS", PLATTER_ARG_MS, offsetof(struct target, ns), 0, 0, "milliseconds"},
    {"span", "TIME", PLATTER_ARG_SECONDS, offsetof(struct target, seconds), 0, 0, "seconds"},
};

static const struct platter_command command = {
    .name = "try",
    .operand = "DRIVE",
    .summary = "a command",
    .text = "It does nothing.\n",
    .args = table,
    .n_args = sizeof(table) / sizeof(*table),
    .brief = "ftn",
};

/* Parse "a b c" split at spaces; what was said is in c until capture_free(). */
static int parse(const struct platter_command *cmd, const char *line, struct target *t,
                 const char **operand, struct capture *c)
{
    static char buf[256], name[] = "try";
    char *argv[16] = {name};
    int argc = 1;

    snprintf(buf, sizeof(buf), "%s", line);
    for (char *word = strtok(buf, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    capture_begin(c);
    int result = platter_args_parse(cmd, argc, argv, t, operand);
    capture_end(c);
    return result;
}

static void takes_every_kind(void **state)
{
    struct target t = {.count = 7};
    const char *operand = NULL;
    struct capture c;

    (void)state;
    assert_int_equal(parse(&command,
                           "--flag sda --text word --count=64 --any 18446744073709551615 "
                           "--slow 2.5 --span 2h",
                           &t, &operand, &c),
                     0);
    assert_string_equal(c.text, "");
    assert_string_equal(operand, "sda");
    assert_true(t.flag);
    assert_string_equal(t.text, "word");
    assert_int_equal(t.count, 64);
    assert_true(t.any == UINT64_MAX);
    assert_int_equal(t.ns, 2500000);
    assert_int_equal(t.seconds, 7200);
    capture_free(&c);
    assert_int_equal(parse(&command, "--slow 1s sda", &t, &operand, &c), 0);
    assert_int_equal(t.ns, 1000000000);
    capture_free(&c);
}

static void short_ones(void **state)
{
    struct target t = {.flag = false};
    const char *operand = NULL;
    struct capture c;

    (void)state;
    assert_int_equal(parse(&command, "-f -n 7 -tword sda", &t, &operand, &c), 0);
    assert_true(t.flag);
    assert_int_equal(t.count, 7);
    assert_string_equal(t.text, "word");
    capture_free(&c);
    assert_int_equal(parse(&command, "-n 0 sda", &t, &operand, &c), -EINVAL);
    assert_says(&c, "--count: '0' is not");
    capture_free(&c);
    assert_int_equal(parse(&command, "-x sda", &t, &operand, &c), -EINVAL);
    assert_says(&c, "no such option here: -x");
    capture_free(&c);
}

static void refuses_with_words(void **state)
{
    static const struct {
        const char *line, *says;
    } cases[] = {
        {"--count 0 sda", "--count: '0' is not a whole number from 1 to 64"},
        {"--count 65 sda", "from 1 to 64"},
        {"--count -1 sda", "'-1' is not"},
        {"--count 1e1 sda", "'1e1' is not"},
        {"--any 18446744073709551616 sda", "a whole number, 0 or more"},
        {"--slow -5 sda", "a time in milliseconds"},
        {"--slow 0 sda", "a time in milliseconds"},
        {"--span soon sda", "a time of a second or more"},
        {"--text= sda", "a text that is not empty"},
        {"--nosuch sda", "no such option here: --nosuch; see `platter try --help`"},
        {"sda --count", "--count needs a value"},
        {"sda sdb", "'sdb' is too much"},
        {"", "say which DRIVE"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct target t = {.count = 7};
        const char *operand = NULL;
        struct capture c;
        assert_int_equal(parse(&command, cases[i].line, &t, &operand, &c), -EINVAL);
        assert_says(&c, cases[i].says);
        assert_int_equal(t.count, 7);
        capture_free(&c);
    }
}

static void helps(void **state)
{
    struct target t = {.count = 7};
    const char *operand = NULL;
    struct capture c;

    (void)state;
    assert_int_equal(parse(&command, "--help", &t, &operand, &c), PLATTER_ARGS_HELPED);
    assert_says(&c, "usage: platter try [OPTION...] DRIVE");
    assert_says(&c, "A command.");
    for (size_t i = 0; i < command.n_args; i++) {
        assert_says(&c, table[i].name);
        assert_says(&c, table[i].help);
    }
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_every_kind),
        cmocka_unit_test(short_ones),
        cmocka_unit_test(refuses_with_words),
        cmocka_unit_test(helps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/daemon/process.h"
#include <platter/errors.h>

static int settings(struct platter_agent *agent, const char *const *words)
{
    static char copies[12][128];
    static char *argv[13];
    int argc = 0;
    memset(agent, 0, sizeof(*agent));
    platter_log_init(&agent->log, LOG_NOTICE);
    for (; words[argc]; argc++) {
        snprintf(copies[argc], sizeof(copies[argc]), "%s", words[argc]);
        argv[argc] = copies[argc];
    }
    argv[argc] = NULL;
    agent->argc = argc;
    agent->argv = argv;
    return platter_settings_init(agent);
}

#define SETTINGS(agent, ...) \
    settings((agent), (const char *const[]){"platterd", "-c", "/dev/null", __VA_ARGS__, NULL})

static void the_command_line_is_taken(void **unused)
{
    struct platter_agent agent;
    (void)unused;
    assert_int_equal(SETTINGS(&agent, "--stdio", "-v", "-o", "zones=5", "--option=drives=a=b"), 0);
    assert_true(agent.stdio);
    assert_int_equal(agent.log.level, LOG_DEBUG);
    assert_int_equal(agent.options.zones, 5);
    assert_string_equal(agent.options.drives, "a=b");
    assert_int_equal(SETTINGS(&agent, "--foreground"), 0);
    assert_false(agent.stdio);
    assert_int_equal(agent.options.zones, 10);
}

static void the_last_of_two_wins_and_both_beat_the_file(void **unused)
{
    struct platter_agent agent;
    char path[] = "/tmp/platter-conf-XXXXXX";
    (void)unused;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    test_write(path, "zones = 3\naccesses = 1\n");
    assert_int_equal(SETTINGS(&agent, "-o", "zones=4", "-c", path, "-o", "zones=5"), 0);
    assert_int_equal(agent.options.zones, 5);
    assert_int_equal(agent.options.accesses, 1);
    test_write(path, "zones = many\n");
    assert_int_equal(SETTINGS(&agent, "-c", path), PLATTER_EXIT_CONFIG);
    unlink(path);
    assert_int_equal(SETTINGS(&agent, "-c", path), PLATTER_EXIT_CONFIG);
}

static void the_same_can_be_read_again(void **unused)
{
    struct platter_agent agent;
    static struct platter_options o;
    char path[] = "/tmp/platter-conf-XXXXXX";
    (void)unused;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    test_write(path, "zones = 3\naccesses = 1\n");
    assert_int_equal(SETTINGS(&agent, "-c", path, "-o", "zones=5"), 0);
    unsigned zones = platter_option_index(platter_option_find("zones"));
    unsigned accesses = platter_option_index(platter_option_find("accesses"));
    assert_int_equal(agent.options.origin[zones], PLATTER_ORIGIN_COMMAND);
    assert_int_equal(agent.options.origin[accesses], 2);
    test_write(path, "slow = 7ms\n");
    assert_int_equal(platter_settings_read(&agent, &o), 0);
    assert_int_equal(o.slow_ns, 7000000);
    assert_int_equal(o.zones, 5);
    assert_int_equal(o.accesses, 2);
    assert_int_equal(agent.options.accesses, 1);
    test_write(path, "slow = never\n");
    assert_int_equal(platter_settings_read(&agent, &o), PLATTER_EXIT_CONFIG);
    assert_int_equal(o.slow_ns, 7000000);
    unlink(path);
}

static void what_is_wrong_ends_with_64(void **unused)
{
    struct platter_agent agent;
    (void)unused;
    assert_int_equal(SETTINGS(&agent, "-o", "zones"), PLATTER_EXIT_USAGE);
    assert_int_equal(SETTINGS(&agent, "-o", "=5"), PLATTER_EXIT_USAGE);
    assert_int_equal(SETTINGS(&agent, "-o", "zones=five"), PLATTER_EXIT_USAGE);
    assert_int_equal(SETTINGS(&agent, "-o", "zone=5"), PLATTER_EXIT_USAGE);
    assert_int_equal(SETTINGS(&agent, "-o"), PLATTER_EXIT_USAGE);
    assert_int_equal(SETTINGS(&agent, "--nonsense"), PLATTER_EXIT_USAGE);
    assert_int_equal(SETTINGS(&agent, "sda"), PLATTER_EXIT_USAGE);
}

static void some_questions_end_it(void **unused)
{
    struct platter_agent agent;
    (void)unused;
    assert_int_equal(SETTINGS(&agent, "--check-config"), PLATTER_PART_DONE);
    assert_int_equal(SETTINGS(&agent, "--print-config"), PLATTER_PART_DONE);
    assert_int_equal(SETTINGS(&agent, "--version"), PLATTER_PART_DONE);
    assert_int_equal(SETTINGS(&agent, "--help"), PLATTER_PART_DONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_command_line_is_taken),
        cmocka_unit_test(the_last_of_two_wins_and_both_beat_the_file),
        cmocka_unit_test(the_same_can_be_read_again),
        cmocka_unit_test(what_is_wrong_ends_with_64),
        cmocka_unit_test(some_questions_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

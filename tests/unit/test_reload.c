/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <signal.h>

#include "agent/daemon/reload.h"
#include <platter/errors.h>

struct fixture {
    struct test_agent *t;
    char file[PLATTER_PATH_MAX];
    char *argv[6];
    char drives[32];
};

static void begin(struct fixture *f, const char *text)
{
    static char name[] = "platterd", c[] = "-c", o[] = "-o";
    f->t = test_agent_new("sim:wd2002faex");
    test_path(f->t, f->file, "platter.conf");
    test_write(f->file, text);
    snprintf(f->drives, sizeof(f->drives), "drives=sim:wd2002faex");
    char *const argv[] = {name, c, f->file, o, f->drives, NULL};
    memcpy(f->argv, argv, sizeof(argv));
    f->t->agent.argc = 5;
    f->t->agent.argv = f->argv;
    f->t->agent.stop_round = 1; /* nothing is sampled */
}

static void what_can_be_taken_holds_at_once(void **unused)
{
    struct fixture f;
    (void)unused;
    begin(&f, "interval = 7min\n"
              "zones = 5\n"
              "quiet-hours = 23:00-07:00\n"
              "drive \"sim:*\" { label = \"bay 3\" slow = 9ms }\n"
              "drive \"nobody\" { label = x }\n");
    struct platter_agent *agent = &f.t->agent;
    assert_int_equal(platter_reload(agent), 0);
    assert_int_equal(agent->options.interval_ns, 420 * TEST_S);
    assert_int_equal(agent->options.zones, 10);
    const struct platter_tracked *t = &agent->drives[0];
    assert_int_equal(t->o.interval_ns, 420 * TEST_S);
    assert_int_equal(t->o.slow_ns, 9000000);
    assert_int_equal(t->state.slow_ns, 9000000);
    assert_int_equal(t->o.quiet_from_min, 23 * 60);
    assert_string_equal(t->o.label, "bay 3");
    const char *words = f.t->words.text;
    assert_non_null(strstr(words, "interval = 7min: holds from now on"));
    assert_non_null(strstr(words, "zones = 5: needs a restart"));
    assert_non_null(strstr(words, "drive \"nobody\" (line 5 of the configuration): no such drive"));
    assert_null(strstr(words, "drive \"sim:*\""));
    test_write(f.file, "");
    assert_int_equal(platter_reload(agent), 0);
    assert_string_equal(t->o.label, "");
    assert_int_equal(t->o.interval_ns, 600 * TEST_S);
    test_agent_free(f.t);
}

static void a_broken_file_leaves_everything_as_it_was(void **unused)
{
    struct fixture f;
    (void)unused;
    begin(&f, "interval = 7min\nslow = soon\n");
    assert_int_equal(platter_reload(&f.t->agent), PLATTER_EXIT_CONFIG);
    assert_int_equal(f.t->agent.options.interval_ns, 600 * TEST_S);
    assert_non_null(strstr(f.t->words.text, "the old one stays"));
    unlink(f.file);
    assert_int_equal(platter_reload(&f.t->agent), PLATTER_EXIT_CONFIG);
    test_agent_free(f.t);
}

static void sighup_does_it(void **unused)
{
    struct fixture f;
    (void)unused;
    begin(&f, "interval = 7min\n");
    struct platter_agent *agent = &f.t->agent;
    agent->stop_round = 0;
    agent->drives[0].gone = true; /* and so not sampled */
    assert_int_equal(platter_reload_init(agent), 0);
    raise(SIGHUP);
    TEST_RUN_UNTIL(agent, agent->options.interval_ns == 420 * TEST_S);
    platter_reload_deinit(agent);
    test_agent_free(f.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_taken_holds_at_once),
        cmocka_unit_test(a_broken_file_leaves_everything_as_it_was),
        cmocka_unit_test(sighup_does_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <signal.h>

#include "agent/daemon/stop.h"

static double stop_time_s(struct test_agent *t)
{
    uint64_t begin_ns = platter_boot_ns();
    raise(SIGTERM);
    assert_int_equal(event_base_dispatch(t->agent.base), 0);
    return (double)(platter_boot_ns() - begin_ns) / 1e9;
}

static void without_workers_it_ends_at_once(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    assert_int_equal(platter_signals_init(&t->agent), 0);
    assert_true(stop_time_s(t) < 0.5);
    assert_non_null(strstr(t->words.text, "SIGTERM"));
    platter_stop(&t->agent, "again");
    assert_null(strstr(t->words.text, "again"));
    platter_signals_deinit(&t->agent);
    test_agent_free(t);
}

/* A process that stands for a worker. */
static pid_t child(bool stubborn)
{
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGTERM, stubborn ? SIG_IGN : SIG_DFL);
        for (;;)
            pause();
    }
    assert_true(pid > 0);
    return pid;
}

static void workers_are_ended_the_stubborn_one_by_force(void **unused)
{
    (void)unused;
    for (int stubborn = 0; stubborn < 2; stubborn++) {
        struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd80eazz");
        t->agent.drives[0].worker.pid = child(false);
        t->agent.drives[1].worker.pid = child(stubborn);
        usleep(50000); /* it has made its choice */
        assert_int_equal(platter_signals_init(&t->agent), 0);
        double took_s = stop_time_s(t);
        assert_true((!stubborn || took_s > 0.5) && took_s < 1.9);
        assert_int_equal(t->agent.drives[0].worker.pid, 0);
        assert_int_equal(t->agent.drives[1].worker.pid, 0);
        platter_signals_deinit(&t->agent);
        test_agent_free(t);
    }
}

/* No child of ours, so that it can be neither killed nor collected: as one in D state. */
static void one_that_cannot_be_killed_is_left_behind(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    t->agent.drives[0].worker.pid = 0x3ffffff0; /* over every pid_max */
    assert_int_equal(platter_signals_init(&t->agent), 0);
    double took_s = stop_time_s(t);
    assert_true(took_s > 0.8 && took_s < 1.95);
    assert_non_null(strstr(t->words.text, "left behind"));
    platter_signals_deinit(&t->agent);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_workers_it_ends_at_once),
        cmocka_unit_test(workers_are_ended_the_stubborn_one_by_force),
        cmocka_unit_test(one_that_cannot_be_killed_is_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/core/schedule.h"
#include "agent/daemon/sampler.h"

static void samples_keep_to_the_drives_own_grid(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    uint64_t interval_ns = t->agent.options.interval_ns;
    drive->begin_ns = 10 * interval_ns + drive->phase_ns + 1000000; /* a little after its time */
    for (int i = 1; i < 5; i++) {
        platter_sampler_again(drive, TEST_S);
        assert_int_equal(drive->due_ns, (10 + (uint64_t)i) * interval_ns + drive->phase_ns);
        drive->begin_ns = drive->due_ns + 1000000;
    }
    test_agent_free(t);
}

static void the_duty_is_kept(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    drive->begin_ns = 5000 * TEST_S;
    platter_sampler_again(drive, 30 * TEST_S); /* 1 %: 3000 s apart */
    assert_true(drive->due_ns > drive->begin_ns + 3000 * TEST_S);
    assert_true(drive->due_ns <= drive->begin_ns + 3600 * TEST_S);
    test_agent_free(t);
}

static void no_answer_for_the_deadline_is_stalled(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    platter_options_set(&t->agent.options, "deadline", "1s");
    drive->sampling = true;
    drive->heard_ns = platter_boot_ns();
    platter_sampler_tick(&t->agent);
    assert_false(drive->stalled);
    drive->heard_ns = platter_boot_ns() - 2 * TEST_S;
    platter_sampler_tick(&t->agent);
    platter_sampler_tick(&t->agent);
    assert_true(drive->stalled);
    assert_string_equal(drive->trouble.code, "stalled");
    assert_string_equal(drive->trouble.text, "has not answered for 1 s; the other drives go on");
    test_agent_free(t);
}

static void a_drive_that_cannot_be_watched_is_not_sampled(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    platter_options_set(&t->agent.options, "sample", "when-active");
    platter_options_set(&t->agent.options, "drives", "sim:wd2002faex");
    assert_int_equal(platter_drives_init(&t->agent), 0);
    struct platter_tracked *drive = &t->agent.drives[0];
    platter_sampler_tick(&t->agent);
    assert_false(drive->sampling);
    assert_int_equal(drive->worker.pid, 0);
    assert_true(drive->poll_ns > platter_boot_ns());
    assert_non_null(strstr(t->words.text, "cannot see whether it is used"));
    test_agent_free(t);
}

static void two_at_a_time_and_a_stalled_one_does_not_count(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd80eazz,sim:x300-8tb");
    unsigned n = t->agent.n_drives;
    if (n < 3) {
        test_agent_free(t);
        skip();
    }
    snprintf(t->agent.worker_path, sizeof(t->agent.worker_path), "/nonexistent/worker");
    t->agent.drives[0].sampling = t->agent.drives[1].sampling = true;
    t->agent.drives[0].heard_ns = t->agent.drives[1].heard_ns = platter_boot_ns();
    platter_sampler_tick(&t->agent);
    assert_false(t->agent.drives[2].sampling);
    t->agent.drives[0].stalled = true;
    t->agent.stop_round = 1; /* when stopping nothing begins */
    platter_sampler_tick(&t->agent);
    assert_false(t->agent.drives[2].sampling);
    test_agent_free(t);
}

static void the_timer_fires(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    platter_options_set(&t->agent.options, "deadline", "1s");
    drive->sampling = true;
    drive->heard_ns = platter_boot_ns() - TEST_S + TEST_S / 10;
    assert_int_equal(platter_sampler_init(&t->agent), 0);
    assert_false(drive->stalled);
    TEST_RUN_UNTIL(&t->agent, drive->stalled);
    platter_sampler_deinit(&t->agent);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_keep_to_the_drives_own_grid),
        cmocka_unit_test(the_duty_is_kept),
        cmocka_unit_test(no_answer_for_the_deadline_is_stalled),
        cmocka_unit_test(a_drive_that_cannot_be_watched_is_not_sampled),
        cmocka_unit_test(two_at_a_time_and_a_stalled_one_does_not_count),
        cmocka_unit_test(the_timer_fires),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

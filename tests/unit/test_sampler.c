/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/core/schedule.h"
#include "agent/daemon/sampler.h"
#include "agent/daemon/worker.h"

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
    drive->o.deadline_ns = TEST_S;
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

static void one_at_a_time_on_a_bus(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd80eazz");
    snprintf(t->agent.worker_path, sizeof(t->agent.worker_path), "/bin/false");
    strcpy(t->agent.drives[0].bus, "0000:00:17.0"); /* NOLINT: it fits */
    strcpy(t->agent.drives[1].bus, "0000:00:17.0"); /* NOLINT */
    t->agent.drives[0].sampling = true;
    t->agent.drives[0].heard_ns = platter_boot_ns();
    platter_sampler_tick(&t->agent);
    assert_false(t->agent.drives[1].sampling);
    /* another controller is another matter */
    t->agent.drives[1].bus[11] = '1';
    platter_sampler_tick(&t->agent);
    assert_true(t->agent.drives[1].sampling);
    platter_workers_deinit(&t->agent);
    test_agent_free(t);
}

static void two_at_a_time_and_a_stalled_one_does_not_count(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd80eazz");
    struct platter_tracked *drives = t->agent.drives;
    snprintf(t->agent.worker_path, sizeof(t->agent.worker_path), "/bin/false");
    drives[2] = drives[1];
    t->agent.n_drives = 3;
    drives[0].sampling = drives[1].sampling = true;
    drives[0].heard_ns = drives[1].heard_ns = platter_boot_ns();
    platter_sampler_tick(&t->agent);
    assert_false(drives[2].sampling);
    drives[0].stalled = true;
    platter_sampler_tick(&t->agent);
    assert_true(drives[2].sampling);
    platter_workers_deinit(&t->agent);
    test_agent_free(t);
}

static void nothing_begins_while_stopping(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    t->agent.stop_round = 1;
    platter_sampler_tick(&t->agent);
    assert_false(t->agent.drives[0].sampling);
    test_agent_free(t);
}

static void the_timer_fires(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    drive->o.deadline_ns = TEST_S;
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
        cmocka_unit_test(one_at_a_time_on_a_bus),
        cmocka_unit_test(two_at_a_time_and_a_stalled_one_does_not_count),
        cmocka_unit_test(nothing_begins_while_stopping),
        cmocka_unit_test(the_timer_fires),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

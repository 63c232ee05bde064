/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/daemon/events.h"
#include "agent/daemon/pause.h"

/* The tick's timer is not there: nothing is sampled, all else works. */
static int set_up(void **state)
{
    struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd80eazz");
    t->agent.stop_round = 1;
    assert_int_equal(platter_events_init(&t->agent), 0);
    assert_int_equal(platter_pause_init(&t->agent), 0);
    *state = t;
    return 0;
}

static int tear_down(void **state)
{
    struct test_agent *t = *state;
    platter_pause_deinit(&t->agent);
    platter_events_deinit(&t->agent);
    test_agent_free(t);
    return 0;
}

static bool is_on(const struct test_agent *t, unsigned i)
{
    return platter_pause_is_on(&t->agent.drives[i], platter_boot_ns());
}

static bool says_paused(const struct test_agent *t, unsigned i)
{
    struct platter_snapshot s;
    platter_snapshot_init(&s);
    platter_pause_reason(&t->agent.drives[i], platter_boot_ns(), &s);
    return s.n_reasons == 1 && strcmp(s.reasons[0].code, "paused") == 0;
}

static void one_drive_is_paused(void **state)
{
    struct test_agent *t = *state;
    platter_pause_begin(&t->agent, &t->agent.drives[1], 3600);
    assert_false(is_on(t, 0));
    assert_true(is_on(t, 1));
    assert_false(says_paused(t, 0));
    assert_true(says_paused(t, 1));
    assert_false(platter_pause_end(&t->agent, &t->agent.drives[0]));
    assert_true(is_on(t, 1));
    assert_true(platter_pause_end(&t->agent, &t->agent.drives[1]));
    assert_false(is_on(t, 1));
    assert_int_equal(t->agent.events->last_seq, 2);
}

static void all_are_paused_and_one_of_them_resumed(void **state)
{
    struct test_agent *t = *state;
    platter_pause_begin(&t->agent, NULL, 3600);
    assert_true(is_on(t, 0) && is_on(t, 1));
    assert_true(platter_pause_end(&t->agent, &t->agent.drives[0]));
    assert_false(is_on(t, 0));
    assert_true(is_on(t, 1));
    assert_true(platter_pause_end(&t->agent, NULL));
    assert_false(is_on(t, 1));
    assert_false(platter_pause_end(&t->agent, NULL));
}

static void it_ends_by_itself(void **state)
{
    struct test_agent *t = *state;
    struct platter_event e;
    platter_pause_begin(&t->agent, &t->agent.drives[0], 1);
    platter_pause_begin(&t->agent, NULL, 1);
    assert_true(is_on(t, 0) && is_on(t, 1));
    TEST_RUN_UNTIL(&t->agent, t->agent.events->last_seq == 4);
    assert_false(is_on(t, 0) || is_on(t, 1));
    assert_int_equal(platter_events_get(t->agent.events, 4, &e), 0);
    assert_string_equal(e.code, "paused");
    assert_int_equal(e.severity, PLATTER_OKAY);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_drive_is_paused),
        TEST(all_are_paused_and_one_of_them_resumed),
        TEST(it_ends_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/daemon/events.h"

static int set_up(void **state)
{
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    assert_int_equal(platter_events_init(&t->agent), 0);
    *state = t;
    return 0;
}

static int tear_down(void **state)
{
    struct test_agent *t = *state;
    platter_events_deinit(&t->agent);
    test_agent_free(t);
    return 0;
}

static void take(void *user, const struct platter_event *e)
{
    *(struct platter_event *)user = *e;
}

static void events_are_numbered_and_kept(void **state)
{
    struct test_agent *t = *state;
    struct platter_event e;
    assert_int_equal(platter_events_get(t->agent.events, 1, &e), -ENOENT);
    platter_events_begin(&t->agent);
    platter_events_add(&t->agent, "WDC_1", "note", PLATTER_INFO, "%d%%", 100);
    assert_int_equal(t->agent.events->last_seq, 2);
    assert_int_equal(platter_events_get(t->agent.events, 1, &e), 0);
    assert_string_equal(e.code, "started");
    assert_string_equal(e.drive, "");
    assert_int_equal(platter_events_get(t->agent.events, 2, &e), 0);
    assert_string_equal(e.drive, "WDC_1");
    assert_string_equal(e.text, "100%");
    assert_int_equal(e.seq, 2);
    assert_true(e.time_s > 1700000000);
    assert_int_equal(platter_events_get(t->agent.events, 3, &e), -ENOENT);
    assert_int_equal(platter_events_get(t->agent.events, 0, &e), -ENOENT);
}

static void the_last_thousand_are_kept(void **state)
{
    struct test_agent *t = *state;
    struct platter_event e;
    for (int i = 1; i <= 2500; i++)
        platter_events_add(&t->agent, NULL, "note", PLATTER_INFO, "%d", i);
    assert_int_equal(t->agent.events->first_seq, 1501);
    assert_int_equal(platter_events_get(t->agent.events, 1500, &e), -ENOENT);
    assert_int_equal(platter_events_get(t->agent.events, 1501, &e), 0);
    assert_string_equal(e.text, "1501");
    assert_int_equal(platter_events_get(t->agent.events, 2500, &e), 0);
    assert_string_equal(e.text, "2500");
}

static void numbers_go_on_where_the_store_is(void **state)
{
    struct test_agent *t = *state;
    struct platter_event e = {0};
    platter_events_resume(t->agent.events, 41, 0);
    t->agent.events->store = take;
    t->agent.events->store_user = &e;
    platter_events_add(&t->agent, NULL, "note", PLATTER_INFO, "x");
    assert_int_equal(e.seq, 42);
    assert_int_equal(platter_events_get(t->agent.events, 41, &e), -ENOENT);
    platter_events_resume(t->agent.events, 7, 0); /* too late */
    platter_events_add(&t->agent, NULL, "note", PLATTER_INFO, "y");
    assert_int_equal(e.seq, 43);
}

static void a_trouble_is_told_when_it_begins_changes_and_ends(void **state)
{
    struct test_agent *t = *state;
    struct platter_tracked *drive = &t->agent.drives[0];
    static const struct {
        const char *code;
        enum platter_severity severity;
    } wanted[] = {{"stalled", PLATTER_WARNING}, {"gone", PLATTER_FAILURE}, {"gone", PLATTER_OKAY}};
    struct platter_event e;
    platter_tracked_fine(drive, "nothing was wrong");
    platter_tracked_trouble(drive, "stalled", "has not answered for %d s", 30);
    platter_tracked_trouble(drive, "stalled", "has not answered for %d s", 60);
    platter_tracked_trouble(drive, "gone", "went away");
    platter_tracked_fine(drive, "is back");
    platter_tracked_fine(drive, "is back");
    assert_int_equal(t->agent.events->last_seq, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(platter_events_get(t->agent.events, i + 1, &e), 0);
        assert_string_equal(e.code, wanted[i].code);
        assert_int_equal(e.severity, wanted[i].severity);
        assert_string_equal(e.drive, drive->found.id);
    }
    assert_string_equal(e.text, "is back");
}

static void without_the_part_nothing_happens(void **state)
{
    struct test_agent *t = *state;
    platter_events_deinit(&t->agent);
    platter_events_add(&t->agent, NULL, "note", PLATTER_INFO, "x");
    platter_events_trouble(&t->agent, NULL, "note", "x");
    platter_events_deinit(&t->agent);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(events_are_numbered_and_kept),
        TEST(the_last_thousand_are_kept),
        TEST(numbers_go_on_where_the_store_is),
        TEST(a_trouble_is_told_when_it_begins_changes_and_ends),
        TEST(without_the_part_nothing_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

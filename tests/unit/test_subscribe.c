/* SPDX-License-Identifier: MIT */
#include "tests/support/talk.h"

#define START_S 1700000400
#define STEP_S 600

/* Publish a step of one drive, as publish.c does. */
static void publish(struct test_agent *t, int64_t time_s)
{
    struct platter_snapshot s;
    char line[64];
    platter_snapshot_init(&s);
    snprintf(s.drive, sizeof(s.drive), "WDC_1");
    s.time_s = time_s;
    s.step_s = STEP_S;
    s.n_zones = 2;
    t->agent.stamp_s = time_s;
    assert_int_equal(platter_history_add(t->agent.history, &s), 0);
    snprintf(line, sizeof(line), "{\"live\":%lld}", (long long)time_s);
    platter_server_publish(&t->agent, line);
    platter_server_step(&t->agent, time_s);
}

static void publish_steps(struct test_agent *t, int from, int to)
{
    for (int i = from; i <= to; i++)
        publish(t, START_S + (int64_t)i * STEP_S);
}

static void note(struct test_agent *t, const char *text)
{
    platter_events_add(&t->agent, NULL, "note", PLATTER_INFO, "%s", text);
}

static void ask(struct talker *c, const char *rest)
{
    char text[256];
    snprintf(text, sizeof(text), "{\"request\":\"subscribe\"%s}", rest);
    talk_say(c, text);
    for (int i = 0; i < 5; i++)
        talk_turn(c);
}

static void expect_past(struct talker *c, int step)
{
    char words[64];
    snprintf(words, sizeof(words), "\"time\":%d", START_S + step * STEP_S);
    const char *line = talk_line(c, 3000);
    assert_non_null(line);
    assert_non_null(strstr(line, "platter.snapshot/1"));
    assert_non_null(strstr(line, words));
    line = talk_line(c, 3000);
    assert_non_null(line);
    assert_non_null(strstr(line, "platter.step/1"));
    assert_non_null(strstr(line, words));
}

static void who_gives_nothing_gets_what_comes(void **state)
{
    struct test_agent *t = *state;
    publish_steps(t, 0, 3);
    note(t, "old");
    struct talker *c = talk_begin(t);
    ask(c, "");
    talk_silent(c);
    publish_steps(t, 4, 4);
    talk_expect(c, "\"live\":1700002800");
    talk_expect(c, "platter.step/1");
    note(t, "new");
    talk_expect(c, "new");
    talk_end(c);
}

static void rows_since_a_time_come_first_and_once(void **state)
{
    struct test_agent *t = *state;
    publish_steps(t, 0, 99);
    struct talker *c = talk_begin(t);
    talk_say(c, "{\"request\":\"subscribe\",\"since\":1700003400}"); /* step 5 */
    TEST_RUN_UNTIL(&t->agent, t->agent.server->clients[0]->subscribed);
    /* In the middle of the replay, where this machine is not so slow that it is over already. */
    bool amid = t->agent.server->clients[0]->replaying;
    publish_steps(t, 100, 100);
    for (int step = 6; step <= 99; step++)
        expect_past(c, step);
    if (amid) {
        expect_past(c, 100);
    } else {
        talk_expect(c, "\"live\":1700060400");
        talk_expect(c, "platter.step/1");
    }
    for (int i = 0; i < 100; i++)
        talk_turn(c);
    publish_steps(t, 101, 101);
    talk_expect(c, "\"live\":1700061000");
    talk_end(c);
}

static void events_go_on_after_a_cursor(void **state)
{
    struct test_agent *t = *state;
    char rest[128];
    note(t, "one");
    note(t, "two");
    note(t, "three");
    struct talker *c = talk_begin(t);
    snprintf(rest, sizeof(rest), ",\"event_cursor\":1,\"event_epoch\":%lld",
             (long long)t->agent.events->epoch);
    ask(c, rest);
    talk_expect(c, "two");
    talk_expect(c, "three");
    talk_silent(c);
    talk_end(c);
    /* The cursor of another process: none of ours was seen. */
    c = talk_begin(t);
    ask(c, ",\"event_cursor\":2,\"event_epoch\":17");
    talk_expect(c, "one");
    talk_expect(c, "two");
    talk_expect(c, "three");
    talk_end(c);
    c = talk_begin(t);
    ask(c, ",\"event_cursor\":3000");
    talk_expect(c, "one");
    talk_end(c);
}

static void who_has_a_name_is_remembered(void **state)
{
    struct test_agent *t = *state;
    publish_steps(t, 0, 1);
    note(t, "one");
    struct talker *c = talk_begin(t);
    ask(c, ",\"client\":\"collectd\"");
    talk_expect(c, "one"); /* all of this process: it cannot have seen any */
    expect_past(c, 0);
    expect_past(c, 1);
    talk_say(c, "{\"request\":\"seen\",\"time\":1700001000,\"event\":1}");
    /* What is not there yet cannot have been seen. */
    talk_say(c, "{\"request\":\"seen\",\"time\":1900000000,\"event\":99}");
    talk_silent(c);
    talk_end(c);
    note(t, "two");
    publish_steps(t, 2, 3);
    c = talk_begin(t);
    ask(c, ",\"client\":\"collectd\"");
    talk_expect(c, "two");
    expect_past(c, 2);
    expect_past(c, 3);
    talk_end(c);
    c = talk_begin(t);
    ask(c, ",\"client\":\"other\"");
    talk_expect(c, "one");
    talk_end(c);
}

static void names_are_bounded(void **state)
{
    struct test_agent *t = *state;
    char rest[64];
    note(t, "one");
    for (int i = 0; i < 50; i++) {
        struct talker *c = talk_begin(t);
        snprintf(rest, sizeof(rest), ",\"client\":\"c%d\"", i);
        ask(c, rest);
        talk_expect(c, "one");
        talk_say(c, "{\"request\":\"seen\",\"event\":1}");
        talk_turn(c);
        talk_end(c);
    }
    struct talker *c = talk_begin(t);
    ask(c, ",\"client\":\"c49\"");
    talk_silent(c);
    talk_end(c);
}

static void who_leaves_in_the_middle_is_forgotten(void **state)
{
    struct test_agent *t = *state;
    publish_steps(t, 0, 143);
    struct talker *c = talk_begin(t);
    ask(c, ",\"since\":0");
    talk_end(c);
    publish_steps(t, 144, 145);
}

static void events_are_listed(void **state)
{
    struct test_agent *t = *state;
    static const struct {
        uint64_t since, limit;
        size_t n;
        int64_t first;
    } cases[] = {
        {UINT64_MAX, 1000, 5, 1}, {UINT64_MAX, 2, 2, 4}, {0, 1000, 5, 1}, {0, 2, 2, 1},
        {3, 1000, 2, 4},          {5, 1000, 0, 0},       {99, 9, 0, 0},   {UINT64_MAX, 0, 0, 0},
    };
    for (int i = 0; i < 5; i++)
        note(t, "x");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platter_json *j =
            platter_subscribe_events(&t->agent, cases[i].since, cases[i].limit);
        const struct platter_json *list = platter_json_get(j, "events");
        assert_int_equal(platter_json_count(list), cases[i].n);
        assert_int_equal(platter_json_int(j, "last_seq", 0), 5);
        if (cases[i].n)
            assert_int_equal(platter_json_int(platter_json_at(list, 0), "seq", 0), cases[i].first);
        platter_json_free(j);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_set_up, talk_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_gives_nothing_gets_what_comes),
        TEST(rows_since_a_time_come_first_and_once),
        TEST(events_go_on_after_a_cursor),
        TEST(who_has_a_name_is_remembered),
        TEST(names_are_bounded),
        TEST(who_leaves_in_the_middle_is_forgotten),
        TEST(events_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

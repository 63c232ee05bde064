/* SPDX-License-Identifier: MIT */
#include "tests/support/talk.h"

static void each_request_is_answered(void **state)
{
    struct test_agent *t = *state;
    struct talker *c = talk_begin(t);
    char text[600];
    const char *id = t->agent.drives[0].found.id;
    static const struct {
        const char *request, *answer;
    } talk[] = {
        {"{\"request\":\"status\"}", "\"platter.status/1\""},
        {"{\"request\":\"events\"}", "\"platter.events/1\""},
        {"{\"request\":\"ack\",\"drive\":\"x\"}", "\"unknown_drive\""},
        {"{\"request\":\"ack\",\"drive\":\"all\"}", "all drives: nothing to acknowledge"},
        {"{\"request\":\"learn\",\"drive\":\"x\"}", "\"unknown_drive\""},
        {"{\"request\":\"pause\"}", "\"unknown_drive\""},
        {"{\"request\":\"pause\",\"drive\":\"sdz\"}", "no such drive: \\\"sdz\\\""},
        {"{\"request\":\"pause\",\"drive\":\"all\",\"for_s\":0}", "between 1 and 2592000"},
        {"{\"request\":\"pause\",\"drive\":\"all\",\"for_s\":2592001}", "\"bad_request\""},
        {"{\"request\":\"pause\",\"drive\":\"all\",\"for_s\":60}", "all drives: not sampled for"},
        {"{\"request\":\"status\"}", "\"paused\""},
        {"{\"request\":\"resume\",\"drive\":\"all\"}", "all drives: sampled again"},
        {"{\"request\":\"resume\",\"drive\":\"all\"}", "nothing was paused"},
        {"{\"request\":\"seen\",\"time\":1}", "subscribe with"},
        {"{\"request\":\"subscribe\",\"client\":\"a/b\"}", "\"bad_request\""},
        {"{\"request\":\"note\",\"drive\":\"bay 3\",\"text\":\"x\"}", "\"unknown_drive\""},
        {"{\"request\":\"dance\"}", "one of status, subscribe, events, seen, pause, resume"},
        {"{\"request\":17}", "no such request"},
        {"dance", "not JSON"},
        {"[]", "\"platter.error/1\""},
    };
    for (size_t i = 0; i < sizeof(talk) / sizeof(talk[0]); i++) {
        talk_say(c, talk[i].request);
        talk_expect(c, talk[i].answer);
    }
    snprintf(text, sizeof(text), "{\"request\":\"label\",\"drive\":\"%s\",\"text\":\"bay 3\"}", id);
    talk_say(c, text);
    talk_expect(c, "until the agent ends: nothing is saved");
    talk_say(c, "{\"request\":\"status\"}");
    talk_expect(c, "\"label\":\"bay 3\"");
    talk_say(c, "{\"request\":\"note\",\"drive\":\"bay 3\",\"text\":\"new cable\"}");
    talk_expect(c, "noted");
    talk_say(c, "{\"request\":\"events\",\"limit\":1}");
    talk_expect(c, "new cable");
    talk_end(c);
}

static void texts_are_one_line_and_not_too_long(void **state)
{
    struct test_agent *t = *state;
    struct talker *c = talk_begin(t);
    const char *id = t->agent.drives[0].found.id;
    char text[700], longest[300];
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    const char *const bad[] = {longest, "two\\nlines", "\\u007f"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        snprintf(text, sizeof(text), "{\"request\":\"note\",\"drive\":\"%s\",\"text\":\"%s\"}", id,
                 bad[i]);
        talk_say(c, text);
        talk_expect(c, "one line of at most 255 bytes");
    }
    snprintf(text, sizeof(text), "{\"request\":\"label\",\"drive\":\"%s\"}", id);
    talk_say(c, text);
    talk_expect(c, "one line of at most 63 bytes");
    assert_int_equal(t->agent.events->last_seq, 0);
    talk_end(c);
}

static void a_flood_is_answered_or_dropped(void **state)
{
    struct test_agent *t = *state;
    struct talker *c = talk_begin(t);
    for (int i = 0; i < 500; i++) {
        talk_say(c, "{\"request\":\"dance\"}");
        if (i % 50 == 49)
            talk_turn(c);
    }
    for (int i = 0; i < 500; i++)
        talk_expect(c, "no such request");
    talk_end(c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_set_up, talk_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_request_is_answered),
        TEST(texts_are_one_line_and_not_too_long),
        TEST(a_flood_is_answered_or_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/talk.h"

#include "agent/daemon/drives.h"
#include "agent/daemon/publish.h"
#include "agent/wire/stream.h"

static struct platter_json *answer_of(struct talker *c, const char *request)
{
    char why[64];
    talk_say(c, request);
    const char *line = talk_line(c, 3000);
    assert_non_null(line);
    struct platter_json *j = platter_json_parse(line, strlen(line), why, sizeof(why));
    assert_non_null(j);
    return j;
}

static void status_has_every_drive_as_it_is_now(void **state)
{
    struct test_agent *t = *state;
    struct talker *c = talk_begin(t);
    struct platter_json *j = answer_of(c, "{\"request\":\"status\"}");
    const struct platter_json *drives = platter_json_get(j, "drives");
    assert_string_equal(platter_json_text(j, "schema", ""), PLATTER_SCHEMA_STATUS);
    assert_int_equal(platter_json_count(drives), 2);
    assert_string_equal(platter_json_text(platter_json_at(drives, 1), "drive", ""),
                        t->agent.drives[1].found.id);
    assert_int_equal(platter_json_int(platter_json_at(drives, 0), "verdict", 7), -1);
    assert_true(platter_json_real(platter_json_at(drives, 0), "interval_s", 0) == 600);
    assert_null(platter_json_get(platter_json_get(j, "store"), "not_saved")); /* none wanted */
    platter_json_free(j);
    talk_end(c);
}

/* As large as a snapshot gets, but for SMART. */
static void add_large_drives(struct test_agent *t, unsigned n)
{
    struct platter_found found = t->agent.drives[0].found;
    for (unsigned i = 0; i < n; i++) {
        snprintf(found.id, sizeof(found.id), "LARGE_%u", i);
        struct platter_tracked *drive = platter_drives_take(&t->agent, &found);
        assert_non_null(drive);
        platter_state_init(&drive->state, PLATTER_ZONES_MAX, 5000000, 0);
        for (unsigned z = 0; z < PLATTER_ZONES_MAX; z++)
            for (unsigned k = 0; k < PLATTER_CLASSES; k++)
                drive->state.zones[z].counts.by_class[k] = 123456789012;
    }
}

static void a_hundred_drives_of_64_zones_are_told_in_lines(void **state)
{
    struct test_agent *t = *state;
    add_large_drives(t, 100);
    struct talker *c = talk_begin(t);
    talk_say(c, "{\"request\":\"status\"}");
    talk_expect(c, "\"too_long\"");
    talk_say(c, "{\"request\":\"status\",\"lines\":true}");
    for (unsigned i = 0; i < 102; i++)
        talk_expect(c, t->agent.drives[i].found.id);
    talk_expect(c, "\"count\":102");
    talk_end(c);
}

/* A stamp comes when its time has come, on the grid; with a stamp in the future, as after the clock
 * went back, none does. */
static void each_step_once_and_never_back(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_agent *agent = &t->agent;
    platter_options_set(&agent->options, "step", "1");
    assert_int_equal(platter_stdio_init(agent), 0); /* not --stdio: a server without anybody */
    assert_int_equal(platter_publish_init(agent), 0);
    TEST_RUN_UNTIL(agent, agent->stamp_s != 0);
    int64_t first_s = agent->stamp_s;
    assert_in_range(platter_wall_s() - first_s, 0, 1);
    TEST_RUN_UNTIL(agent, agent->stamp_s > first_s);
    assert_int_equal(agent->stamp_s, first_s + 1);
    agent->stamp_s += 1000;
    TEST_RUN_UNTIL(agent, strstr(t->words.text, "the clock went back"));
    assert_int_equal(agent->stamp_s, first_s + 1001);
    agent->stamp_s = first_s;
    TEST_RUN_UNTIL(agent, strstr(t->words.text, "the clock is past where it was"));
    platter_publish_deinit(agent);
    platter_server_deinit(agent);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(status_has_every_drive_as_it_is_now, talk_set_up,
                                        talk_tear_down),
        cmocka_unit_test_setup_teardown(a_hundred_drives_of_64_zones_are_told_in_lines, talk_set_up,
                                        talk_tear_down),
        cmocka_unit_test(each_step_once_and_never_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

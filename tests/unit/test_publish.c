/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/daemon/publish.h"
#include "agent/daemon/server.h"
#include "agent/wire/stream.h"

static void status_has_every_drive_as_it_is_now(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd80eazz");
    struct platter_json *j = platter_publish_status(&t->agent);
    const struct platter_json *drives = platter_json_get(j, "drives");
    assert_string_equal(platter_json_text(j, "schema", ""), PLATTER_SCHEMA_STATUS);
    assert_int_equal(platter_json_count(drives), 2);
    assert_string_equal(platter_json_text(platter_json_at(drives, 1), "drive", ""),
                        t->agent.drives[1].found.id);
    assert_int_equal(platter_json_int(platter_json_at(drives, 0), "verdict", 7), -1);
    platter_json_free(j);
    test_agent_free(t);
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
        cmocka_unit_test(status_has_every_drive_as_it_is_now),
        cmocka_unit_test(each_step_once_and_never_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* The talk with a real platter-store is in tests/integration/store-*.test. */
#include "tests/support/daemon.h"

#include "agent/daemon/events.h"
#include "agent/daemon/stop.h"
#include "agent/daemon/store_link.h"

static void none_means_none(void **state)
{
    static const char *const none[] = {"", "none"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct test_agent *t = test_agent_new("sim:wd2002faex");
        assert_int_equal(platter_options_set(&t->agent.options, "state-dir", none[i]), 0);
        assert_int_equal(platter_store_init(&t->agent), 0);
        assert_null(t->agent.store);
        platter_store_put_state(&t->agent.drives[0]);
        platter_store_awake(&t->agent, "sda");
        platter_store_reap(&t->agent);
        platter_store_finish(&t->agent);
        platter_store_deinit(&t->agent);
        test_agent_free(t);
    }
}

/* There is no platter-store beside a unit test: measuring goes on, and it is said. */
static void one_that_is_not_installed_is_said(void **state)
{
    static struct platter_snapshot s;
    char path[PLATTER_PATH_MAX];
    (void)state;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    test_path(t, path, "state");
    assert_int_equal(platter_options_set(&t->agent.options, "state-dir", path), 0);
    assert_int_equal(platter_signals_init(&t->agent), 0);
    assert_int_equal(platter_events_init(&t->agent), 0);
    assert_int_equal(platter_store_init(&t->agent), 0);
    if (strstr(t->words.text, "platter-store: No such file"))
        assert_int_equal(t->agent.events->last_seq, 1);
    platter_snapshot_init(&s);
    platter_store_publish(&t->agent, &s);
    platter_store_put_state(&t->agent.drives[0]);
    platter_store_restore(&t->agent.drives[0]);
    platter_store_deinit(&t->agent);
    assert_null(t->agent.store);
    platter_events_deinit(&t->agent);
    platter_signals_deinit(&t->agent);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_means_none),
        cmocka_unit_test(one_that_is_not_installed_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

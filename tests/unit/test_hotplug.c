/* SPDX-License-Identifier: MIT */
#include "tests/support/bays.h"

#include "agent/daemon/hotplug.h"
#include <platter/series.h>

static struct test_agent *one(void)
{
    struct test_agent *t = bays_new("auto");
    bays_plug(t, 1, "sda", &disk_a, 11);
    assert_int_equal(platter_drives_init(&t->agent), 0);
    assert_int_equal(platter_hotplug_init(&t->agent), 0);
    t->agent.stop_round = 1; /* nothing is sampled */
    return t;
}

static void done(struct test_agent *t)
{
    platter_hotplug_deinit(&t->agent);
    test_agent_free(t);
}

static void tell(struct test_agent *t, enum platter_change change, const char *name)
{
    struct platter_monitor_event event = {.change = change};
    snprintf(event.name, sizeof(event.name), "%s", name);
    platter_hotplug_event(&t->agent, &event);
}

static void one_look_for_many_events(void **unused)
{
    (void)unused;
    struct test_agent *t = one();
    uint64_t now_ns = platter_boot_ns();
    bays_plug(t, 2, "sdb", &disk_b, 12);
    tell(t, PLATTER_CHANGE_ADDED, "sdb");
    tell(t, PLATTER_CHANGE_CHANGED, "sdb");
    assert_true(platter_hotplug_look(&t->agent, now_ns) < now_ns + TEST_S);
    assert_int_equal(t->agent.n_drives, 1);
    platter_hotplug_look(&t->agent, now_ns + TEST_S);
    assert_int_equal(t->agent.n_drives, 2);
    tell(t, PLATTER_CHANGE_REMOVED, "sdb");
    assert_true(t->agent.drives[1].gone);
    done(t);
}

static void tries_three_times_more_and_says_so(void **unused)
{
    static const struct test_disk empty = {"OTHER", "SERIAL123", "", 0};
    (void)unused;
    struct test_agent *t = one();
    uint64_t now_ns = platter_boot_ns() + TEST_S;
    bays_plug(t, 2, "sdb", &empty, 12);
    tell(t, PLATTER_CHANGE_ADDED, "sdb");
    assert_int_equal(platter_hotplug_look(&t->agent, now_ns), now_ns + TEST_S);
    now_ns += TEST_S;
    assert_int_equal(platter_hotplug_look(&t->agent, now_ns), now_ns + 3 * TEST_S);
    now_ns += 3 * TEST_S;
    assert_int_equal(platter_hotplug_look(&t->agent, now_ns), now_ns + 10 * TEST_S);
    assert_null(strstr(t->words.text, "cannot be used"));
    platter_hotplug_look(&t->agent, now_ns + 10 * TEST_S);
    assert_non_null(strstr(t->words.text, "sdb: appeared, but cannot be used"));
    done(t);
}

static void ready_at_the_second_look(void **unused)
{
    (void)unused;
    struct test_agent *t = one();
    uint64_t now_ns = platter_boot_ns() + TEST_S;
    tell(t, PLATTER_CHANGE_ADDED, "sdb");
    platter_hotplug_look(&t->agent, now_ns);
    bays_plug(t, 2, "sdb", &disk_b, 12);
    platter_hotplug_look(&t->agent, now_ns + TEST_S);
    assert_int_equal(t->agent.n_drives, 2);
    done(t);
}

static void two_dozen_at_once(void **unused)
{
    (void)unused;
    struct test_agent *t = one();
    for (unsigned i = 0; i < 24; i++) {
        char name[16], serial[32];
        const struct test_disk disk = {"WDC WD20EFRX-68E", serial, "", 3907029168u};
        snprintf(name, sizeof(name), "sd%c", 'b' + (int)i);
        snprintf(serial, sizeof(serial), "WD-WMC4M10000%02u", i);
        bays_plug(t, 2 + i, name, &disk, 20 + i);
        tell(t, PLATTER_CHANGE_ADDED, name);
    }
    platter_hotplug_look(&t->agent, platter_boot_ns() + TEST_S);
    assert_int_equal(t->agent.n_drives, 25);
    for (unsigned i = 0; i < 24; i++) {
        char name[16];
        snprintf(name, sizeof(name), "sd%c", 'b' + (int)i);
        tell(t, PLATTER_CHANGE_REMOVED, name);
    }
    for (unsigned i = 1; i < 25; i++)
        assert_true(t->agent.drives[i].gone);
    done(t);
}

static void without_events_everything_is_looked_through(void **unused)
{
    (void)unused;
    struct test_agent *t = one();
    assert_non_null(strstr(t->words.text, "looking for new ones every minute"));
    uint64_t now_ns = platter_boot_ns() + 61 * TEST_S;
    bays_plug(t, 2, "sdb", &disk_b, 12);
    assert_int_equal(platter_hotplug_look(&t->agent, now_ns), now_ns + 60 * TEST_S);
    assert_int_equal(t->agent.n_drives, 2);
    bays_pull(t, "sda");
    now_ns += 60 * TEST_S;
    platter_hotplug_look(&t->agent, now_ns);
    assert_true(t->agent.drives[0].gone);
    assert_false(t->agent.drives[1].gone);
    done(t);
}

static void series_of_a_vanished_drive_end_after_two_hours(void **unused)
{
    (void)unused;
    struct test_agent *t = one();
    struct platter_tracked *a = &t->agent.drives[0];
    assert_false(platter_hotplug_over(a, platter_wall_s() + 3 * PLATTER_HOLD_S));
    tell(t, PLATTER_CHANGE_REMOVED, "sda");
    assert_false(platter_hotplug_over(a, platter_wall_s() + PLATTER_HOLD_S - 5));
    assert_true(platter_hotplug_over(a, platter_wall_s() + PLATTER_HOLD_S));
    done(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_look_for_many_events),
        cmocka_unit_test(tries_three_times_more_and_says_so),
        cmocka_unit_test(ready_at_the_second_look),
        cmocka_unit_test(two_dozen_at_once),
        cmocka_unit_test(without_events_everything_is_looked_through),
        cmocka_unit_test(series_of_a_vanished_drive_end_after_two_hours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

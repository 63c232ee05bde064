/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

static bool has_reason(const struct platter_snapshot *s, const char *code)
{
    for (unsigned i = 0; i < s->n_reasons; i++)
        if (strcmp(s->reasons[i].code, code) == 0)
            return true;
    return false;
}

static void a_snapshot_says_who_and_why(void **unused)
{
    struct platter_snapshot s;
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    platter_tracked_snapshot(drive, 1200, &s);
    assert_string_equal(s.drive, drive->found.id);
    assert_string_equal(s.device, "sim:wd2002faex");
    assert_int_equal(s.time_s, 1200);
    assert_int_equal(s.step_s, 600);
    assert_int_equal(s.verdict, PLATTER_VERDICT_UNKNOWN);
    assert_int_equal(s.n_zones, 0);
    assert_int_equal(s.n_reasons, 1);
    assert_true(has_reason(&s, "never_measured"));
    drive->state.samples = 1;
    platter_tracked_snapshot(drive, 1800, &s);
    assert_int_equal(s.n_reasons, 1);
    assert_true(has_reason(&s, "learning"));
    test_agent_free(t);
}

static void zones_without_anything_in_them_are_named(void **unused)
{
    struct platter_snapshot s;
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    platter_state_init(&drive->state, 10, 5000000, 0);
    drive->state.zones[7].unmapped = drive->state.zones[8].unmapped = PLATTER_UNMAPPED_SAMPLES;
    platter_tracked_snapshot(drive, 1200, &s);
    assert_true(has_reason(&s, "unmapped"));
    assert_string_equal(s.reasons[0].zones, "07-08");
    test_agent_free(t);
}

static void trouble_stays_until_it_is_fine(void **unused)
{
    struct platter_snapshot s;
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    platter_tracked_trouble(drive, "stalled", "has not answered for %d s", 30);
    int64_t since_s = drive->trouble.since_s;
    platter_tracked_trouble(drive, "stalled", "has not answered for %d s", 60);
    assert_int_equal(drive->trouble.since_s, since_s);
    platter_tracked_snapshot(drive, 1200, &s);
    assert_string_equal(s.reasons[0].code, "stalled");
    assert_string_equal(s.reasons[0].text, "has not answered for 60 s");
    assert_int_equal(s.reasons[0].since_s, since_s);
    platter_tracked_fine(drive, "answers again");
    platter_tracked_fine(drive, "answers again");
    platter_tracked_snapshot(drive, 1200, &s);
    assert_false(has_reason(&s, "stalled"));
    assert_non_null(strstr(t->words.text, "sim:wd2002faex: stalled: has not answered for 30 s\n"
                                          "sim:wd2002faex: answers again (it was: stalled)"));
    test_agent_free(t);
}

static void another_trouble_is_said_and_the_first_again_after_it(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    unsigned before = t->words.lines;
    platter_tracked_trouble(drive, "busy_worker", "a");
    platter_tracked_trouble(drive, "no_permission", "b");
    platter_tracked_trouble(drive, "no_permission", "b");
    platter_tracked_trouble(drive, "busy_worker", "a");
    assert_int_equal(t->words.lines - before, 3);
    test_agent_free(t);
}

static void why_it_is_not_sampled(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    struct platter_snapshot s;
    drive->due_ns = 1;
    drive->may = PLATTER_MAY_NOT_GATED;
    platter_tracked_snapshot(drive, 1200, &s);
    assert_true(has_reason(&s, "waiting"));
    drive->may = PLATTER_MAY_NOT_ASLEEP;
    drive->power_since_s = 1000;
    platter_tracked_snapshot(drive, 1200, &s);
    assert_true(has_reason(&s, "asleep"));
    assert_int_equal(s.reasons[0].since_s, 1000);
    drive->may = PLATTER_MAY_NOT_OFF;
    platter_tracked_snapshot(drive, 1200, &s);
    assert_true(has_reason(&s, "off"));
    test_agent_free(t);
}

static void what_is_known_without_touching_it(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    struct platter_snapshot s;
    drive->spindle = true;
    platter_tracked_power(drive, PLATTER_POWER_STANDBY);
    drive->watch.passive[PLATTER_WRITE].rate_ps = 3;
    drive->bytes_read = 5;
    drive->manners.skipped = 6;
    platter_tracked_snapshot(drive, 1200, &s);
    assert_int_equal(s.power, PLATTER_POWER_STANDBY);
    assert_true(s.power_since_s > 0);
    assert_true(s.gated);
    assert_near(s.passive[PLATTER_WRITE].rate_ps, 3, 0);
    assert_int_equal(s.cost.bytes_read, 5);
    assert_int_equal(s.cost.skipped, 6);
    assert_int_equal(s.smart.time_s, 0);
    drive->gone = true;
    for (int spindle = 0; spindle < 2; spindle++) {
        drive->spindle = spindle;
        platter_tracked_snapshot(drive, 1200, &s);
        assert_int_equal(s.power, PLATTER_POWER_UNKNOWN);
        assert_int_equal(s.power_since_s, 0);
    }
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_says_who_and_why),
        cmocka_unit_test(zones_without_anything_in_them_are_named),
        cmocka_unit_test(trouble_stays_until_it_is_fine),
        cmocka_unit_test(another_trouble_is_said_and_the_first_again_after_it),
        cmocka_unit_test(why_it_is_not_sampled),
        cmocka_unit_test(what_is_known_without_touching_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

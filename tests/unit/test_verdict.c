/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/daemon/events.h"
#include "agent/daemon/verdict.h"
#include "tests/support/visits.h"

static struct visits v;
static struct platter_snapshot shot;

static struct test_agent *begin(struct platter_tracked **drive)
{
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    assert_int_equal(platter_events_init(&t->agent), 0);
    *drive = &t->agent.drives[0];
    (*drive)->o.slow_ns = VISITS_SLOW_NS;
    visits_begin(&v, 51);
    return t;
}

static void end(struct test_agent *t)
{
    platter_events_deinit(&t->agent);
    test_agent_free(t);
}

/* Samples of that many days; then a snapshot. */
static const struct platter_reason *after(struct platter_tracked *t, unsigned days)
{
    static struct platter_sample s;

    for (unsigned i = 0; i < days * 144; i++) {
        visits_next(&v, &s);
        platter_verdict_sample(t, &s);
        t->state.samples++;
    }
    platter_snapshot_init(&shot);
    platter_verdict_fill(t, v.time_s, &shot);
    return &shot.reasons[0];
}

static unsigned events_of(const struct platter_tracked *t, const char *code,
                          enum platter_severity severity)
{
    struct platter_event e;
    unsigned n = 0;

    for (uint64_t seq = 1; seq <= t->agent->events->last_seq; seq++)
        n += platter_events_get(t->agent->events, seq, &e) == 0 && strcmp(e.code, code) == 0 &&
             e.severity == severity;
    return n;
}

static void from_the_first_day_to_an_alarm(void **state)
{
    (void)state;
    struct platter_tracked *drive;
    struct test_agent *t = begin(&drive);

    assert_string_equal(after(drive, 0)->code, "never_measured");
    assert_int_equal(shot.verdict, PLATTER_VERDICT_UNKNOWN);
    assert_string_equal(after(drive, 3)->text, "learning what is normal (day 3 of 28)");
    assert_int_equal(shot.verdict, PLATTER_VERDICT_UNKNOWN);
    assert_string_equal(after(drive, 5)->text, "OK so far (day 8 of 28)");
    assert_int_equal(shot.verdict, PLATTER_VERDICT_OK);
    after(drive, 22);
    assert_int_equal(shot.verdict, PLATTER_VERDICT_OK);
    assert_int_equal(shot.n_reasons, 0);

    v.level[8] = v.level[9] = log(1.25);
    assert_string_equal(after(drive, 4)->code, "zone_slower");
    assert_int_equal(shot.verdict, PLATTER_VERDICT_DEGRADED);
    assert_string_equal(shot.reasons[0].zones, "08-09");
    assert_non_null(strstr(shot.reasons[0].text, "inner 20 % reads"));
    assert_int_equal(events_of(drive, "zone_slower", PLATTER_FAILURE), 1);

    assert_true(platter_verdict_acknowledge(drive) >= 1);
    assert_int_equal(platter_verdict_acknowledge(drive), 0);
    assert_non_null(strstr(after(drive, 0)->text, "(acknowledged)"));
    assert_int_equal(shot.verdict, PLATTER_VERDICT_OK);
    v.level[8] = v.level[9] = 0;
    after(drive, 20);
    assert_int_equal(events_of(drive, "zone_slower", PLATTER_OKAY), 1);
    assert_int_equal(shot.n_reasons, 0);
    end(t);
}

static void smart_speaks_from_the_first_day(void **state)
{
    (void)state;
    struct platter_tracked *drive;
    struct test_agent *t = begin(&drive);

    platter_smart_init(&drive->smart);
    drive->smart.time_s = v.time_s;
    drive->smart.n_attributes = 1;
    drive->smart.attributes[0] = (struct platter_attribute){.id = 197, .raw = 8};
    platter_verdict_smart(drive);
    assert_string_equal(after(drive, 1)->code, "pending_sectors");
    assert_int_equal(shot.verdict, PLATTER_VERDICT_WATCH);
    assert_int_equal(events_of(drive, "pending_sectors", PLATTER_WARNING), 1);
    platter_verdict_smart(drive);
    assert_int_equal(events_of(drive, "pending_sectors", PLATTER_WARNING), 1);
    drive->smart.attributes[0].raw = 0;
    platter_verdict_smart(drive);
    assert_int_equal(events_of(drive, "pending_sectors", PLATTER_OKAY), 1);
    end(t);
}

/* What hinders measuring is UNKNOWN, whatever was fine before. */
static void trouble_is_no_ok(void **state)
{
    (void)state;
    struct platter_tracked *drive;
    struct test_agent *t = begin(&drive);

    after(drive, 8);
    assert_int_equal(shot.verdict, PLATTER_VERDICT_OK);
    snprintf(drive->trouble.code, sizeof(drive->trouble.code), "stalled");
    after(drive, 0);
    assert_int_equal(shot.verdict, PLATTER_VERDICT_UNKNOWN);
    end(t);
}

static void it_can_learn_anew(void **state)
{
    (void)state;
    struct platter_tracked *drive;
    struct test_agent *t = begin(&drive);

    after(drive, 8);
    platter_verdict_learn(drive, "asked for");
    assert_string_equal(after(drive, 1)->text, "learning what is normal (day 1 of 28)");
    assert_int_equal(shot.verdict, PLATTER_VERDICT_UNKNOWN);
    assert_int_equal(events_of(drive, "learning", PLATTER_INFO), 1);
    end(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_the_first_day_to_an_alarm),
        cmocka_unit_test(smart_speaks_from_the_first_day),
        cmocka_unit_test(trouble_is_no_ok),
        cmocka_unit_test(it_can_learn_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

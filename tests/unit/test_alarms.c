/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/alarms.h"

static struct platter_alarms a;
static struct platter_alarm_changes changes;

static int set_up(void **state)
{
    (void)state;
    memset(&a, 0, sizeof a);
    memset(&changes, 0, sizeof changes);
    return 0;
}

static void finding(enum platter_channel channel, unsigned zone, bool over, double effect,
                    bool provisional)
{
    const struct platter_finding f = {channel, zone, over, 1000, effect, .001};

    memset(&changes, 0, sizeof changes);
    platter_alarms_findings(&a, &f, 1, provisional, 2000, &changes);
}

static void smart(uint64_t reallocated, uint64_t pending, enum platter_smart_status status)
{
    struct platter_smart s = {
        .time_s = 3000,
        .status = status,
        .n_attributes = 2,
        .attributes = {{.id = 5, .raw = reallocated}, {.id = 197, .raw = pending}}};

    memset(&changes, 0, sizeof changes);
    platter_alarms_smart(&a, &s, &changes);
}

static enum platter_verdict verdict(void)
{
    enum platter_alarm_kind kind;

    return platter_alarms_verdict(&a, &kind);
}

static void raised_once_and_cleared_once(void **state)
{
    (void)state;
    enum platter_alarm_kind kind;

    assert_int_equal(verdict(), PLATTER_VERDICT_OK);
    finding(PLATTER_CHANNEL_LEVEL, 9, false, .2, false);
    assert_int_equal(changes.raised, 1 << PLATTER_ALARM_ZONE_SLOWER);
    assert_int_equal(platter_alarms_verdict(&a, &kind), PLATTER_VERDICT_DEGRADED);
    assert_string_equal(platter_alarm_code(kind), "zone_slower");
    finding(PLATTER_CHANNEL_LEVEL, 9, false, .2, false);
    assert_int_equal(changes.raised, 0);
    finding(PLATTER_CHANNEL_LEVEL, 8, false, .1, false);
    assert_int_equal(changes.raised, 0);
    assert_true(a.of[kind].zones == 0x300);
    finding(PLATTER_CHANNEL_LEVEL, 9, true, 0, false);
    assert_int_equal(changes.cleared, 0);
    finding(PLATTER_CHANNEL_LEVEL, 8, true, 0, false);
    assert_int_equal(changes.cleared, 1 << PLATTER_ALARM_ZONE_SLOWER);
    assert_int_equal(verdict(), PLATTER_VERDICT_OK);
    finding(PLATTER_CHANNEL_LEVEL, 8, true, 0, false);
    assert_int_equal(changes.cleared, 0);
}

static void a_few_days_say_watch_at_most(void **state)
{
    (void)state;
    finding(PLATTER_CHANNEL_LEVEL, 0, false, .4, true);
    assert_int_equal(verdict(), PLATTER_VERDICT_WATCH);
    finding(PLATTER_CHANNEL_LEVEL, 0, false, .4, false);
    assert_int_equal(verdict(), PLATTER_VERDICT_DEGRADED);
}

static void acknowledged_until_it_grows(void **state)
{
    (void)state;
    static struct platter_judge judge;

    finding(PLATTER_CHANNEL_SLOW, 3, false, .01, false);
    assert_int_equal(verdict(), PLATTER_VERDICT_DEGRADED);
    assert_int_equal(platter_alarms_acknowledge(&a), 1);
    assert_int_equal(platter_alarms_acknowledge(&a), 0);
    assert_int_equal(verdict(), PLATTER_VERDICT_OK);
    memset(&changes, 0, sizeof changes);
    judge.zones[3].channels[PLATTER_CHANNEL_SLOW].effect = .012f;
    platter_alarms_follow(&a, &judge, &changes);
    assert_int_equal(changes.raised, 0);
    judge.zones[3].channels[PLATTER_CHANNEL_SLOW].effect = .02f;
    platter_alarms_follow(&a, &judge, &changes);
    assert_int_equal(changes.raised, 1 << PLATTER_ALARM_SLOW_BLOCKS);
    assert_int_equal(verdict(), PLATTER_VERDICT_DEGRADED);
}

static void smart_counts(void **state)
{
    (void)state;
    smart(12, 0, PLATTER_SMART_STATUS_GOOD);
    assert_int_equal(verdict(), PLATTER_VERDICT_OK);
    smart(13, 0, PLATTER_SMART_STATUS_GOOD);
    assert_int_equal(changes.raised, 1 << PLATTER_ALARM_REALLOCATED);
    assert_true(a.of[PLATTER_ALARM_REALLOCATED].usual == 12);
    smart(13, 8, PLATTER_SMART_STATUS_GOOD);
    assert_int_equal(changes.raised, 1 << PLATTER_ALARM_PENDING);
    smart(13, 0, PLATTER_SMART_STATUS_GOOD);
    assert_int_equal(changes.cleared, 1 << PLATTER_ALARM_PENDING);
    assert_int_equal(verdict(), PLATTER_VERDICT_WATCH);
    smart(13, 0, PLATTER_SMART_STATUS_BAD);
    assert_int_equal(verdict(), PLATTER_VERDICT_FAILING);
    smart(13, 0, PLATTER_SMART_STATUS_UNKNOWN);
    assert_int_equal(verdict(), PLATTER_VERDICT_FAILING);
}

static void slow_and_smart_agree(void **state)
{
    (void)state;
    smart(0, 8, PLATTER_SMART_STATUS_GOOD);
    assert_int_equal(verdict(), PLATTER_VERDICT_WATCH);
    finding(PLATTER_CHANNEL_LEVEL, 9, false, .2, false);
    assert_int_equal(verdict(), PLATTER_VERDICT_FAILING);
    platter_alarms_forget(&a, &changes);
    assert_int_equal(verdict(), PLATTER_VERDICT_WATCH);
}

/* A zone that is slower as a whole is not a head as well; the whole drive's is another matter. */
static void a_slower_zone_is_one_alarm(void **state)
{
    (void)state;
    finding(PLATTER_CHANNEL_TAIL, 9, false, .3, false);
    assert_int_equal(changes.raised, 1 << PLATTER_ALARM_ONE_HEAD);
    finding(PLATTER_CHANNEL_LEVEL, 9, false, .2, false);
    assert_int_equal(changes.raised, 1 << PLATTER_ALARM_ZONE_SLOWER);
    assert_int_equal(changes.cleared, 0);
    assert_false(a.of[PLATTER_ALARM_ONE_HEAD].raised);
    finding(PLATTER_CHANNEL_TAIL, 9, false, .3, false);
    assert_int_equal(changes.raised, 0);
    finding(PLATTER_CHANNEL_TAIL, PLATTER_ZONE_DRIVE, false, .12, false);
    assert_int_equal(changes.raised, 1 << PLATTER_ALARM_ONE_HEAD);
}

/* Never read, or without the attributes: nothing is said. */
static void no_smart_is_no_news(void **state)
{
    (void)state;
    const struct platter_smart none = {.status = PLATTER_SMART_STATUS_BAD};

    platter_alarms_smart(&a, &none, &changes);
    assert_int_equal(changes.raised, 0);
    assert_int_equal(verdict(), PLATTER_VERDICT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(raised_once_and_cleared_once, set_up),
        cmocka_unit_test_setup(a_few_days_say_watch_at_most, set_up),
        cmocka_unit_test_setup(acknowledged_until_it_grows, set_up),
        cmocka_unit_test_setup(smart_counts, set_up),
        cmocka_unit_test_setup(slow_and_smart_agree, set_up),
        cmocka_unit_test_setup(a_slower_zone_is_one_alarm, set_up),
        cmocka_unit_test_setup(no_smart_is_no_news, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/judging.h"
#include "tests/support/visits.h"

static struct visits v;
static struct platter_judging *j;
static struct platter_alarm_changes changes;

static int set_up(void **state)
{
    (void)state;
    visits_begin(&v, 41);
    memset(&changes, 0, sizeof changes);
    j = calloc(1, sizeof *j);
    platter_judging_begin(j, VISITS_ZONES, &changes);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(j);
    return 0;
}

/* Samples of that many days; how many periods ended. */
static unsigned days(struct platter_judging *of, unsigned n)
{
    static struct platter_sample s;
    unsigned ended = 0;

    for (unsigned i = 0; i < n * 144; i++) {
        visits_next(&v, &s);
        ended += platter_judging_sample(of, &s, VISITS_SLOW_NS, 30, &changes);
    }
    return ended;
}

static enum platter_verdict verdict(void)
{
    enum platter_alarm_kind kind;

    return platter_alarms_verdict(&j->alarms, &kind);
}

static void a_zone_gets_slow_and_well_again(void **state)
{
    (void)state;
    assert_int_equal(days(j, 10), 39);
    v.level[9] = log(1.25);
    days(j, 3);
    assert_int_equal(verdict(), PLATTER_VERDICT_WATCH);
    /* Slow while it learned: what is learned then is the slow one. */
    v.level[9] = 0;
    days(j, 17);
    assert_int_equal(verdict(), PLATTER_VERDICT_OK);
    assert_true(changes.cleared & 1 << PLATTER_ALARM_ZONE_SLOWER);
    memset(&changes, 0, sizeof changes);
    v.level[9] = log(1.25);
    days(j, 4);
    assert_int_equal(verdict(), PLATTER_VERDICT_DEGRADED);
    assert_true(changes.raised & 1 << PLATTER_ALARM_ZONE_SLOWER);
    assert_true(j->alarms.of[PLATTER_ALARM_ZONE_SLOWER].zones == 1 << 9);
    v.level[9] = 0;
    days(j, 30);
    assert_int_equal(verdict(), PLATTER_VERDICT_OK);
}

/* Packed and unpacked half-way, both go on the same. */
static void it_goes_on_where_it_was(unsigned day)
{
    struct platter_judging *other = calloc(1, sizeof *other);

    days(j, day);
    size_t size = platter_judging_packed_size(j);
    void *buf = malloc(size);
    platter_judging_pack(j, buf);
    assert_int_equal(platter_judging_unpack(buf, size, other), 0);
    struct visits at = v;
    v.level[9] = log(1.25);
    days(j, 4);
    v = at;
    v.level[9] = log(1.25);
    days(other, 4);
    assert_memory_equal(&j->alarms, &other->alarms, sizeof j->alarms);
    assert_memory_equal(&j->detector.by.judge, &other->detector.by.judge,
                        offsetof(struct platter_judge, zones));
    free(buf);
    free(other);
}

static void while_it_learns(void **state)
{
    (void)state;
    it_goes_on_where_it_was(3);
    it_goes_on_where_it_was(10);
}

static void when_it_is_frozen(void **state)
{
    (void)state;
    it_goes_on_where_it_was(35);
    assert_true(platter_judging_packed_size(j) < 20000);
}

static void what_is_damaged_is_refused(void **state)
{
    (void)state;
    struct platter_judging *other = calloc(1, sizeof *other), *none = calloc(1, sizeof *none);

    days(j, 6);
    size_t size = platter_judging_packed_size(j);
    unsigned char *buf = malloc(size);
    platter_judging_pack(j, buf);
    assert_int_equal(platter_judging_unpack(buf, size - 1, other), -EBADMSG);
    assert_int_equal(platter_judging_unpack(buf, 3, other), -EBADMSG);
    for (size_t at = 0; at < size; at += 97) {
        buf[at] ^= 0x55;
        assert_true(platter_judging_unpack(buf, size, other) < 0);
        buf[at] ^= 0x55;
    }
    buf[8]++;
    assert_int_equal(platter_judging_unpack(buf, size, other), -EPROTO);
    assert_memory_equal(other, none, sizeof *none);
    free(buf);
    free(other);
    free(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_zone_gets_slow_and_well_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(while_it_learns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(when_it_is_frozen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_damaged_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

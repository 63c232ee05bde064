/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/store/state_db.h"
#include "tests/support/folder.h"

static char why[512];

static struct platter_state_db *opened(void)
{
    struct platter_state_db *s = NULL;
    if (platter_state_db_open(dir, 0, &s, why, sizeof(why)) != 0)
        fail_msg("%s", why);
    return s;
}

static void add(struct platter_state_db *s, uint64_t seq, const char *text)
{
    struct platter_event e;
    platter_event_init(&e, 1000 + (int64_t)seq, "a", "slower", PLATTER_FAILURE, text);
    e.seq = seq;
    e.size = seq % 2 ? 0.125 : NAN;
    memcpy(e.zones, "08-09", 6);
    assert_int_equal(platter_event_db_add(platter_state_db_events(s), &e), 0);
}

static void they_come_back_as_they_were(void **state)
{
    struct platter_event *events = NULL;
    unsigned n = 9;
    uint64_t seq = 99;
    (void)state;
    struct platter_state_db *s = opened();
    assert_int_equal(platter_event_db_last(platter_state_db_events(s), &seq), 0);
    assert_int_equal(seq, 0);
    assert_int_equal(platter_event_db_load(platter_state_db_events(s), 10, &events, &n), 0);
    assert_int_equal(n, 0);
    free(events);
    for (uint64_t i = 1; i <= 5; i++)
        add(s, i, "first");
    add(s, 5, "again"); /* stays as it was */
    platter_state_db_free(s);
    s = opened();
    assert_int_equal(platter_event_db_last(platter_state_db_events(s), &seq), 0);
    assert_int_equal(seq, 5);
    assert_int_equal(platter_event_db_load(platter_state_db_events(s), 2, &events, &n), 0);
    assert_int_equal(n, 2);
    assert_int_equal(events[0].seq, 4);
    assert_true(isnan(events[0].size));
    assert_int_equal(events[1].seq, 5);
    assert_int_equal(events[1].time_s, 1005);
    assert_int_equal(events[1].severity, PLATTER_FAILURE);
    assert_string_equal(events[1].drive, "a");
    assert_string_equal(events[1].code, "slower");
    assert_string_equal(events[1].text, "first");
    assert_string_equal(events[1].zones, "08-09");
    assert_true(events[1].size == 0.125);
    free(events);
    platter_state_db_free(s);
}

static int64_t run(int64_t now_ms, bool end)
{
    int64_t epoch = 0;
    struct platter_state_db *s = opened();
    assert_int_equal(platter_event_db_begin_run(platter_state_db_events(s), now_ms, &epoch), 0);
    if (end)
        assert_int_equal(platter_event_db_end_run(platter_state_db_events(s)), 0);
    platter_state_db_free(s);
    return epoch;
}

static void numbers_go_on_after_a_run_that_was_ended(void **state)
{
    (void)state;
    assert_int_equal(run(1000, true), 1000);
    assert_int_equal(run(2000, true), 1000);
    assert_int_equal(run(3000, false), 1000);
    assert_int_equal(run(4000, false), 4000);
    assert_int_equal(run(5000, true), 5000);
    assert_int_equal(run(6000, true), 5000);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(they_come_back_as_they_were),
        TEST(numbers_go_on_after_a_run_that_was_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

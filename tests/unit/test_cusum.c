/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/core/cusum.h"

#define LIMIT 12
static const struct platter_cusum_cap cap = {3.006, 6.012};

/* Periods of a gain until it alarms, at most 1000; *since as told. */
static unsigned until_alarm(double gain, int64_t *since)
{
    struct platter_cusum c = {0};

    for (unsigned i = 0; i < 1000; i++)
        if (platter_cusum_add(&c, gain, cap, LIMIT, 1000 + i, since))
            return i + 1;
    return 1000;
}

static void small_evidence_adds_up(void **state)
{
    (void)state;
    int64_t since = 0;

    assert_int_equal(until_alarm(.5, &since), 25);
    assert_int_equal(since, 1000);
    assert_int_equal(until_alarm(-1, &since), 1000);
    assert_int_equal(until_alarm(0, &since), 1000);
}

/* Two periods fill the day's cap, two wait, then two more: six periods, never fewer. */
static void nothing_is_faster_than_the_cap(void **state)
{
    (void)state;
    int64_t since;

    assert_int_equal(until_alarm(5, &since), 6);
    assert_int_equal(until_alarm(1e30, &since), 6);
    assert_int_equal(until_alarm(INFINITY, &since), 6);
}

/* Evidence of a single day, then none: forgotten, and the next begins anew. */
static void a_day_alone_is_forgotten(void **state)
{
    (void)state;
    struct platter_cusum c = {0};
    int64_t since;

    for (unsigned i = 0; i < 4; i++)
        assert_false(platter_cusum_add(&c, 9, cap, LIMIT, i, &since));
    assert_near((double)c.sum, 6.012, 1e-6);
    for (unsigned i = 4; i < 20; i++)
        assert_false(platter_cusum_add(&c, -1, cap, LIMIT, i, &since));
    assert_true(c.sum == 0);
    bool alarm = false;
    for (unsigned i = 100; i < 200 && !alarm; i++)
        alarm = platter_cusum_add(&c, .5, cap, LIMIT, i, &since);
    assert_true(alarm);
    assert_int_equal(since, 100);
}

static void what_is_no_number_adds_nothing(void **state)
{
    (void)state;
    struct platter_cusum c = {0};
    int64_t since;

    platter_cusum_add(&c, 2, cap, LIMIT, 1, &since);
    assert_false(platter_cusum_add(&c, NAN, cap, LIMIT, 2, &since));
    assert_true(c.sum == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_evidence_adds_up),
        cmocka_unit_test(nothing_is_faster_than_the_cap),
        cmocka_unit_test(a_day_alone_is_forgotten),
        cmocka_unit_test(what_is_no_number_adds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

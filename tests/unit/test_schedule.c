/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>

#include "agent/core/schedule.h"

#define S 1000000000ull

static void the_interval_stretches_beyond_the_duty(void **unused)
{
    (void)unused;
    assert_int_equal(platter_schedule_interval_ns(600 * S, 0.01, 0), 600 * S);
    assert_int_equal(platter_schedule_interval_ns(600 * S, 0.01, 6 * S), 600 * S);
    assert_int_equal(platter_schedule_interval_ns(600 * S, 0.01, 9 * S), 900 * S);
    assert_int_equal(platter_schedule_interval_ns(2 * S, 1, 3 * S), 3 * S);
    /* an absurd last sample must not wrap round */
    assert_true(platter_schedule_interval_ns(S, 0.0001, UINT64_MAX) > 1000 * S);
}

static void drives_have_their_own_phase(void **unused)
{
    unsigned in_first_half = 0;
    (void)unused;
    for (int i = 0; i < 1000; i++) {
        char id[32];
        snprintf(id, sizeof(id), "WDC_WD20_%04d", i);
        uint64_t phase = platter_schedule_phase_ns(id, 600 * S);
        assert_true(phase < 600 * S);
        assert_int_equal(phase, platter_schedule_phase_ns(id, 600 * S));
        in_first_half += phase < 300 * S;
    }
    assert_in_range(in_first_half, 400, 600);
}

static void the_next_time_is_on_the_grid(void **unused)
{
    (void)unused;
    assert_int_equal(platter_schedule_next_ns(0, 10, 3), 3);
    assert_int_equal(platter_schedule_next_ns(2, 10, 3), 3);
    assert_int_equal(platter_schedule_next_ns(3, 10, 3), 13);
    assert_int_equal(platter_schedule_next_ns(12, 10, 3), 13);
    assert_int_equal(platter_schedule_next_ns(13, 10, 3), 23);
    assert_int_equal(platter_schedule_next_ns(0, 10, 0), 10);
    assert_int_equal(platter_schedule_next_ns(5, 10, 23), 13);
}

static void rotating_drives_are_gated_in_auto(void **unused)
{
    (void)unused;
    assert_true(platter_schedule_gated(PLATTER_SAMPLE_AUTO, true));
    assert_false(platter_schedule_gated(PLATTER_SAMPLE_AUTO, false));
    assert_false(platter_schedule_gated(PLATTER_SAMPLE_ALWAYS, true));
    assert_false(platter_schedule_gated(PLATTER_SAMPLE_OFF, true));
    assert_true(platter_schedule_gated(PLATTER_SAMPLE_WHEN_ACTIVE, false));
}

static void the_gate_closes_after_a_minute(void **unused)
{
    (void)unused;
    assert_false(platter_schedule_gate_open(5 * S, 0));
    assert_true(platter_schedule_gate_open(100 * S, 100 * S));
    assert_true(platter_schedule_gate_open(100 * S, 101 * S));
    assert_true(platter_schedule_gate_open(160 * S - 1, 100 * S));
    assert_false(platter_schedule_gate_open(160 * S, 100 * S));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_stretches_beyond_the_duty),
        cmocka_unit_test(drives_have_their_own_phase),
        cmocka_unit_test(the_next_time_is_on_the_grid),
        cmocka_unit_test(rotating_drives_are_gated_in_auto),
        cmocka_unit_test(the_gate_closes_after_a_minute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

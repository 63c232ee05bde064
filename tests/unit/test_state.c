/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/state.h"
#include <platter/series.h>
#include <platter/units.h>

#define MS PLATTER_NS_PER_MS
#define S PLATTER_NS_PER_S

static struct platter_sample sample_of(uint64_t block_ns)
{
    struct platter_sample s = {.n_zones = 2, .bursts = 2, .duration_ns = S};

    for (unsigned z = 0; z < 2; z++) {
        s.zones[z].burst = (struct platter_burst){.block_bytes = 131072, .timed = 16, .tries = 1};
        for (unsigned i = 0; i < 16; i++)
            s.zones[z].burst.block_ns[i] = block_ns;
        s.zones[z].accesses = 1;
        s.zones[z].access_ns[0] = 12 * MS;
    }
    return s;
}

static void counts_grow_and_gauges_are_the_last(void **state)
{
    (void)state;
    struct platter_state st;
    struct platter_snapshot out;
    struct platter_sample a = sample_of(MS), b = sample_of(6 * MS);

    platter_state_init(&st, 2, 5 * MS, 0);
    platter_snapshot_init(&out);
    platter_state_fill(&st, 100 * S, &out);
    assert_nan(out.age_s);
    assert_nan(out.zones[0].throughput_bps);

    platter_state_add(&st, &a, 100 * S);
    platter_state_add(&st, &b, 700 * S);
    platter_state_fill(&st, 710 * S, &out);
    assert_int_equal(out.n_zones, 2);
    assert_int_equal(out.samples, 2);
    assert_near(out.age_s, 10, 1e-9);
    assert_near(out.zones[1].throughput_bps, 131072 / .006, 1e-9);
    assert_near(out.zones[1].access_s, .012, 1e-9);
    assert_int_equal(out.zones[1].counts.by_class[PLATTER_LT5], 16);
    assert_int_equal(out.zones[1].counts.by_class[PLATTER_LT10], 16);
    assert_int_equal(out.zones[1].counts.slow, 16);
    assert_near(out.duty, 2. / 611, 1e-9);
}

static void a_contended_sample_changes_no_gauge(void **state)
{
    (void)state;
    struct platter_state st;
    struct platter_snapshot out;
    struct platter_sample a = sample_of(MS), b = sample_of(90 * MS);

    platter_snapshot_init(&out);
    platter_state_init(&st, 2, 5 * MS, 0);
    platter_state_add(&st, &a, 100 * S);
    b.contended = 2;
    for (unsigned z = 0; z < 2; z++) {
        b.zones[z].burst.flags = b.zones[z].access_flags[0] = PLATTER_FLAG_FOREIGN;
        b.zones[z].contended_tries = 1;
    }
    platter_state_add(&st, &b, 700 * S);
    platter_state_fill(&st, 700 * S, &out);
    assert_near(out.zones[0].throughput_bps, 131.072e6, 1e-9);
    assert_near(out.age_s, 600, 1e-9);
    assert_near(out.contended, 1, 1e-9);
    assert_int_equal(out.zones[0].contended, 1);
    assert_int_equal(out.zones[0].counts.slow, 0);
}

static void gauges_are_held_two_hours(void **state)
{
    (void)state;
    struct platter_state st;
    struct platter_snapshot out;
    struct platter_sample a = sample_of(MS);

    platter_snapshot_init(&out);
    platter_state_init(&st, 2, 5 * MS, 0);
    platter_state_add(&st, &a, 100 * S);
    platter_state_fill(&st, (100 + PLATTER_HOLD_S) * S, &out);
    assert_near(out.zones[0].throughput_bps, 131.072e6, 1e-9);
    platter_state_fill(&st, (100 + PLATTER_HOLD_S) * S + 1, &out);
    assert_nan(out.zones[0].throughput_bps);
    assert_nan(out.zones[0].access_s);
    assert_nan(out.zones[0].worst_s);
    /* counts are never forgotten */
    assert_int_equal(out.zones[0].counts.by_class[PLATTER_LT5], 16);
}

static void the_outer_reference_is_robust(void **state)
{
    (void)state;
    struct platter_state st;
    struct platter_sample s = sample_of(MS);

    platter_state_init(&st, 2, 5 * MS, 0);
    for (unsigned i = 0; i < 100; i++) {
        /* a slow block, a burst of others', one from the buffer: none of them moves it */
        s = sample_of(MS);
        if (i % 3 == 0)
            s.zones[0].burst.block_ns[2] = 300 * MS;
        if (i % 3 == 1)
            s.zones[0].burst.flags = PLATTER_FLAG_FOREIGN;
        platter_state_add(&st, &s, (2 * i + 1) * S);
        s = sample_of(MS / 8);
        s.zones[0].burst.flags = PLATTER_FLAG_CACHED;
        platter_state_add(&st, &s, (2 * i + 2) * S);
        if (i < 5)
            assert_true(platter_state_outer_bps(&st) == 0);
        if (i > 7)
            assert_near(platter_state_outer_bps(&st), 131.072e6, 1e-9);
    }
}

/* A reference that is too low drops bursts by the cache rule; it must follow them all the same. */
static void the_outer_reference_recovers(void **state)
{
    (void)state;
    struct platter_state st;
    struct platter_sample s = sample_of(4 * MS);

    platter_state_init(&st, 2, 5 * MS, 0);
    for (unsigned i = 1; i <= 20; i++)
        platter_state_add(&st, &s, i * S);
    s = sample_of(MS);
    s.zones[0].burst.flags = s.zones[1].burst.flags = PLATTER_FLAG_CACHED;
    for (unsigned i = 21; i <= 40; i++)
        platter_state_add(&st, &s, i * S);
    assert_near(platter_state_outer_bps(&st), 131.072e6, 1e-9);
}

/* Zone 1 answers at once wherever it is asked. */
static void what_never_comes_from_the_surface_is_unmapped(void **state)
{
    (void)state;
    struct platter_state st;
    struct platter_sample a = sample_of(MS), thin = sample_of(MS), busy;

    thin.zones[1].burst.flags = PLATTER_FLAG_CACHED;
    thin.zones[1].access_flags[0] = PLATTER_FLAG_CACHED;
    busy = thin;
    busy.zones[1].burst.flags |= PLATTER_FLAG_FOREIGN;
    platter_state_init(&st, 2, 5 * MS, 0);
    for (unsigned i = 0; i < PLATTER_UNMAPPED_SAMPLES; i++) {
        assert_int_equal(platter_state_unmapped(&st), 0);
        platter_state_add(&st, &thin, S);
        platter_state_add(&st, &busy, S); /* says nothing either way */
    }
    assert_int_equal(platter_state_unmapped(&st), 2);
    platter_state_add(&st, &a, S);
    assert_int_equal(platter_state_unmapped(&st), 0);
    /* bursts dropped by the cache rule alone: the reference may be wrong, the seeks are real */
    thin.zones[1].access_flags[0] = 0;
    for (unsigned i = 0; i < 9; i++)
        platter_state_add(&st, &thin, S);
    assert_int_equal(platter_state_unmapped(&st), 0);
}

static void another_number_of_zones_is_ignored(void **state)
{
    (void)state;
    struct platter_state st;
    struct platter_sample a = sample_of(MS);

    platter_state_init(&st, 3, 5 * MS, 0);
    platter_state_add(&st, &a, S);
    assert_int_equal(st.samples, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_grow_and_gauges_are_the_last),
        cmocka_unit_test(a_contended_sample_changes_no_gauge),
        cmocka_unit_test(gauges_are_held_two_hours),
        cmocka_unit_test(the_outer_reference_is_robust),
        cmocka_unit_test(the_outer_reference_recovers),
        cmocka_unit_test(what_never_comes_from_the_surface_is_unmapped),
        cmocka_unit_test(another_number_of_zones_is_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

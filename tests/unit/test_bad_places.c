/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/bad_places.h"

#define DAY 86400
#define NOW 1796000000

static struct platter_sample sample_with_error(uint64_t offset_bytes)
{
    return (struct platter_sample){.n_bad = 1, .bad = {{offset_bytes, 131072, 3}}};
}

static struct platter_bad_places learned(uint64_t offset_bytes, int64_t now_s)
{
    struct platter_bad_places b = {.n = 0};
    struct platter_sample s = sample_with_error(offset_bytes);

    platter_bad_places_learn(&b, &s, false, now_s);
    return b;
}

static void a_bad_block_is_left_out_for_a_week(void **state)
{
    (void)state;
    struct platter_bad_places b = learned(1 << 20, NOW);

    assert_int_equal(b.n, 1);
    assert_true(b.place[0].error);
    assert_int_equal(b.place[0].since_s, NOW);
    assert_true(platter_bad_places_overlap(&b, 1 << 20, 1));
    assert_true(platter_bad_places_overlap(&b, (1 << 20) + 131071, 4096));
    assert_true(platter_bad_places_overlap(&b, 0, 2 << 20));
    assert_false(platter_bad_places_overlap(&b, (1 << 20) + 131072, 4096));
    assert_false(platter_bad_places_overlap(&b, (1 << 20) - 4096, 4096));
    assert_false(platter_bad_places_overlap(NULL, 1 << 20, 1));
    assert_int_equal(platter_bad_places_due(&b, NOW), -1);
    assert_int_equal(platter_bad_places_due(&b, NOW + 7 * DAY - 1), -1);
    assert_int_equal(platter_bad_places_due(&b, NOW + 7 * DAY), 0);
    /* due, and left out until it has been verified */
    assert_true(platter_bad_places_overlap(&b, 1 << 20, 1));
}

static void verified_once_it_is_used_again_or_not(void **state)
{
    (void)state;
    struct platter_bad_places b = learned(1 << 20, NOW);
    struct platter_sample s = sample_with_error(1 << 20);

    /* another week: bad since the first time */
    s.verified = (struct platter_verified){1 << 20, 131072, false};
    platter_bad_places_learn(&b, &s, false, NOW + 7 * DAY);
    assert_int_equal(b.n, 1);
    assert_int_equal(b.place[0].since_s, NOW);
    assert_int_equal(platter_bad_places_due(&b, NOW + 14 * DAY - 1), -1);
    /* slow is as bad, whether others used the drive or not */
    s.n_bad = 0;
    platter_bad_places_learn(&b, &s, false, NOW + 14 * DAY);
    assert_int_equal(platter_bad_places_due(&b, NOW + 21 * DAY - 1), -1);
    s.verified.fine = true;
    platter_bad_places_learn(&b, &s, false, NOW + 21 * DAY);
    assert_int_equal(b.n, 0);
    /* one that is not known does no harm */
    platter_bad_places_learn(&b, &s, false, NOW + 21 * DAY);
    assert_int_equal(b.n, 0);
}

static void slow_ones_count_only_when_times_do(void **state)
{
    (void)state;
    struct platter_bad_places b = {.n = 0};
    struct platter_sample s = {.n_stuck = 1, .stuck = {{4096, 4096, 0}}};

    platter_bad_places_learn(&b, &s, true, NOW);
    assert_int_equal(b.n, 0);
    platter_bad_places_learn(&b, &s, false, NOW);
    assert_int_equal(b.n, 1);
    assert_false(b.place[0].error);
    s = sample_with_error(1 << 20);
    platter_bad_places_learn(&b, &s, true, NOW);
    assert_int_equal(b.n, 2);
}

/* More bad reads than a sample names, more places than are kept: the oldest go. */
static void the_list_is_bounded(void **state)
{
    (void)state;
    struct platter_bad_places b = {.n = 0};
    struct platter_sample s = {.n_bad = 1000};

    for (unsigned k = 0; k < 3; k++) {
        for (uint64_t i = 0; i < PLATTER_BAD_MAX; i++)
            s.bad[i] = (struct platter_bad){(k * PLATTER_BAD_MAX + i) << 20, 131072, 0};
        platter_bad_places_learn(&b, &s, false, NOW + k);
    }
    assert_int_equal(b.n, PLATTER_BAD_PLACES_MAX);
    assert_false(platter_bad_places_overlap(&b, 0, (uint64_t)PLATTER_BAD_MAX << 20));
    for (uint64_t i = PLATTER_BAD_MAX; i < 3 * PLATTER_BAD_MAX; i++)
        assert_true(platter_bad_places_overlap(&b, i << 20, 1));
}

static void the_clock_may_be_set_back(void **state)
{
    (void)state;
    struct platter_bad_places b = learned(1 << 20, NOW + 3650 * DAY);

    assert_int_equal(platter_bad_places_due(&b, NOW), 0);
}

static void a_snapshot_shows_the_first_ones(void **state)
{
    (void)state;
    struct platter_bad_places b = {.n = 0};
    static struct platter_snapshot s;
    const uint64_t order[12] = {7, 3, 11, 1, 9, 5, 2, 10, 4, 12, 8, 6};

    platter_snapshot_init(&s);
    platter_bad_places_fill(&b, &s);
    assert_int_equal(s.n_bad_shown, 0);
    for (unsigned i = 0; i < 12; i++) {
        struct platter_sample sample = sample_with_error(order[i] << 20);
        platter_bad_places_learn(&b, &sample, false, NOW);
    }
    platter_bad_places_fill(&b, &s);
    assert_int_equal(s.n_bad_places, 12);
    assert_int_equal(s.n_bad_shown, PLATTER_BAD_SHOWN);
    for (uint64_t i = 0; i < PLATTER_BAD_SHOWN; i++)
        assert_int_equal(s.bad_shown[i].offset_bytes, (i + 1) << 20);
}

static void neighbours_stand_in(void **state)
{
    (void)state;
    struct platter_geometry g = {.capacity_bytes = 1ull << 40,
                                 .logical_bytes = 512,
                                 .physical_bytes = 4096,
                                 .align_bytes = 4096};
    struct platter_plan p;
    unsigned slot = 99;
    uint64_t at = 0;

    assert_int_equal(platter_plan_init(&p, &g, 10, 2), 0);
    for (unsigned tries = 0; tries < 3; tries++) {
        assert_true(platter_bad_places_slot(NULL, &p, 3, 40, tries, &slot));
        assert_int_equal(slot, 40 ^ tries);
    }
    /* the last block of slot 40's burst, and slot 41's */
    struct platter_bad_places b = learned(platter_plan_burst(&p, 3, 40) + 16 * 131072, NOW);
    assert_true(platter_bad_places_slot(&b, &p, 3, 40, 0, &slot));
    assert_int_equal(slot, 41);
    assert_true(platter_bad_places_slot(&b, &p, 4, 40, 0, &slot));
    assert_int_equal(slot, 40);
    /* every slot of zone 3 */
    b.n = 0;
    for (unsigned i = 0; i < 64; i++) {
        struct platter_sample s = sample_with_error(platter_plan_burst(&p, 3, i));
        platter_bad_places_learn(&b, &s, false, NOW);
    }
    assert_false(platter_bad_places_slot(&b, &p, 3, 40, 0, &slot));
    /* an access read goes on by a burst */
    uint64_t own = platter_plan_access(&p, 3, 40, 1);
    b = learned(own, NOW);
    assert_true(platter_bad_places_access(&b, &p, 3, 40, 1, &at));
    assert_int_equal(at, own + platter_plan_burst_bytes(&p));
    assert_true(platter_bad_place_readable(&b.place[0], &p));
    b.place[0].offset_bytes += 512;
    assert_false(platter_bad_place_readable(&b.place[0], &p));
    b.place[0] = (struct platter_bad_place){.offset_bytes = own, .len_bytes = 64 << 20};
    assert_false(platter_bad_place_readable(&b.place[0], &p));
    assert_false(platter_bad_places_access(&b, &p, 3, 40, 1, &at));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_block_is_left_out_for_a_week),
        cmocka_unit_test(verified_once_it_is_used_again_or_not),
        cmocka_unit_test(slow_ones_count_only_when_times_do),
        cmocka_unit_test(the_list_is_bounded),
        cmocka_unit_test(the_clock_may_be_set_back),
        cmocka_unit_test(a_snapshot_shows_the_first_ones),
        cmocka_unit_test(neighbours_stand_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

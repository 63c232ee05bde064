/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/judge.h"
#include "tests/support/learned.h"

static struct visits v;
static struct platter_baseline base;
static struct platter_judge judge;
static struct platter_finding found[PLATTER_FINDINGS_MAX];

static int set_up(void **state)
{
    (void)state;
    visits_begin(&v, 21);
    for (unsigned z = 0; z < VISITS_ZONES; z++)
        v.slow[z] = .001;
    struct platter_learner *l = learned(&v, 28);
    int r = platter_baseline_freeze(l, &base);
    free(l);
    memset(&judge, 0, sizeof judge);
    platter_judge_begin(&judge, &base);
    return r;
}

/* Judge periods until one has findings; how many it took, 0 = none in `most`. */
static unsigned until_found(unsigned most, unsigned *n)
{
    static struct platter_period p;
    static struct platter_sample s;

    for (unsigned i = 0; i < most; i++) {
        platter_period_begin(&p, VISITS_ZONES, v.time_s);
        for (unsigned k = 0; k < 36; k++) {
            visits_next(&v, &s);
            platter_period_add(&p, VISITS_ZONES, &s, VISITS_SLOW_NS, 30);
        }
        *n = platter_judge_period(&judge, &base, &p, v.time_s, 28 + i / 4., found);
        if (*n)
            return i + 1;
    }
    return 0;
}

static void is(enum platter_channel channel, unsigned zone, unsigned n)
{
    assert_true(n >= 1);
    assert_int_equal(found[0].channel, channel);
    assert_int_equal(found[0].zone, zone);
    assert_false(found[0].over);
}

static void nothing_is_found_in_a_healthy_year(void **state)
{
    (void)state;
    unsigned n;

    assert_int_equal(until_found(365 * 4, &n), 0);
}

static void an_inner_zone_a_fifth_slower(void **state)
{
    (void)state;
    unsigned n;
    int64_t begin = v.time_s;

    v.level[9] = log(1.25);
    unsigned took = until_found(40, &n);
    assert_in_range(took, 5, 6);
    is(PLATTER_CHANNEL_LEVEL, 9, n);
    assert_true(llabs(found[0].since_s - begin) <= PLATTER_PERIOD_S);
    assert_true(found[0].effect > .1 && found[0].effect < .25);
}

static void the_whole_drive_slower_is_no_zones_fault(void **state)
{
    (void)state;
    unsigned n;

    for (unsigned z = 0; z < VISITS_ZONES; z++)
        v.level[z] = .1;
    assert_in_range(until_found(40, &n), 5, 8);
    is(PLATTER_CHANNEL_LEVEL, PLATTER_ZONE_DRIVE, n);
    assert_int_equal(n, 1);
}

static void slow_blocks_in_one_zone(void **state)
{
    (void)state;
    unsigned n;

    v.slow[7] = .02;
    assert_in_range(until_found(80, &n), 5, 40);
    is(PLATTER_CHANNEL_SLOW, 7, n);
    assert_true(found[0].effect > 3 * found[0].usual);
}

static void seeking_takes_longer(void **state)
{
    (void)state;
    unsigned n;

    v.access = .15;
    assert_in_range(until_found(40, &n), 5, 12);
    is(PLATTER_CHANNEL_ACCESS, PLATTER_ZONE_DRIVE, n);
}

/* Twenty hours of a scrub that triples every time. */
static void a_scrub_is_nothing(void **state)
{
    (void)state;
    unsigned n;

    v.level[3] = log(3);
    assert_int_equal(until_found(3, &n), 0);
    v.level[3] = 0;
    assert_int_equal(until_found(40, &n), 0);
}

/* Raised once while it lasts; over after ten calm days. */
static void it_is_over_when_it_is_calm(void **state)
{
    (void)state;
    unsigned n;

    v.level[9] = log(1.25);
    until_found(40, &n);
    v.level[9] = 0;
    assert_in_range(until_found(100, &n), 40, 60);
    assert_true(found[0].over);
    assert_int_equal(found[0].zone, 9);
    assert_int_equal(until_found(100, &n), 0);
}

/* Busy all day: nothing counts, nothing is said. */
static void what_does_not_count_is_not_judged(void **state)
{
    (void)state;
    unsigned n;

    v.busy = true;
    v.level[9] = 1;
    assert_int_equal(until_found(40, &n), 0);
}

/* What design.md promises: 1 KiB a zone, the period included. */
static void a_zone_is_small(void **state)
{
    (void)state;
    assert_true(sizeof(struct platter_judge_zone) + sizeof(struct platter_baseline_zone) +
                    sizeof(struct platter_period_zone) <=
                1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_is_found_in_a_healthy_year, set_up),
        cmocka_unit_test_setup(an_inner_zone_a_fifth_slower, set_up),
        cmocka_unit_test_setup(the_whole_drive_slower_is_no_zones_fault, set_up),
        cmocka_unit_test_setup(slow_blocks_in_one_zone, set_up),
        cmocka_unit_test_setup(seeking_takes_longer, set_up),
        cmocka_unit_test_setup(a_scrub_is_nothing, set_up),
        cmocka_unit_test_setup(it_is_over_when_it_is_calm, set_up),
        cmocka_unit_test_setup(what_does_not_count_is_not_judged, set_up),
        cmocka_unit_test(a_zone_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

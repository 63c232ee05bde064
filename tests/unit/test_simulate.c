/* SPDX-License-Identifier: MIT */
/* A few days of a simulated drive. */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/bench/simulate.h"
#include "agent/drive/sim.h"

#define START_S 1767225600
#define DAY_S 86400

static struct platter_simulation job_of(const char *name, unsigned days)
{
    struct platter_simulation job = {.start_s = START_S,
                                     .end_s = START_S + (int64_t)days * DAY_S,
                                     .interval_ns = 600000000000ull,
                                     .zones = 10,
                                     .accesses = 2,
                                     .slow_ns = 5000000,
                                     .seed = 1};

    assert_int_equal(platter_sim_found(name, &job.found), 0);
    return job;
}

static void a_few_days(void **state)
{
    (void)state;
    struct platter_simulation job = job_of("sim:nas-4tb", 3);
    struct platter_simulated a, b;

    assert_int_equal(platter_simulate(&job, &a), 0);
    assert_in_range(a.samples, 3 * 144 - 1, 3 * 144);
    assert_true(a.until_s == job.end_s);
    assert_true(a.blocks > a.samples * 150);
    assert_int_equal(a.rows, 0);
    assert_near(a.last.zones[0].throughput_bps, 180e6, .15);
    assert_true(a.last.smart.time_s == job.end_s);
    /* the same again, and another with another seed */
    assert_int_equal(platter_simulate(&job, &b), 0);
    assert_memory_equal(&a, &b, sizeof(a));
    job.seed = 2;
    assert_int_equal(platter_simulate(&job, &b), 0);
    assert_true(b.slow != a.slow ||
                b.last.zones[0].throughput_bps != a.last.zones[0].throughput_bps);
}

static void what_is_wrong_is_seen(void **state)
{
    (void)state;
    struct platter_simulation job =
        job_of("sim:wd2002faex,fault=slow:zone=9:by=40%:day=1,fault=gone:day=2.5", 3);
    struct platter_simulated r;

    assert_int_equal(platter_simulate(&job, &r), 0);
    assert_in_range(r.gone_s, START_S + 2 * DAY_S + DAY_S / 2,
                    START_S + 2 * DAY_S + DAY_S / 2 + 600);
    assert_in_range(r.samples, 360, 361);
    assert_true(r.until_s == job.end_s); /* rows go on */
    job.end_s = START_S + 2 * DAY_S;
    assert_int_equal(platter_simulate(&job, &r), 0);
    assert_near(r.last.zones[9].throughput_bps, 87e6 * .6, .06);
    assert_near(r.last.zones[8].throughput_bps, 97e6, .08);
}

static int after_a_day(void *user, double share)
{
    (void)user;
    return share > .3 ? 42 : 0;
}

static void it_may_be_ended(void **state)
{
    (void)state;
    struct platter_simulation job = job_of("sim:wd2002faex", 3);
    struct platter_simulated r;

    job.watch.progress = after_a_day;
    assert_int_equal(platter_simulate(&job, &r), 42);
    assert_true(r.until_s < START_S + 2 * DAY_S && r.samples > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_days),
        cmocka_unit_test(what_is_wrong_is_seen),
        cmocka_unit_test(it_may_be_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

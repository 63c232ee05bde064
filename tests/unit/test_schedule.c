/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>

#include "agent/core/manners.h"
#include "agent/core/rng.h"
#include "agent/core/schedule.h"
#include <platter/series.h>

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

static void the_gate_closes_after_a_minute(void **unused)
{
    (void)unused;
    assert_false(platter_schedule_gate_open(5 * S, 0));
    assert_true(platter_schedule_gate_open(100 * S, 100 * S));
    assert_true(platter_schedule_gate_open(100 * S, 101 * S));
    assert_true(platter_schedule_gate_open(160 * S - 1, 100 * S));
    assert_false(platter_schedule_gate_open(160 * S, 100 * S));
}

static void the_next_one_keeps_the_grid_and_the_duty(void **unused)
{
    (void)unused;
    /* begun a little late: the next grid time is the next one's */
    assert_int_equal(platter_schedule_after_ns(6003 * S, 600 * S, .01, S, 2 * S), 6602 * S);
    /* 30 s at 1 %: 3000 s apart */
    assert_int_equal(platter_schedule_after_ns(6003 * S, 600 * S, .01, 30 * S, 2 * S), 9602 * S);
}

static void suspend_is_the_clocks_growing_apart(void **unused)
{
    uint64_t suspended_ns = 0;
    (void)unused;
    assert_true(platter_schedule_suspended(100 * S, 40 * S, &suspended_ns));
    assert_false(platter_schedule_suspended(200 * S, 140 * S, &suspended_ns));
    assert_false(platter_schedule_suspended(300 * S, 240 * S + 1000, &suspended_ns));
    assert_true(platter_schedule_suspended(900 * S, 340 * S, &suspended_ns));
    assert_false(platter_schedule_suspended(5, 9, &suspended_ns));
}

/*
 * A machine with its three clocks, a drive and a publisher, as platterd runs them: a timer on
 * CLOCK_BOOTTIME for samples, one on the wall clock for rows, which is set anew when somebody sets
 * that clock. One turn of the loop a second.
 */
struct world {
    uint64_t boot_ns, mono_ns;
    int64_t wall_s;
    /* the agent */
    struct platter_manners manners;
    uint64_t suspended_ns, due_ns;
    int64_t next_row_s, last_row_s;
    /* what came of it */
    unsigned samples, discarded, rows;
    uint64_t sampled_ns;   /* the last that counted */
    uint64_t apart_ns;     /* least time between two that counted */
    uint64_t discarded_ns; /* the last that did not */
};

static struct world begun(void)
{
    struct world w = {.boot_ns = 5000 * S, .mono_ns = 5000 * S, .wall_s = 1796000123};
    platter_manners_init(&w.manners);
    w.due_ns = platter_schedule_next_ns(w.boot_ns, 600 * S, 77 * S);
    w.next_row_s = platter_grid_next(w.wall_s, 600);
    w.apart_ns = UINT64_MAX;
    return w;
}

static void sample_if_due(struct world *w)
{
    if (platter_schedule_suspended(w->boot_ns, w->mono_ns, &w->suspended_ns))
        platter_manners_interrupted(&w->manners);
    if (w->boot_ns < w->due_ns)
        return;
    if (!platter_manners_sampled(&w->manners, w->boot_ns)) {
        w->discarded++;
        w->discarded_ns = w->boot_ns;
        return;
    }
    if (w->samples++ && w->boot_ns - w->sampled_ns < w->apart_ns)
        w->apart_ns = w->boot_ns - w->sampled_ns;
    w->sampled_ns = w->boot_ns;
    w->due_ns = platter_schedule_after_ns(w->boot_ns, 600 * S, .01, S / 2, 77 * S);
}

static void publish_if_due(struct world *w)
{
    if (w->wall_s < w->next_row_s)
        return;
    int64_t stamp_s = platter_grid_due(w->wall_s, 600, w->last_row_s);
    if (stamp_s) {
        assert_int_equal(stamp_s % 600, 0);
        assert_true(stamp_s > w->last_row_s);
        assert_true(stamp_s <= w->wall_s);
        w->last_row_s = stamp_s;
        w->rows++;
    }
    w->next_row_s = platter_grid_next(w->wall_s, 600);
}

static void live(struct world *w, unsigned seconds)
{
    for (; seconds > 0; seconds--) {
        w->boot_ns += S;
        w->mono_ns += S;
        w->wall_s++;
        sample_if_due(w);
        publish_if_due(w);
    }
}

static void set_clock(struct world *w, int64_t by_s)
{
    w->wall_s += by_s;
    w->next_row_s = platter_grid_next(w->wall_s, 600);
}

static void suspend(struct world *w, unsigned seconds)
{
    w->boot_ns += seconds * S;
    w->wall_s += seconds;
}

static void an_undisturbed_day(void **unused)
{
    struct world w = begun();
    (void)unused;
    live(&w, 86400);
    assert_int_equal(w.samples, 144);
    assert_int_equal(w.rows, 144);
    assert_int_equal(w.discarded, 0);
    assert_int_equal(w.apart_ns, 600 * S);
}

/* Back: no row until the clock is past the last one; forth: one row, none made up. Samples do not
 * know of it. */
static void the_clock_is_set_back_and_forth(void **unused)
{
    struct world w = begun();
    (void)unused;
    live(&w, 6000);
    unsigned rows = w.rows;
    set_clock(&w, -3600);
    live(&w, 3600);
    assert_int_equal(w.rows, rows);
    live(&w, 600);
    assert_int_equal(w.rows, rows + 1);
    set_clock(&w, 86400);
    live(&w, 600);
    assert_int_equal(w.rows, rows + 2);
    assert_int_equal(w.samples, 18);
    assert_int_equal(w.apart_ns, 600 * S);
    assert_int_equal(w.discarded, 0);
}

/* A clock that somebody plays with for a day: checked in publish_if_due. */
static void a_restless_clock(void **unused)
{
    struct world w = begun();
    struct platter_rng rng;
    (void)unused;
    print_message("seed 7\n");
    platter_rng_seed(&rng, 7);
    for (unsigned i = 0; i < 400; i++) {
        set_clock(&w, (int64_t)(platter_rng_next(&rng) % 4001) - 2000);
        live(&w, (unsigned)(platter_rng_next(&rng) % 433));
    }
    assert_true(w.rows > 20);
    assert_int_equal(w.apart_ns, 600 * S);
}

/* A night of sleep: the first sample is thrown away, one follows at once, then the grid; one row.
 */
static void the_host_is_suspended(void **unused)
{
    struct world w = begun();
    (void)unused;
    live(&w, 6000);
    unsigned samples = w.samples, rows = w.rows;
    suspend(&w, 8 * 3600 + 111);
    uint64_t woken_ns = w.boot_ns;
    live(&w, 10);
    assert_int_equal(w.discarded, 1);
    assert_int_equal(w.discarded_ns, woken_ns + S);
    assert_int_equal(w.samples, samples + 1);
    assert_int_equal(w.rows, rows + 1);
    live(&w, 5990);
    assert_int_equal(w.discarded, 1);
    assert_in_range(w.samples, samples + 10, samples + 11);
    assert_in_range(w.rows, rows + 10, rows + 11);
    assert_true(w.apart_ns >= 300 * S); /* the first after waking may be late on the grid */
    assert_int_equal((w.sampled_ns - 77 * S) % (600 * S), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_stretches_beyond_the_duty),
        cmocka_unit_test(drives_have_their_own_phase),
        cmocka_unit_test(the_next_time_is_on_the_grid),
        cmocka_unit_test(the_gate_closes_after_a_minute),
        cmocka_unit_test(the_next_one_keeps_the_grid_and_the_duty),
        cmocka_unit_test(suspend_is_the_clocks_growing_apart),
        cmocka_unit_test(an_undisturbed_day),
        cmocka_unit_test(the_clock_is_set_back_and_forth),
        cmocka_unit_test(a_restless_clock),
        cmocka_unit_test(the_host_is_suspended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* The decisions one by one, then weeks of a simulated drive and its people. */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/manners.h"
#include "agent/core/rng.h"

#define S 1000000000ull
#define MINUTE (60 * S)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

static const struct platter_manners_rules rules = {PLATTER_SAMPLE_AUTO, true, 0, 0};

static enum platter_may ask(struct platter_manners *m, uint64_t now_ns)
{
    const struct platter_sight sight = {now_ns, 12 * 60, 0};

    return platter_manners_ask(m, &rules, &sight);
}

static struct platter_manners awake(uint64_t now_ns)
{
    struct platter_manners m;

    platter_manners_init(&m);
    platter_manners_power(&m, now_ns, PLATTER_POWER_ACTIVE);
    return m;
}

static struct platter_wear wear(uint64_t start_stops, uint64_t head_loads)
{
    return (struct platter_wear){true, start_stops, 10, head_loads};
}

static void a_drive_seen_awake_is_sampled_once_at_once(void **state)
{
    (void)state;
    struct platter_manners m = awake(HOUR);

    assert_int_equal(ask(&m, HOUR), PLATTER_MAY_SAMPLE);
    assert_true(platter_manners_sampled(&m, HOUR));
    assert_int_equal(ask(&m, HOUR + 10 * MINUTE), PLATTER_MAY_NOT_GATED);
}

static void asleep_at_first_sight_it_is_left_alone(void **state)
{
    (void)state;
    struct platter_manners m;

    platter_manners_init(&m);
    platter_manners_power(&m, HOUR, PLATTER_POWER_STANDBY);
    assert_int_equal(ask(&m, HOUR), PLATTER_MAY_NOT_ASLEEP);
    platter_manners_power(&m, HOUR, PLATTER_POWER_SLEEP);
    assert_int_equal(ask(&m, HOUR), PLATTER_MAY_NOT_ASLEEP);
    /* nor when it cannot be told */
    platter_manners_power(&m, HOUR, PLATTER_POWER_UNKNOWN);
    assert_int_equal(ask(&m, HOUR), PLATTER_MAY_NOT_GATED);
}

static void the_gate_is_open_a_minute(void **state)
{
    (void)state;
    struct platter_manners m = awake(HOUR);

    platter_manners_sampled(&m, HOUR);
    platter_manners_foreign(&m, 2 * HOUR);
    assert_int_equal(ask(&m, 2 * HOUR + 59 * S), PLATTER_MAY_SAMPLE);
    assert_int_equal(ask(&m, 2 * HOUR + 61 * S), PLATTER_MAY_NOT_GATED);
    /* standby closes it whatever the counters say */
    platter_manners_foreign(&m, 3 * HOUR);
    platter_manners_power(&m, 3 * HOUR, PLATTER_POWER_STANDBY);
    assert_int_equal(ask(&m, 3 * HOUR + S), PLATTER_MAY_NOT_ASLEEP);
}

/* Six hours left alone, spinning, counters still: always-on for a week. */
static struct platter_manners proven(uint64_t *now_ns)
{
    struct platter_manners m = awake(HOUR);
    struct platter_wear w = wear(5, 100);

    platter_manners_sampled(&m, HOUR);
    platter_manners_wear(&m, HOUR + S, &w);
    assert_int_equal(ask(&m, HOUR + S + PLATTER_STRETCH_NS - MINUTE), PLATTER_MAY_NOT_GATED);
    *now_ns = HOUR + S + PLATTER_STRETCH_NS;
    platter_manners_power(&m, *now_ns, PLATTER_POWER_IDLE);
    assert_int_equal(ask(&m, *now_ns), PLATTER_MAY_PROVE);
    platter_manners_wear(&m, *now_ns, &w);
    assert_int_equal(ask(&m, *now_ns), PLATTER_MAY_SAMPLE);
    return m;
}

static void six_hours_prove_it_for_a_week(void **state)
{
    (void)state;
    uint64_t now;
    struct platter_manners m = proven(&now);

    assert_false(platter_manners_gated(&m, &rules, now + PLATTER_PROOF_NS - 1));
    assert_true(platter_manners_gated(&m, &rules, now + PLATTER_PROOF_NS));
    assert_int_equal(ask(&m, now + PLATTER_PROOF_NS), PLATTER_MAY_PROVE);
}

static void what_breaks_a_stretch(void **state)
{
    (void)state;
    const struct platter_wear w = wear(5, 100);

    for (unsigned how = 0; how < 4; how++) {
        struct platter_manners m = awake(HOUR);
        uint64_t middle = 4 * HOUR, end = HOUR + PLATTER_STRETCH_NS + MINUTE;
        platter_manners_sampled(&m, HOUR);
        platter_manners_wear(&m, HOUR, &w);
        if (how == 0)
            platter_manners_foreign(&m, middle);
        else if (how == 1)
            platter_manners_power(&m, middle, PLATTER_POWER_STANDBY);
        else if (how == 2)
            platter_manners_power(&m, middle, PLATTER_POWER_IDLE_LOW);
        else
            platter_manners_interrupted(&m);
        platter_manners_power(&m, end, PLATTER_POWER_ACTIVE);
        assert_int_equal(ask(&m, end), PLATTER_MAY_NOT_GATED);
    }
}

static void counters_that_moved_prove_nothing(void **state)
{
    (void)state;
    const struct platter_wear before = wear(5, 100);
    const struct platter_wear after[] = {wear(6, 100), wear(5, 101), {true, 5, 11, 100}, {0}};

    for (unsigned i = 0; i < 4; i++) {
        struct platter_manners m = awake(HOUR);
        uint64_t end = HOUR + PLATTER_STRETCH_NS;
        platter_manners_sampled(&m, HOUR);
        platter_manners_wear(&m, HOUR, &before);
        assert_int_equal(ask(&m, end), PLATTER_MAY_PROVE);
        platter_manners_wear(&m, end, &after[i]);
        assert_int_equal(ask(&m, end), PLATTER_MAY_NOT_GATED);
    }
}

static void a_proven_drive_is_gated_again(void **state)
{
    (void)state;
    uint64_t now;
    struct platter_manners m = proven(&now);
    struct platter_wear w = wear(5, 101);

    /* its heads were loaded by a sample of ours */
    platter_manners_sampled(&m, now + MINUTE);
    platter_manners_wear(&m, now + MINUTE, &w);
    assert_true(platter_manners_gated(&m, &rules, now + 2 * MINUTE));
    assert_int_equal(m.head_loads, 1);

    m = proven(&now);
    platter_manners_power(&m, now + HOUR, PLATTER_POWER_IDLE_LOW);
    assert_true(platter_manners_gated(&m, &rules, now + HOUR));
}

static void the_first_sample_after_sleep_is_thrown_away(void **state)
{
    (void)state;
    struct platter_manners m = awake(HOUR);

    assert_true(platter_manners_sampled(&m, HOUR));
    platter_manners_power(&m, 2 * HOUR, PLATTER_POWER_STANDBY);
    platter_manners_power(&m, 3 * HOUR, PLATTER_POWER_ACTIVE);
    platter_manners_foreign(&m, 3 * HOUR);
    assert_int_equal(ask(&m, 3 * HOUR + S), PLATTER_MAY_SAMPLE);
    assert_false(platter_manners_sampled(&m, 3 * HOUR + S));
    assert_int_equal(ask(&m, 3 * HOUR + 2 * S), PLATTER_MAY_SAMPLE);
    assert_true(platter_manners_sampled(&m, 3 * HOUR + 2 * S));
    assert_int_equal(m.wakes, 0);
}

static void busy_drives_come_first(void **state)
{
    (void)state;
    struct platter_manners m = awake(HOUR);
    struct platter_sight sight = {HOUR, 0, .6};

    assert_int_equal(platter_manners_ask(&m, &rules, &sight), PLATTER_MAY_NOT_BUSY);
    sight.now_ns += PLATTER_BUSY_WAIT_NS - 1;
    assert_int_equal(platter_manners_ask(&m, &rules, &sight), PLATTER_MAY_NOT_BUSY);
    sight.now_ns += 1;
    assert_int_equal(platter_manners_ask(&m, &rules, &sight), PLATTER_MAY_NOT_SKIP);
    assert_int_equal(m.skipped, 1);
    sight.now_ns += S;
    sight.utilisation = .5;
    assert_int_equal(platter_manners_ask(&m, &rules, &sight), PLATTER_MAY_SAMPLE);
    sight.utilisation = NAN;
    assert_int_equal(platter_manners_ask(&m, &rules, &sight), PLATTER_MAY_SAMPLE);
}

static void quiet_hours_and_modes(void **state)
{
    (void)state;
    struct platter_manners m = awake(HOUR);
    struct platter_manners_rules r = {PLATTER_SAMPLE_ALWAYS, true, 23 * 60, 7 * 60};
    struct platter_sight sight = {HOUR, 23 * 60, 0};

    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_NOT_QUIET);
    sight.minute_of_day = 6 * 60 + 59;
    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_NOT_QUIET);
    sight.minute_of_day = 7 * 60;
    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_SAMPLE);
    r = (struct platter_manners_rules){PLATTER_SAMPLE_ALWAYS, true, 1 * 60, 5 * 60};
    sight.minute_of_day = 60;
    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_NOT_QUIET);
    sight.minute_of_day = 5 * 60;
    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_SAMPLE);

    r.mode = PLATTER_SAMPLE_OFF;
    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_NOT_OFF);
    /* when-active gates also what has no spindle */
    r = (struct platter_manners_rules){PLATTER_SAMPLE_WHEN_ACTIVE, false, 0, 0};
    platter_manners_sampled(&m, HOUR);
    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_NOT_GATED);
    /* auto samples a drive without a spindle at any time, whatever its power state */
    r.mode = PLATTER_SAMPLE_AUTO;
    platter_manners_power(&m, HOUR, PLATTER_POWER_UNKNOWN);
    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_SAMPLE);
    /* always does not mean waking it */
    r = (struct platter_manners_rules){PLATTER_SAMPLE_ALWAYS, true, 0, 0};
    platter_manners_power(&m, HOUR, PLATTER_POWER_STANDBY);
    assert_int_equal(platter_manners_ask(&m, &r, &sight), PLATTER_MAY_NOT_ASLEEP);
}

/* ---- Weeks ------------------------------------------------------------------------------------
 */

/* A drive with a spin-down timer, and heads that unload before that. */
struct box {
    uint64_t timer_ns;  /* 0 = never sleeps */
    uint64_t unload_ns; /* 0 = never unloads */
    uint64_t touched_ns;
    uint64_t start_stops, head_loads;
    bool asleep, unloaded;
    uint64_t slept_ns, woken_by_us, loaded_by_us;
};

static void box_until(struct box *b, uint64_t now_ns, uint64_t step_ns)
{
    if (b->unload_ns && now_ns - b->touched_ns >= b->unload_ns)
        b->unloaded = true;
    if (b->timer_ns && now_ns - b->touched_ns >= b->timer_ns)
        b->asleep = b->unloaded = true;
    if (b->asleep)
        b->slept_ns += step_ns;
}

static void box_touch(struct box *b, uint64_t now_ns, bool ours)
{
    b->start_stops += b->asleep;
    b->head_loads += b->unloaded;
    b->woken_by_us += ours && b->asleep;
    b->loaded_by_us += ours && b->unloaded;
    b->asleep = b->unloaded = false;
    b->touched_ns = now_ns;
}

static enum platter_power box_power(const struct box *b)
{
    if (b->asleep)
        return PLATTER_POWER_STANDBY;
    return b->unloaded ? PLATTER_POWER_IDLE_LOW : PLATTER_POWER_IDLE;
}

/* platterd as far as it matters here: every 10 s a look at the counters; when a sample is due, the
 * power state, the question, and after a sample SMART, at most every 1800 s. */
struct agent {
    struct platter_manners m;
    uint64_t due_ns, smart_ns;
    unsigned samples, used;
};

static void read_smart(struct agent *a, struct box *b, uint64_t now_ns)
{
    const struct platter_wear w = {true, b->start_stops, 10, b->head_loads};

    box_touch(b, now_ns, true);
    a->smart_ns = now_ns;
    platter_manners_wear(&a->m, now_ns, &w);
}

static void agent_look(struct agent *a, struct box *b, uint64_t now_ns)
{
    if (now_ns < a->due_ns)
        return;
    platter_manners_power(&a->m, now_ns, box_power(b));
    enum platter_may may = ask(&a->m, now_ns);
    if (may == PLATTER_MAY_PROVE)
        read_smart(a, b, now_ns);
    if (may != PLATTER_MAY_SAMPLE)
        return;
    box_touch(b, now_ns, true);
    a->samples++;
    if (!platter_manners_sampled(&a->m, now_ns))
        return; /* another at the next look */
    a->used++;
    a->due_ns = now_ns + 10 * MINUTE;
    if (now_ns - a->smart_ns >= 30 * MINUTE)
        read_smart(a, b, now_ns);
}

struct week {
    struct box with, without;
    struct agent agent;
    unsigned accesses;
};

/* users a day at random times of day; each access lasts 5 minutes */
static struct week weeks(unsigned days, unsigned users, uint64_t timer_ns, uint64_t unload_ns,
                         uint64_t seed)
{
    struct week w = {.with = {.timer_ns = timer_ns, .unload_ns = unload_ns, .touched_ns = DAY}};
    struct platter_rng rng;
    uint64_t next[8];

    w.without = w.with;
    platter_manners_init(&w.agent.m);
    platter_rng_seed(&rng, seed);
    for (uint64_t day = 1; day <= days; day++) {
        for (unsigned u = 0; u < users; u++)
            next[u] = day * DAY + (uint64_t)(platter_rng_uniform(&rng) * 86000) * S / 10 * 10;
        w.accesses += users;
        for (uint64_t now = day * DAY; now < (day + 1) * DAY; now += 10 * S) {
            box_until(&w.with, now, 10 * S);
            box_until(&w.without, now, 10 * S);
            for (unsigned u = 0; u < users; u++)
                if (now >= next[u] && now < next[u] + 5 * MINUTE) {
                    box_touch(&w.with, now, false);
                    box_touch(&w.without, now, false);
                    platter_manners_foreign(&w.agent.m, now);
                }
            agent_look(&w.agent, &w.with, now);
        }
    }
    return w;
}

static void a_drive_with_a_timer_sleeps_a_minute_less_at_most(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct week w = weeks(28, 2, 20 * MINUTE, 0, seed);
        uint64_t lost = w.without.slept_ns - w.with.slept_ns;

        assert_int_equal(w.with.woken_by_us, 0);
        assert_int_equal(w.agent.m.wakes, 0);
        assert_int_equal(w.with.start_stops, w.without.start_stops);
        assert_true(lost <= w.accesses * 60 * S);
        /* nor is it forgotten: each access gives a sample that counts */
        assert_in_range(w.agent.used, w.accesses * 8 / 10, w.accesses * 2);
    }
}

static void heads_that_unload_are_not_loaded(void **state)
{
    (void)state;
    struct week w = weeks(28, 3, 0, 8 * MINUTE, 7);

    assert_int_equal(w.with.loaded_by_us, 0);
    assert_int_equal(w.agent.m.head_loads, 0);
    assert_int_equal(w.with.head_loads, w.without.head_loads);
    assert_true(w.agent.used >= w.accesses * 8 / 10);
}

static void a_drive_that_never_sleeps_is_sampled_nearly_always(void **state)
{
    (void)state;
    struct week w = weeks(28, 0, 0, 0, 3);

    /* six hands-off hours at first and one such window a week */
    assert_true(w.agent.used > 28 * 144 * 95 / 100);
    assert_true(w.agent.used < 28 * 144);
    assert_int_equal(w.with.start_stops, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drive_seen_awake_is_sampled_once_at_once),
        cmocka_unit_test(asleep_at_first_sight_it_is_left_alone),
        cmocka_unit_test(the_gate_is_open_a_minute),
        cmocka_unit_test(six_hours_prove_it_for_a_week),
        cmocka_unit_test(what_breaks_a_stretch),
        cmocka_unit_test(counters_that_moved_prove_nothing),
        cmocka_unit_test(a_proven_drive_is_gated_again),
        cmocka_unit_test(the_first_sample_after_sleep_is_thrown_away),
        cmocka_unit_test(busy_drives_come_first),
        cmocka_unit_test(quiet_hours_and_modes),
        cmocka_unit_test(a_drive_with_a_timer_sleeps_a_minute_less_at_most),
        cmocka_unit_test(heads_that_unload_are_not_loaded),
        cmocka_unit_test(a_drive_that_never_sleeps_is_sampled_nearly_always),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

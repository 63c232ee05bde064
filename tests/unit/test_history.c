/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/rng.h"
#include "agent/daemon/history.h"

#define START_S 1700000400
#define STEP_S 600

/* What a replay gave. */
struct heard {
    int64_t last_s;
    unsigned rows, steps, stop_after;
    struct platter_snapshot row; /* the last one */
    unsigned wrong;
};

/* A drive's row of a time: every figure follows from both. */
static void make(struct platter_snapshot *s, unsigned drive, int64_t time_s, unsigned zones)
{
    struct platter_rng rng;
    platter_rng_seed(&rng, (uint64_t)time_s * 1000 + drive);
    platter_snapshot_init(s);
    snprintf(s->drive, sizeof(s->drive), "WDC_WD80EAZZ-00BKLB0_WD-%u", drive);
    snprintf(s->model, sizeof(s->model), "WDC WD80EAZZ-00BKLB0");
    s->time_s = time_s;
    s->step_s = STEP_S;
    s->age_s = platter_rng_uniform(&rng) * 600;
    s->samples = (uint64_t)((time_s - START_S) / STEP_S);
    s->cost.bytes_read = s->samples * 24536678;
    platter_snapshot_reason(s, "learning", NULL, 0, NAN, "measured, not judged");
    s->n_zones = zones;
    for (unsigned z = 0; z < zones; z++) {
        struct platter_zone *zone = &s->zones[z];
        zone->throughput_bps = 2e8 - z * 1e7 + platter_rng_uniform(&rng) * 1e6;
        zone->access_s = 0.012 + platter_rng_uniform(&rng) * 0.004;
        zone->worst_s = 0.001 + platter_rng_uniform(&rng) * 0.003;
        zone->counts.by_class[PLATTER_LT5] = s->samples * 16 - s->samples / 7;
        zone->counts.by_class[PLATTER_LT10] = s->samples / 7;
        zone->counts.slow = s->samples / 7;
    }
}

static int hear(int64_t time_s, const struct platter_snapshot *s, void *user)
{
    struct heard *h = user;
    if (!s) {
        h->steps++;
        h->wrong += time_s <= h->last_s;
        h->last_s = time_s;
        return h->steps == h->stop_after ? 1 : 0;
    }
    h->rows++;
    h->row = *s;
    h->wrong += s->time_s != time_s;
    return 0;
}

static void fill(struct platter_history *h, unsigned drives, unsigned steps, unsigned zones)
{
    struct platter_snapshot s;
    for (unsigned step = 0; step < steps; step++) {
        int64_t time_s = START_S + (int64_t)step * STEP_S;
        for (unsigned d = 0; d < drives; d++) {
            make(&s, d, time_s, zones);
            assert_int_equal(platter_history_add(h, &s), 0);
        }
        assert_int_equal(platter_history_end(h, time_s), 0);
    }
}

static bool same_figure(double a, double b)
{
    return isnan(a) ? isnan(b) : fabs(a - b) <= fabs(a) * 1e-7;
}

static void assert_same_row(const struct platter_snapshot *a, const struct platter_snapshot *b)
{
    assert_string_equal(a->drive, b->drive);
    assert_string_equal(a->model, b->model);
    assert_int_equal(a->time_s, b->time_s);
    assert_int_equal(a->samples, b->samples);
    assert_int_equal(a->cost.bytes_read, b->cost.bytes_read);
    assert_int_equal(a->n_reasons, b->n_reasons);
    assert_int_equal(a->n_zones, b->n_zones);
    assert_true(same_figure(a->age_s, b->age_s));
    assert_true(isnan(b->duty));
    for (unsigned z = 0; z < a->n_zones; z++) {
        assert_memory_equal(&a->zones[z].counts, &b->zones[z].counts, sizeof(a->zones[z].counts));
        assert_true(same_figure(a->zones[z].throughput_bps, b->zones[z].throughput_bps));
        assert_true(same_figure(a->zones[z].access_s, b->zones[z].access_s));
    }
}

static void rows_come_back_oldest_first(void **state)
{
    struct platter_history *h = platter_history_new(PLATTER_HISTORY_BYTES, PLATTER_HISTORY_S);
    struct heard heard = {0};
    struct platter_snapshot wanted;
    (void)state;
    assert_int_equal(platter_history_first_s(h), 0);
    fill(h, 3, 10, 10);
    assert_int_equal(platter_history_first_s(h), START_S);
    assert_int_equal(platter_history_last_s(h), START_S + 9 * STEP_S);
    assert_int_equal(platter_history_replay(h, 0, hear, &heard), 0);
    assert_int_equal(heard.rows, 30);
    assert_int_equal(heard.steps, 10);
    assert_int_equal(heard.wrong, 0);
    make(&wanted, 2, START_S + 9 * STEP_S, 10);
    assert_same_row(&wanted, &heard.row);
    platter_history_free(h);
}

static void each_row_is_what_it_was(void **state)
{
    struct platter_history *h = platter_history_new(PLATTER_HISTORY_BYTES, PLATTER_HISTORY_S);
    struct platter_snapshot wanted;
    (void)state;
    fill(h, 2, 40, 64);
    for (unsigned step = 0; step < 40; step++) {
        struct heard heard = {.stop_after = 1};
        int64_t time_s = START_S + (int64_t)step * STEP_S;
        assert_int_equal(platter_history_replay(h, time_s - 1, hear, &heard), 1);
        assert_int_equal(heard.rows, 2);
        make(&wanted, 1, time_s, 64);
        assert_same_row(&wanted, &heard.row);
    }
    platter_history_free(h);
}

static void a_day_is_kept_and_no_more(void **state)
{
    struct platter_history *h = platter_history_new(PLATTER_HISTORY_BYTES, PLATTER_HISTORY_S);
    struct heard heard = {0};
    (void)state;
    fill(h, 1, 400, 10);
    assert_int_equal(platter_history_last_s(h) - platter_history_first_s(h),
                     PLATTER_HISTORY_S - STEP_S);
    assert_int_equal(platter_history_replay(h, 0, hear, &heard), 0);
    assert_int_equal(heard.rows, 144);
    platter_history_free(h);
}

static void a_day_of_24_drives_stays_small(void **state)
{
    struct platter_history *h = platter_history_new(PLATTER_HISTORY_BYTES, PLATTER_HISTORY_S);
    struct heard heard = {0};
    struct platter_snapshot wanted;
    (void)state;
    fill(h, 24, 300, 10);
    assert_int_equal(platter_history_replay(h, 0, hear, &heard), 0);
    print_message("24 drives: %u steps, %zu bytes in all\n", heard.steps, platter_history_bytes(h));
    assert_true(platter_history_bytes(h) < PLATTER_HISTORY_BYTES + (size_t)512 * 1024);
    assert_true(heard.steps > 100);
    assert_int_equal(heard.wrong, 0);
    make(&wanted, 23, START_S + 299 * STEP_S, 10);
    assert_same_row(&wanted, &heard.row);
    platter_history_free(h);
}

static void drives_come_and_go_and_grow(void **state)
{
    struct platter_history *h = platter_history_new(20000, PLATTER_HISTORY_S);
    struct platter_snapshot s, wanted;
    (void)state;
    for (unsigned step = 0; step < 100; step++) {
        int64_t time_s = START_S + (int64_t)step * STEP_S;
        for (unsigned d = step / 10; d < step / 10 + 3; d++) {
            make(&s, d, time_s, step % 10 < 2 ? 0 : 10);
            assert_int_equal(platter_history_add(h, &s), 0);
        }
        assert_int_equal(platter_history_end(h, time_s), 0);
        struct heard heard = {0};
        assert_int_equal(platter_history_replay(h, time_s - STEP_S, hear, &heard), 0);
        make(&wanted, step / 10 + 2, time_s, step % 10 < 2 ? 0 : 10);
        assert_int_equal(heard.rows, 3);
        assert_same_row(&wanted, &heard.row);
    }
    assert_true(platter_history_first_s(h) > START_S);
    /* A step of no drive is one all the same. */
    assert_int_equal(platter_history_end(h, START_S + 100 * STEP_S), 0);
    struct heard heard = {0};
    assert_int_equal(platter_history_replay(h, START_S + 99 * STEP_S, hear, &heard), 0);
    assert_int_equal(heard.rows, 0);
    assert_int_equal(heard.steps, 1);
    platter_history_free(h);
    platter_history_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back_oldest_first),
        cmocka_unit_test(each_row_is_what_it_was),
        cmocka_unit_test(a_day_is_kept_and_no_more),
        cmocka_unit_test(a_day_of_24_drives_stays_small),
        cmocka_unit_test(drives_come_and_go_and_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

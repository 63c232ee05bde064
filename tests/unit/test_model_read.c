/* SPDX-License-Identifier: MIT */
/* Reads in the model: streams, seeks, the buffer, what comes after a rest. */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/model.h"
#include "agent/core/model_conf.h"

#define MB 1e6
#define MS 1e6

/* Sequential reading in 128 KiB blocks from an offset: bytes per second, and the longest block. */
static double stream_bps(struct platter_model *m, uint64_t from, unsigned blocks, double *worst_ns)
{
    double ns = 0;

    *worst_ns = 0;
    platter_model_read_ns(m, from, 131072);
    for (unsigned i = 1; i <= blocks; i++) {
        double t = (double)platter_model_read_ns(m, from + i * 131072ull, 131072);
        ns += t;
        *worst_ns = fmax(*worst_ns, t);
    }
    return blocks * 131072. / ns * 1e9;
}

static void a_stream_runs_at_the_sustained_rate(void **state)
{
    (void)state;
    unsigned n;
    const struct platter_model_spec *specs = platter_model_specs(&n);

    for (unsigned i = 0; i < n; i++)
        for (unsigned part = 0; part < 10 && specs[i].noise_visit == 0; part++) {
            struct platter_model m;
            double worst;
            uint64_t from = specs[i].capacity_bytes / 4096 / 10 * part * 4096;

            platter_model_init(&m, &specs[i], 1);
            assert_near(stream_bps(&m, from, 4000, &worst), platter_model_rate_bps(&specs[i], from),
                        .005);
        }
}

/* 15,628,053,168 sectors are 61,047,082 blocks; about 400,000 of them took 5 ms or more. */
static void slow_blocks_of_the_5640_rpm_drive(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("wd80eazz");
    struct platter_model m;
    unsigned slow = 0, blocks = 0;

    platter_model_init(&m, s, 1);
    for (unsigned part = 0; part < 100; part++) {
        uint64_t at = s->capacity_bytes / 4096 / 100 * part * 4096;
        platter_model_read_ns(&m, at, 131072);
        for (unsigned i = 1; i < 5000; i++, blocks++)
            slow += (double)platter_model_read_ns(&m, at + i * 131072ull, 131072) >= 5 * MS;
    }
    assert_near((double)slow / blocks, 400000. / 61047082, .1);
}

static void random_reads_cost_seek_and_rotation(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("wd2002faex");
    struct platter_model m;
    struct platter_rng r;
    double sum = 0;

    platter_model_init(&m, s, 3);
    platter_rng_seed(&r, 4);
    for (int i = 0; i < 20000; i++) {
        uint64_t at = platter_rng_next(&r) % (s->capacity_bytes / 4096) * 4096;
        sum += (double)platter_model_read_ns(&m, at, 4096);
    }
    assert_near(sum / 20000, 11.9 * MS, .025);
}

/* 818 tracks between two switches: about 6,000 of the blocks. */
static void slow_blocks_of_the_7200_rpm_drive(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("x300-8tb");
    struct platter_model m;
    unsigned slow = 0, blocks = 0;

    platter_model_init(&m, s, 1);
    for (unsigned part = 0; part < 20; part++) {
        uint64_t at = s->capacity_bytes / 4096 / 20 * part * 4096;
        platter_model_read_ns(&m, at, 131072);
        for (unsigned i = 1; i < 100000; i++, blocks++)
            slow += (double)platter_model_read_ns(&m, at + i * 131072ull, 131072) >= 5 * MS;
    }
    assert_near((double)slow / blocks, 6000. / 61047082, .1);
}

static void what_was_read_is_in_the_buffer(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("wd2002faex");
    struct platter_model m;

    platter_model_init(&m, s, 1);
    for (uint64_t i = 0; i < 8; i++)
        platter_model_read_ns(&m, i * 131072, 131072);
    platter_model_read_ns(&m, 1ull << 40, 4096);
    /* interface time: 500 MB/s and the overhead */
    assert_near((double)platter_model_read_ns(&m, 4 * 131072, 131072), .05 * MS + 131072. * 2,
                .001);
    /* then that is a stream of its own, which must be fetched */
    assert_true(platter_model_read_ns(&m, 8 * 131072, 131072) > (uint64_t)MS);
    for (uint64_t i = 1; i < 40; i++)
        platter_model_read_ns(&m, i << 33, 4096);
    assert_true(platter_model_read_ns(&m, 4 * 131072, 131072) > (uint64_t)MS);
}

static void a_rest_costs_start_up_and_spin_up(void **state)
{
    (void)state;
    struct platter_model_spec s;
    struct platter_model_error e;
    struct platter_model m;

    assert_int_equal(
        platter_model_named(&s, "wd2002faex,start-up=100 ms,standby=10 min,spin-up=9 s", &e),
        PLATTER_MODEL_OK);
    platter_model_init(&m, &s, 1);
    assert_in_range(platter_model_read_ns(&m, 0, 4096), 100000000, 125000000);
    assert_true(platter_model_read_ns(&m, 4096, 4096) < 1000000);
    platter_model_wait(&m, 10000000);
    assert_true(platter_model_read_ns(&m, 8192, 4096) < 1000000);
    platter_model_wait(&m, 60000000000);
    assert_in_range(platter_model_read_ns(&m, 12288, 4096), 100000000, 101000000);
    platter_model_wait(&m, 600000000000);
    assert_in_range(platter_model_read_ns(&m, 16384, 4096), 9100000000, 9101000000);
}

static void an_ssd_has_no_way_to_go(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("ssd-1tb");
    struct platter_model m;

    platter_model_init(&m, s, 1);
    for (uint64_t i = 0; i < 1000; i++)
        assert_true(platter_model_read_ns(&m, (i * 7919 % 1000) << 29, 4096) < (uint64_t)(MS / 5));
}

static void what_waits_is_chosen_by_its_way(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("wd2002faex");
    const uint64_t far[] = {1ull << 40, 3ull << 39, 1ull << 30};
    struct platter_model m;
    unsigned near = 0;

    platter_model_init(&m, s, 1);
    for (unsigned i = 0; i < 200; i++) {
        const uint64_t on[] = {1ull << 40, i * 262144 + 131072, 1ull << 30};
        platter_model_read_ns(&m, i * 262144, 131072);
        near += platter_model_choose(&m, far, 3) == 2;
        assert_int_equal(platter_model_choose(&m, on, 3), 1);
    }
    assert_in_range(near, 150, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_runs_at_the_sustained_rate),
        cmocka_unit_test(slow_blocks_of_the_5640_rpm_drive),
        cmocka_unit_test(slow_blocks_of_the_7200_rpm_drive),
        cmocka_unit_test(random_reads_cost_seek_and_rotation),
        cmocka_unit_test(what_was_read_is_in_the_buffer),
        cmocka_unit_test(a_rest_costs_start_up_and_spin_up),
        cmocka_unit_test(an_ssd_has_no_way_to_go),
        cmocka_unit_test(what_waits_is_chosen_by_its_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

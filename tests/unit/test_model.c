/* SPDX-License-Identifier: MIT */
/* The model against the formulas and the published figures of the drives it copies. */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/model.h"

#define MB 1e6
#define MS 1e6

static void rates_of_the_2_tb_drive(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("wd2002faex");

    assert_non_null(s);
    assert_near(platter_model_rate_bps(s, 0), 144.87 * MB, 1e-9);
    assert_near(platter_model_rate_bps(s, s->capacity_bytes), 149.63 * MB * .5483, 1e-9);
    assert_near(platter_model_radius(s, 0), 0, 1e-9);
    assert_near(platter_model_radius(s, s->capacity_bytes), 1, 1e-9);
    /* the whole drive: 118.8 MB/s on average */
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += platter_model_rate_bps(s, s->capacity_bytes / 1000 * (uint64_t)i);
    assert_near(sum / 1000, 118.8 * MB, .005);
}

static void seeks(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("wd2002faex");

    assert_true(platter_model_seek_ns(s, 0) == 0);
    assert_near(platter_model_seek_ns(s, 1), 13.2 * MS, 1e-9);
    assert_near(platter_model_seek_ns(s, .25), (1.55 + 11.65 / 2) * MS, 1e-9);
}

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
        for (unsigned part = 0; part < 10; part++) {
            struct platter_model m;
            double worst;
            uint64_t from = specs[i].capacity_bytes / 4096 / 10 * part * 4096;

            platter_model_init(&m, &specs[i], 1);
            assert_near(stream_bps(&m, from, 20000, &worst),
                        platter_model_rate_bps(&specs[i], from), .005);
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

static void equal_seeds_give_equal_drives(void **state)
{
    (void)state;
    const struct platter_model_spec *s = platter_model_find("wd80eazz");
    struct platter_model a, b;

    platter_model_init(&a, s, 5);
    platter_model_init(&b, s, 5);
    for (uint64_t i = 0; i < 100; i++)
        assert_true(platter_model_read_ns(&a, i * 1000000 * 4096, 4096) ==
                    platter_model_read_ns(&b, i * 1000000 * 4096, 4096));
    assert_null(platter_model_find("WD80EAZZ"));
    assert_null(platter_model_find(""));
}

static void geometry(void **state)
{
    (void)state;
    struct platter_geometry g;

    platter_model_geometry(platter_model_find("wd80eazz"), &g);
    assert_int_equal(g.capacity_bytes, 15628053168ull * 512);
    assert_int_equal(g.align_bytes, 4096);
    assert_true(g.rotating);
    assert_int_equal(g.rev_ns, 10638000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_of_the_2_tb_drive),
        cmocka_unit_test(seeks),
        cmocka_unit_test(a_stream_runs_at_the_sustained_rate),
        cmocka_unit_test(slow_blocks_of_the_5640_rpm_drive),
        cmocka_unit_test(random_reads_cost_seek_and_rotation),
        cmocka_unit_test(equal_seeds_give_equal_drives),
        cmocka_unit_test(geometry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

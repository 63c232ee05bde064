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
        cmocka_unit_test(equal_seeds_give_equal_drives),
        cmocka_unit_test(geometry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

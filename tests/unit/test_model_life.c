/* SPDX-License-Identifier: MIT */
/* Temperature, load and noise between days: their size, their memory, the same every time. */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/model.h"
#include "agent/core/model_conf.h"

#define HOUR_NS 3600000000000ull
#define DAY_NS (24 * HOUR_NS)

static void life_of(const char *name, struct platter_model_spec *spec,
                    struct platter_model_life *life, uint64_t seed)
{
    struct platter_model_error e;

    assert_int_equal(platter_model_named(spec, name, &e), PLATTER_MODEL_OK);
    platter_model_life_init(life, spec, seed);
}

static void an_articles_drive_has_no_noise(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_life life;

    life_of("wd2002faex", &spec, &life, 1);
    for (uint64_t h = 0; h < 24 * 40; h += 7) {
        platter_model_life_at(&life, &spec, 1, h * HOUR_NS);
        assert_true(life.level == 0 && life.busy == 0 && life.slow_share == 0);
        for (unsigned z = 0; z < PLATTER_MODEL_ZONES; z++)
            assert_true(life.zones[z] == 0);
        assert_near(life.temperature_c, 35, 1e-9);
    }
}

/* AR(1): standard deviation and what a day keeps of the day before. */
static void days_remember(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_life life;
    double sum = 0, squares = 0, products = 0, last = 0;
    unsigned n = 0;

    life_of("wd2002faex,noise-drive=0.4%,noise-memory=0.8", &spec, &life, 5);
    for (uint64_t day = 0; day < 3000; day++) {
        platter_model_life_at(&life, &spec, 5, day * DAY_NS);
        sum += life.level;
        squares += life.level * life.level;
        products += day ? life.level * last : 0;
        last = life.level;
        n++;
    }
    assert_true(fabs(sum / n) < .0006);
    assert_near(sqrt(squares / n), .004, .12);
    assert_near(products / squares, .8, .06);
}

static void any_day_can_be_looked_up(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_life a, b;

    life_of("wd2002faex,noise-zone=1%,noise-drive=1%,noise-memory=0.8", &spec, &a, 9);
    b = a;
    for (uint64_t day = 0; day <= 50; day++)
        platter_model_life_at(&a, &spec, 9, day * DAY_NS + HOUR_NS);
    platter_model_life_at(&b, &spec, 9, 50 * DAY_NS + HOUR_NS);
    assert_memory_equal(&a, &b, sizeof(a));
    platter_model_life_init(&b, &spec, 10);
    platter_model_life_at(&b, &spec, 10, 50 * DAY_NS + HOUR_NS);
    assert_true(a.level != b.level);
}

static void the_year_has_seasons(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_life life;
    double least = 1e9, most = -1e9;

    life_of("wd2002faex,temperature-season=8 C,temperature-load=3 C,busy-day=100%,busy-night=0%",
            &spec, &life, 2);
    for (uint64_t h = 0; h < 24 * 365; h++) {
        platter_model_life_at(&life, &spec, 2, h * HOUR_NS);
        least = fmin(least, life.temperature_c);
        most = fmax(most, life.temperature_c);
    }
    assert_near(least, 27, .01);
    assert_true(most > 43 && most <= 46.001);
}

static void others_have_their_hours(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_life life;
    double day = 0, night = 0, backup = 0;
    unsigned scrub = 0;

    life_of("wd2002faex,busy-day=25%,busy-night=3%,backup=2 h,scrub-every=30 d,scrub=20 h", &spec,
            &life, 2);
    for (uint64_t h = 0; h < 24 * 300; h++) {
        platter_model_life_at(&life, &spec, 2, h * HOUR_NS + HOUR_NS / 2);
        if (life.busy >= 1) {
            scrub++;
            continue;
        }
        if (h % 24 >= 8 && h % 24 < 23)
            day += life.busy;
        else if (h % 24 == 2 || h % 24 == 3)
            backup += life.busy;
        else
            night += life.busy;
    }
    assert_in_range(scrub, 190, 210);
    assert_true(backup / 600 > day / 4500 && day / 4500 > 4 * night / 2100 && night > 0);
}

static void incidents_come_and_go(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_life life;
    unsigned hours = 0;

    life_of("wd2002faex,incidents=20", &spec, &life, 4);
    for (uint64_t h = 0; h < 24 * 3650; h++) {
        platter_model_life_at(&life, &spec, 4, h * HOUR_NS);
        for (unsigned z = 0; z < PLATTER_MODEL_ZONES; z++)
            hours += life.zones[z] > .05;
    }
    /* 200 of 12 hours each */
    assert_near(hours, 2400, .3);
}

/* The model feels it: blocks differ from visit to visit, and somebody else is seen. */
static void noise_reaches_the_reads(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_error e;
    struct platter_model m;
    double squares = 0;

    assert_int_equal(
        platter_model_named(&spec, "wd2002faex,noise-visit=3%,busy-night=30%,leak=0", &e),
        PLATTER_MODEL_OK);
    platter_model_init(&m, &spec, 8);
    for (unsigned i = 0; i < 2000; i++) {
        uint64_t at = (i % 2 ? 1ull << 40 : 1ull << 38) + (uint64_t)i * 1048576;
        platter_model_read_ns(&m, at, 4096);
        squares += m.visit * m.visit;
    }
    assert_near(sqrt(squares / 2000), .03, .1);
    assert_true(m.foreign_sectors > 2000);
    assert_int_equal(m.foreign_sectors % 8, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_articles_drive_has_no_noise), cmocka_unit_test(days_remember),
        cmocka_unit_test(any_day_can_be_looked_up),       cmocka_unit_test(the_year_has_seasons),
        cmocka_unit_test(others_have_their_hours),        cmocka_unit_test(incidents_come_and_go),
        cmocka_unit_test(noise_reaches_the_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

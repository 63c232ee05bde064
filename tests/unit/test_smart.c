/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/rng.h"
#include "agent/core/smart.h"

struct page {
    uint8_t bytes[PLATTER_SMART_PAGE_BYTES];
    unsigned n;
};

static void seal(struct page *p)
{
    uint8_t sum = 0;

    for (unsigned i = 0; i < PLATTER_SMART_PAGE_BYTES - 1; i++)
        sum = (uint8_t)(sum + p->bytes[i]);
    p->bytes[PLATTER_SMART_PAGE_BYTES - 1] = (uint8_t)-sum;
}

static void add(struct page *p, uint8_t id, uint8_t current, uint8_t worst, uint64_t raw)
{
    uint8_t *slot = p->bytes + 2 + (size_t)12 * p->n++;

    p->bytes[0] = 16;
    slot[0] = id;
    slot[3] = current;
    slot[4] = worst;
    for (unsigned i = 0; i < 6; i++)
        slot[5 + i] = (uint8_t)(raw >> (8 * i));
    seal(p);
}

static void assert_nothing(const struct platter_smart *s)
{
    assert_int_equal(s->time_s, 0);
    assert_int_equal(s->status, PLATTER_SMART_STATUS_UNKNOWN);
    assert_nan(s->temperature_c);
    assert_nan(s->power_on_h);
    assert_true(s->power_cycles == PLATTER_SMART_UNKNOWN);
    assert_true(s->start_stops == PLATTER_SMART_UNKNOWN);
    assert_true(s->head_loads == PLATTER_SMART_UNKNOWN);
    assert_true(s->bad_sectors == PLATTER_SMART_UNKNOWN);
    assert_int_equal(s->n_attributes, 0);
}

static void nothing_is_known_at_first(void **state)
{
    struct platter_smart s;

    (void)state;
    platter_smart_init(&s);
    assert_nothing(&s);
}

static struct platter_smart decode(const struct page *p, const struct page *thresholds)
{
    struct platter_smart s;

    assert_int_equal(platter_smart_decode(p->bytes, thresholds ? thresholds->bytes : NULL,
                                          PLATTER_SMART_STATUS_GOOD, 1700000000, &s),
                     0);
    return s;
}

static void a_whole_page(void **state)
{
    struct page p = {.n = 0}, t = {.n = 0};

    (void)state;
    add(&p, 5, 118, 117, 3);
    add(&p, 4, 100, 99, 99);
    add(&p, 9, 84, 84, 12345);
    add(&p, 12, 100, 100, 77);
    add(&p, 193, 200, 200, 200);
    add(&p, 194, 112, 97, 38);
    add(&p, 197, 200, 200, 8);
    add(&t, 5, 140, 0, 0);
    struct platter_smart s = decode(&p, &t);
    assert_int_equal(s.time_s, 1700000000);
    assert_int_equal(s.status, PLATTER_SMART_STATUS_GOOD);
    assert_true(s.temperature_c == 38);
    assert_true(s.power_on_h == 12345);
    assert_int_equal(s.power_cycles, 77);
    assert_int_equal(s.start_stops, 99);
    assert_int_equal(s.head_loads, 200);
    assert_int_equal(s.bad_sectors, 11);
    assert_int_equal(s.n_attributes, 7);
    assert_int_equal(s.attributes[0].id, 5);
    assert_int_equal(s.attributes[0].current, 118);
    assert_int_equal(s.attributes[0].worst, 117);
    assert_int_equal(s.attributes[1].threshold, 0);
    /* A slot of thresholds has its value where the data have their flags. */
    t.bytes[3] = 140;
    seal(&t);
    s = decode(&p, &t);
    assert_int_equal(s.attributes[0].threshold, 140);
    /* Thresholds that are no page are none. */
    t.bytes[100] ^= 1;
    s = decode(&p, &t);
    assert_int_equal(s.attributes[0].threshold, 0);
}

static void bad_pages_are_refused(void **state)
{
    struct platter_smart s;
    struct page p = {.n = 0};

    (void)state;
    memset(&s, 0x55, sizeof s);
    assert_int_equal(platter_smart_decode(p.bytes, NULL, PLATTER_SMART_STATUS_GOOD, 1, &s),
                     PLATTER_SMART_EMPTY);
    assert_nothing(&s);
    memset(p.bytes, 0xff, sizeof p.bytes);
    assert_int_equal(platter_smart_decode(p.bytes, NULL, PLATTER_SMART_STATUS_GOOD, 1, &s),
                     PLATTER_SMART_EMPTY);
    assert_nothing(&s);
    memset(p.bytes, 0, sizeof p.bytes);
    add(&p, 194, 100, 100, 30);
    for (unsigned i = 0; i < PLATTER_SMART_PAGE_BYTES; i++) {
        p.bytes[i] ^= 4;
        memset(&s, 0x55, sizeof s);
        assert_int_equal(platter_smart_decode(p.bytes, NULL, PLATTER_SMART_STATUS_GOOD, 1, &s),
                         PLATTER_SMART_CHECKSUM);
        assert_nothing(&s);
        p.bytes[i] ^= 4;
    }
}

static struct platter_smart one(uint8_t id, uint64_t raw)
{
    struct page p = {.n = 0};

    add(&p, id, 100, 100, raw);
    return decode(&p, NULL);
}

/* Values from the field. */
static void sectors(void **state)
{
    static const struct {
        uint64_t raw, sectors;
    } cases[] = {
        {0, 0},           {65529, 65529},           {0x002b002b, 43},
        {0x00040016, 22}, {0x00010000, 0x00010000}, {0xffffffffffff, PLATTER_SMART_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(one(5, cases[i].raw).bad_sectors == cases[i].sectors);
        assert_true(one(197, cases[i].raw).bad_sectors == cases[i].sectors);
    }
}

static void temperatures(void **state)
{
    static const struct {
        uint8_t id;
        uint64_t raw;
        double c;
    } cases[] = {
        {194, 77309411349, 21}, {190, 722731030, 22}, {194, 163210199071, 31},
        {194, 0xf6, -10},       {194, 100, 100},      {194, 0xec, -20},
    };
    struct page p = {.n = 0};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_true(one(cases[i].id, cases[i].raw).temperature_c == cases[i].c);
    assert_nan(one(231, 93).temperature_c);
    assert_nan(one(194, 0).temperature_c);
    assert_nan(one(194, 101).temperature_c);
    assert_nan(one(194, 0xeb).temperature_c);
    assert_nan(one(194, 0xffffffffffff).temperature_c);
    /* 194 first, wherever it stands; 190 where 194 says nothing; 231 never. */
    add(&p, 231, 98, 98, 98);
    add(&p, 190, 70, 60, 30);
    assert_true(decode(&p, NULL).temperature_c == 30);
    add(&p, 194, 26, 40, 26);
    assert_true(decode(&p, NULL).temperature_c == 26);
}

static void hours_and_counts(void **state)
{
    (void)state;
    assert_true(one(9, 84490596668896).power_on_h == 21984);
    assert_true(one(9, 57951993765239).power_on_h == 40311);
    assert_true(one(9, 200000).power_on_h == 200000);
    assert_nan(one(9, 351261).power_on_h); /* half-minutes */
    assert_nan(one(9, 378645).power_on_h); /* minutes */
    assert_nan(one(9, 0xffffffffffff).power_on_h);
    assert_nan(one(12, 5).power_on_h);
    assert_true(one(193, 0x0001000000c8).head_loads == 200);
    assert_true(one(4, 0xffffffffffff).start_stops == PLATTER_SMART_UNKNOWN);
    assert_true(one(12, 77).power_cycles == 77);
}

static void a_number_twice_is_one_attribute(void **state)
{
    struct page p = {.n = 0};

    (void)state;
    add(&p, 194, 1, 1, 30);
    add(&p, 194, 1, 1, 40);
    struct platter_smart s = decode(&p, NULL);
    assert_int_equal(s.n_attributes, 1);
    assert_true(s.temperature_c == 30);
}

static void a_full_page(void **state)
{
    struct page p = {.n = 0};

    (void)state;
    for (unsigned i = 0; i < PLATTER_SMART_ATTRIBUTES_MAX; i++)
        add(&p, (uint8_t)(255 - i), 1, 1, UINT64_C(0x123456789abc));
    struct platter_smart s = decode(&p, NULL);
    assert_int_equal(s.n_attributes, PLATTER_SMART_ATTRIBUTES_MAX);
    assert_true(s.attributes[29].raw == UINT64_C(0x123456789abc));
}

static void any_sealed_bytes_are_safe(void **state)
{
    struct platter_rng rng;
    struct page p = {.n = 0};
    struct platter_smart s;

    (void)state;
    platter_rng_seed(&rng, 11);
    for (unsigned i = 0; i < 2000; i++) {
        for (unsigned b = 0; b < PLATTER_SMART_PAGE_BYTES; b++)
            p.bytes[b] = (uint8_t)platter_rng_next(&rng);
        seal(&p);
        assert_int_equal(platter_smart_decode(p.bytes, p.bytes, PLATTER_SMART_STATUS_BAD, 1, &s),
                         0);
        assert_in_range(s.n_attributes, 1, PLATTER_SMART_ATTRIBUTES_MAX);
        assert_true(isnan(s.temperature_c) || (s.temperature_c >= -20 && s.temperature_c <= 100));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),
        cmocka_unit_test(a_whole_page),
        cmocka_unit_test(bad_pages_are_refused),
        cmocka_unit_test(sectors),
        cmocka_unit_test(temperatures),
        cmocka_unit_test(hours_and_counts),
        cmocka_unit_test(a_number_twice_is_one_attribute),
        cmocka_unit_test(a_full_page),
        cmocka_unit_test(any_sealed_bytes_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

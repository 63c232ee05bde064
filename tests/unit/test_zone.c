/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/rng.h"
#include "agent/core/zone.h"

static struct platter_geometry disk(uint64_t capacity_bytes, uint32_t logical, uint32_t physical)
{
    return (struct platter_geometry){.capacity_bytes = capacity_bytes,
                                     .logical_bytes = logical,
                                     .physical_bytes = physical,
                                     .align_bytes = physical,
                                     .rotating = true};
}

static struct platter_plan plan_of(uint64_t capacity_bytes, uint32_t physical, unsigned zones)
{
    struct platter_geometry g = disk(capacity_bytes, 512, physical);
    struct platter_plan plan;

    assert_int_equal(platter_plan_init(&plan, &g, zones, 2), 0);
    return plan;
}

static void an_8_tb_drive(void **state)
{
    (void)state;
    struct platter_plan p = plan_of(8001563222016, 4096, 10);

    assert_int_equal(p.n_slots, 64);
    assert_int_equal(p.timed_blocks, 16);
    assert_int_equal(platter_plan_burst_bytes(&p), 17 * 131072);
    assert_int_equal(platter_plan_burst(&p, 0, 0), 0);
    assert_int_equal(platter_plan_burst(&p, 9, 63) + platter_plan_burst_bytes(&p), 8001563222016);
    assert_int_equal(platter_plan_zone_start(&p, 10), 8001563222016);
    /* a decile, to the alignment */
    assert_int_equal(platter_plan_zone_start(&p, 1), 800156322201 / 4096 * 4096);
    /* 1 GiB cells: 8 TB take 7452 samples, 51.7 days of one each 10 minutes */
    assert_int_equal(platter_plan_walk_cells(&p), 7452);
}

static void sizes_at_the_edges(void **state)
{
    (void)state;
    struct platter_plan p;
    struct platter_geometry g = disk(16ull << 20, 512, 4096);

    assert_int_equal(platter_plan_init(&p, &g, 10, 2), 0);
    /* a zone of 1.6 MiB is shorter than a burst: half of it is 6 blocks */
    assert_int_equal(p.timed_blocks, 5);
    assert_int_equal(p.n_slots, 64);
    g.capacity_bytes -= 512;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), -ERANGE);
    g.capacity_bytes = 1ull << 63;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), -ERANGE);
    g.capacity_bytes = INT64_MAX;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), 0);
    assert_int_equal(p.usable_bytes, INT64_MAX / 4096 * 4096);
    assert_int_equal(platter_plan_burst(&p, 9, 63) + platter_plan_burst_bytes(&p), p.usable_bytes);
}

static void fewer_slots_when_places_run_out(void **state)
{
    (void)state;
    struct platter_geometry g = disk(16ull << 20, 512, 131072);
    struct platter_plan p;

    /* zones of 12 or 13 units of 128 KiB, bursts of 6: 7 places */
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), 0);
    assert_int_equal(p.n_slots, 7);
    assert_int_equal(platter_plan_init(&p, &g, 64, 2), -ERANGE);
}

static void arguments_out_of_range(void **state)
{
    (void)state;
    struct platter_geometry g = disk(1ull << 30, 512, 512);
    struct platter_plan p;

    assert_int_equal(platter_plan_init(&p, &g, 0, 2), -EINVAL);
    assert_int_equal(platter_plan_init(&p, &g, PLATTER_ZONES_MAX + 1, 2), -EINVAL);
    assert_int_equal(platter_plan_init(&p, &g, 10, PLATTER_ACCESSES_MAX + 1), -EINVAL);
    g.align_bytes = 520;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), -EINVAL);
    g.align_bytes = 0;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), -EINVAL);
    g.align_bytes = 1 << 20;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), -EINVAL);
    g.align_bytes = 512;
    g.logical_bytes = 4096;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), -EINVAL);
}

static void check_place(const struct platter_plan *p, unsigned zone, uint64_t at, uint64_t len)
{
    assert_int_equal(at % p->align_bytes, 0);
    assert_true(at >= platter_plan_zone_start(p, zone));
    assert_true(at + len <= platter_plan_zone_start(p, zone + 1));
    assert_int_equal(platter_plan_zone_of(p, at), zone);
    assert_int_equal(platter_plan_zone_of(p, at + len - 1), zone);
}

static void check_plan(const struct platter_plan *p)
{
    for (unsigned z = 0; z < p->n_zones; z++)
        for (unsigned s = 0; s < p->n_slots; s++) {
            check_place(p, z, platter_plan_burst(p, z, s), platter_plan_burst_bytes(p));
            if (s > 0)
                assert_true(platter_plan_burst(p, z, s) > platter_plan_burst(p, z, s - 1));
            for (unsigned r = 0; r < p->accesses; r++)
                check_place(p, z, platter_plan_access(p, z, s, r), p->access_bytes);
        }
    assert_int_equal(platter_plan_zone_start(p, 0), 0);
    assert_int_equal(
        platter_plan_burst(p, p->n_zones - 1, p->n_slots - 1) + platter_plan_burst_bytes(p),
        p->n_slots > 1 ? p->usable_bytes
                       : platter_plan_burst(p, p->n_zones - 1, 0) + platter_plan_burst_bytes(p));
}

/* Any size, block size, zone count: every place lies in its zone, aligned, in order. */
static void random_plans_hold_together(void **state)
{
    (void)state;
    struct platter_rng rng;
    uint64_t seed = 20260101;
    unsigned made = 0;

    print_message("seed %llu\n", (unsigned long long)seed);
    platter_rng_seed(&rng, seed);
    for (int i = 0; i < 200; i++) {
        uint32_t logical = platter_rng_next(&rng) % 2 ? 512 : 4096;
        uint32_t align = logical << platter_rng_next(&rng) % 6;
        uint64_t capacity = platter_rng_next(&rng) >> (1 + platter_rng_next(&rng) % 40);
        struct platter_geometry g = disk(capacity, logical, align);
        g.n_ranges = (uint32_t)(platter_rng_next(&rng) % 5);
        for (unsigned k = 1; k < g.n_ranges; k++)
            g.range_bytes[k] = g.range_bytes[k - 1] + platter_rng_next(&rng) % (capacity / 3);
        struct platter_plan p;
        int r = platter_plan_init(&p, &g, 1 + (unsigned)(platter_rng_next(&rng) % 64),
                                  (unsigned)(platter_rng_next(&rng) % 9));
        if (r) {
            assert_int_equal(r, -ERANGE);
            continue;
        }
        made++;
        check_plan(&p);
    }
    assert_true(made > 60);
}

static void visits_every_zone_once_from_another(void **state)
{
    (void)state;
    const unsigned expected[10] = {0, 2, 4, 6, 8, 9, 7, 5, 3, 1};
    struct platter_plan p = plan_of(1ull << 40, 512, 10);

    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(platter_plan_visit(&p, i), expected[i]);
    for (unsigned n = 1; n <= PLATTER_ZONES_MAX; n++) {
        uint64_t seen = 0;
        p = plan_of(1ull << 40, 512, n);
        for (unsigned i = 0; i < n; i++)
            seen |= 1ull << platter_plan_visit(&p, i);
        assert_true(seen == (n == 64 ? UINT64_MAX : (1ull << n) - 1));
        for (unsigned i = 0; n > 1 && i < n; i++) {
            int from = (int)platter_plan_visit(&p, i),
                to = (int)platter_plan_visit(&p, (i + 1) % n);
            assert_in_range(abs(to - from), 1, 2);
        }
    }
}

static void seek_distances_do_not_depend_on_the_slot(void **state)
{
    (void)state;
    struct platter_plan p = plan_of(2000398934016, 4096, 10);

    for (unsigned i = 1; i < 10; i++) {
        unsigned a = platter_plan_visit(&p, i - 1), b = platter_plan_visit(&p, i);
        int64_t first =
            (int64_t)(platter_plan_access(&p, b, 0, 0) - platter_plan_access(&p, a, 0, 0));
        for (unsigned s = 1; s < 64; s++) {
            int64_t d =
                (int64_t)(platter_plan_access(&p, b, s, 1) - platter_plan_access(&p, a, s, 1));
            assert_true(llabs(d - first) <= 2 * 4096);
        }
    }
}

static void slots_in_bit_reversed_order(void **state)
{
    (void)state;
    struct platter_plan p = plan_of(1ull << 40, 512, 10);
    uint64_t seen = 0;

    assert_int_equal(platter_plan_slot(&p, 0), 0);
    assert_int_equal(platter_plan_slot(&p, 1), 32);
    assert_int_equal(platter_plan_slot(&p, 2), 16);
    assert_int_equal(platter_plan_slot(&p, 3), 48);
    assert_int_equal(platter_plan_slot(&p, 63), 63);
    for (uint64_t i = 0; i < 64; i++) {
        seen |= 1ull << platter_plan_slot(&p, i);
        assert_int_equal(platter_plan_slot(&p, i), platter_plan_slot(&p, i + 64 * 1000000007ull));
    }
    assert_true(seen == UINT64_MAX);

    p.n_slots = 7;
    seen = 0;
    for (uint64_t i = 0; i < 7; i++)
        seen |= 1ull << platter_plan_slot(&p, i);
    assert_true(seen == 0x7f);
}

/* The access reads of a sample are far from its burst, and from each other. */
static void access_places_keep_away_from_the_burst(void **state)
{
    (void)state;
    struct platter_plan p =
        plan_of(80026361856, 512, 10); /* the smallest of the articles' drives */
    uint64_t far = 64ull << 20;

    for (unsigned s = 0; s < 64; s++) {
        int64_t burst = (int64_t)platter_plan_burst(&p, 3, s);
        int64_t first = (int64_t)platter_plan_access(&p, 3, s, 0);
        int64_t second = (int64_t)platter_plan_access(&p, 3, s, 1);
        assert_true((uint64_t)llabs(first - burst) > far);
        assert_true((uint64_t)llabs(second - burst) > far);
        assert_true((uint64_t)llabs(first - second) > far / 2);
    }
}

static void the_walk_covers_the_surface(void **state)
{
    (void)state;
    struct platter_plan p = plan_of(80026361856, 4096, 10);
    uint64_t cells = platter_plan_walk_cells(&p);

    assert_int_equal(cells, 74);
    for (uint64_t i = 0; i < cells * 5; i++) {
        uint64_t at = platter_plan_walk(&p, i);
        assert_int_equal(at % 4096, 0);
        assert_true(at + platter_plan_burst_bytes(&p) <= p.usable_bytes);
        /* cell by cell */
        assert_true(llabs((int64_t)(at * cells / p.usable_bytes) - (int64_t)(i % cells)) <= 1);
    }
    /* at another place in the cell each round */
    for (uint64_t round = 1; round < 50; round++)
        assert_int_not_equal(platter_plan_walk(&p, 5 + round * cells),
                             platter_plan_walk(&p, 5 + (round - 1) * cells));
}

/* Two actuators: no zone lies in both, and each half has an order of its own. */
static void two_actuators(void **state)
{
    (void)state;
    const unsigned expected[10] = {0, 2, 4, 3, 1, 5, 7, 9, 8, 6};
    struct platter_geometry g = disk(14000519643136, 512, 4096);
    struct platter_plan p, whole;

    g.n_ranges = 2;
    g.range_bytes[1] = 7000259821568;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), 0);
    assert_int_equal(p.n_ranges, 2);
    assert_int_equal(platter_plan_zone_start(&p, 5), 7000259821568);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(platter_plan_visit(&p, i), expected[i]);
    check_plan(&p);
    /* an uneven share: a third of 10 zones is 3 */
    g.range_bytes[1] = 4666839881045 / 512 * 512;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), 0);
    assert_int_equal(p.range_zone[1], 3);
    check_plan(&p);
    /* one zone or nonsense: as if it were one range */
    whole = plan_of(14000519643136, 4096, 1);
    assert_int_equal(platter_plan_init(&p, &g, 1, 2), 0);
    assert_memory_equal(&p, &whole, sizeof p);
    whole = plan_of(14000519643136, 4096, 10);
    const uint64_t nonsense[][2] = {{4096, 7000259821568}, {0, 0}, {0, UINT64_MAX}};
    for (unsigned i = 0; i < 3; i++) {
        memcpy(g.range_bytes, nonsense[i], sizeof nonsense[i]);
        assert_int_equal(platter_plan_init(&p, &g, 10, 2), 0);
        assert_memory_equal(&p, &whole, sizeof p);
    }
    g.n_ranges = PLATTER_RANGES_MAX + 1;
    assert_int_equal(platter_plan_init(&p, &g, 10, 2), 0);
    assert_int_equal(p.n_ranges, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_8_tb_drive),
        cmocka_unit_test(sizes_at_the_edges),
        cmocka_unit_test(fewer_slots_when_places_run_out),
        cmocka_unit_test(arguments_out_of_range),
        cmocka_unit_test(random_plans_hold_together),
        cmocka_unit_test(visits_every_zone_once_from_another),
        cmocka_unit_test(seek_distances_do_not_depend_on_the_slot),
        cmocka_unit_test(slots_in_bit_reversed_order),
        cmocka_unit_test(access_places_keep_away_from_the_burst),
        cmocka_unit_test(the_walk_covers_the_surface),
        cmocka_unit_test(two_actuators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

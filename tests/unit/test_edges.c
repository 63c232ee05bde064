/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/bench/edges.h"
#include "agent/drive/sim.h"

/* Where the last partition of the published tables began. */
static void the_last_region(void **state)
{
    static const struct {
        uint64_t capacity, cylinder;
    } cases[] = {
        {320072933376, 38663},
        {250059350016, 30151},
        {80026361856, 9479},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct platter_geometry g = {.capacity_bytes = cases[i].capacity, .align_bytes = 512};
        uint64_t at = 1;
        assert_int_equal(platter_edge_begin(&g, PLATTER_OUTER, PLATTER_EDGE_SIZE_BYTES, &at), 0);
        assert_int_equal(at, 0);
        assert_int_equal(platter_edge_begin(&g, PLATTER_INNER, PLATTER_EDGE_SIZE_BYTES, &at), 0);
        assert_int_equal(at, cases[i].cylinder * PLATTER_EDGE_CYLINDER_BYTES);
        g.align_bytes = 4096;
        assert_int_equal(platter_edge_begin(&g, PLATTER_INNER, PLATTER_EDGE_SIZE_BYTES, &at), 0);
        assert_int_equal(at % 4096, 0);
    }
}

static void too_small(void **state)
{
    struct platter_geometry g = {.capacity_bytes = 3000000000, .align_bytes = 512};
    uint64_t at;

    (void)state;
    assert_int_equal(platter_edge_begin(&g, PLATTER_INNER, PLATTER_EDGE_SIZE_BYTES, &at), -ERANGE);
    assert_int_equal(platter_edge_begin(&g, PLATTER_INNER, 0, &at), -ERANGE);
    assert_int_equal(platter_edge_begin(&g, PLATTER_INNER, 1000000000, &at), 0);
}

static int stop(void *user, double share)
{
    unsigned *calls = user;

    assert_true(share > 0 && share <= 1);
    return ++*calls == 3 ? 77 : 0;
}

static void streams(void **state)
{
    const struct platter_model_spec *spec = platter_model_find("wd2002faex");
    CLEANUP_DRIVE struct platter_drive *d = NULL;
    struct platter_edge_time t = {.bps = -1};
    unsigned calls = 0;
    struct platter_watch watch = {stop, &calls};

    (void)state;
    assert_int_equal(platter_sim_new(spec, PLATTER_SIM_VIRTUAL, 1, &d), 0);
    assert_int_equal(platter_edge_run(d, 0, 1000000001, NULL, NULL, &t), 0);
    assert_int_equal(t.bytes, 1000000000);
    assert_int_equal(t.bytes % 512, 0);
    assert_near(t.bps, spec->plateau_bps, 0.01);
    assert_near((double)t.bytes * 1e9 / (double)t.elapsed_ns, t.bps, 1e-9);
    assert_false(t.contended);
    t.bps = -1;
    assert_int_equal(platter_edge_run(d, 0, PLATTER_EDGE_UNIT_BYTES, NULL, &watch, &t), 77);
    assert_int_equal(calls, 3);
    assert_true(t.bps < 0);
}

static int refuse(struct platter_drive *d, void *buf, uint64_t offset_bytes, uint32_t len_bytes,
                  uint64_t *elapsed_ns)
{
    (void)d;
    (void)buf;
    (void)len_bytes;
    *elapsed_ns = 5;
    return offset_bytes ? PLATTER_READ_MEDIUM : 0;
}

static void what_cannot_be_read(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = NULL;
    struct platter_edge_time t = {.bps = -1};

    (void)state;
    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    assert_int_equal(platter_edge_run(d, 0, PLATTER_EDGE_UNIT_BYTES, refuse, NULL, &t),
                     PLATTER_READ_MEDIUM);
    assert_int_equal(platter_edge_run(d, d->geometry.capacity_bytes - 4096, 8192, NULL, NULL, &t),
                     PLATTER_READ_GONE);
    assert_true(t.bps < 0);
    assert_string_equal(platter_edge_name(PLATTER_OUTER), "outer");
    assert_string_equal(platter_edge_name(PLATTER_INNER), "inner");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_region),
        cmocka_unit_test(too_small),
        cmocka_unit_test(streams),
        cmocka_unit_test(what_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

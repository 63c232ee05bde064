/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include <platter/series.h>

struct seen {
    unsigned n;
    unsigned stop_at;
    char last[64];
    double throughput[PLATTER_ZONES_MAX];
    uint64_t slow;
};

static int look(const struct platter_update *u, void *user)
{
    struct seen *seen = user;

    assert_string_equal(u->drive, "M_S");
    assert_int_equal(u->time_s, 1200);
    assert_int_equal(u->step_s, 600);
    if (strcmp(u->type->name, "platter_zone") == 0) {
        unsigned zone = (unsigned)(u->instance[0] - '0') * 10 + (unsigned)(u->instance[1] - '0');
        seen->throughput[zone] = u->values[0].gauge;
    }
    if (strcmp(u->type->name, "platter_blocks") == 0)
        seen->slow += u->values[8].derive;
    if (strcmp(u->type->name, "platter_drive") == 0) {
        assert_string_equal(u->instance, "");
        assert_true(u->values[0].gauge == -1);
        assert_true(u->values[1].gauge == 5);
    }
    return ++seen->n == seen->stop_at ? 42 : 0;
}

static struct platter_snapshot snapshot(void)
{
    struct platter_snapshot s;

    platter_snapshot_init(&s);
    strcpy(s.drive, "M_S");
    s.time_s = 1200;
    s.step_s = 600;
    s.n_zones = 12;
    for (unsigned z = 0; z < 12; z++) {
        s.zones[z].throughput_bps = 100 + z;
        s.zones[z].counts.slow = z;
    }
    return s;
}

static void every_series_once(void **state)
{
    (void)state;
    struct platter_snapshot s = snapshot();
    struct seen seen = {0};

    assert_int_equal(platter_series_walk(&s, PLATTER_SERIES_SMALL, look, &seen), 0);
    assert_int_equal(seen.n, 12 + 12 + 1);
    for (unsigned z = 0; z < 12; z++)
        assert_true(seen.throughput[z] == 100 + z);
    assert_int_equal(seen.slow, 66);
}

static void a_sink_may_stop(void **state)
{
    (void)state;
    struct platter_snapshot s = snapshot();
    struct seen seen = {.stop_at = 3};

    assert_int_equal(platter_series_walk(&s, PLATTER_SERIES_ALL, look, &seen), 42);
    assert_int_equal(seen.n, 3);
}

static void a_drive_never_opened_has_its_verdict(void **state)
{
    (void)state;
    struct platter_snapshot s = snapshot();
    struct seen seen = {0};

    s.n_zones = 0;
    assert_int_equal(platter_series_walk(&s, PLATTER_SERIES_SMALL, look, &seen), 0);
    assert_int_equal(seen.n, 1);
}

/* collectd's limits, and names that fit RRD (19 characters) and every back end. */
static void the_table_is_sound(void **state)
{
    (void)state;
    unsigned n;
    const struct platter_type *types = platter_series_types(&n);

    assert_int_equal(n, 9);
    for (unsigned i = 0; i < n; i++) {
        assert_true(strlen(types[i].name) < PLATTER_TYPE_MAX);
        assert_int_equal(strspn(types[i].name, "abcdefghijklmnopqrstuvwxyz_"),
                         strlen(types[i].name));
        assert_in_range(types[i].n_sources, 1, PLATTER_SOURCES_MAX);
        for (unsigned k = 0; k < types[i].n_sources; k++) {
            const struct platter_source *ds = &types[i].sources[k];
            assert_in_range(strlen(ds->name), 1, 19);
            assert_int_equal(strspn(ds->name, "abcdefghijklmnopqrstuvwxyz0123456789_"),
                             strlen(ds->name));
            assert_true(isnan(ds->max) || ds->max > ds->min);
        }
    }
}

static void the_grid(void **state)
{
    (void)state;
    assert_int_equal(platter_grid_stamp(1767225599, 600), 1767225000);
    assert_int_equal(platter_grid_stamp(1767225600, 600), 1767225600);
    assert_int_equal(platter_grid_next(1767225600, 600), 1767226200);
    assert_int_equal(platter_grid_next(1767225599, 600), 1767225600);
    assert_int_equal(platter_grid_stamp(4102444800ll * 100, 600) % 600, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_series_once),
        cmocka_unit_test(a_sink_may_stop),
        cmocka_unit_test(a_drive_never_opened_has_its_verdict),
        cmocka_unit_test(the_table_is_sound),
        cmocka_unit_test(the_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

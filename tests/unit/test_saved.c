/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/store/saved.h"
#include "tests/support/saved.h"

static struct platter_db *tables(void)
{
    struct platter_db *db = NULL;
    char why[128];
    assert_int_equal(platter_db_open(":memory:", 0, &db, why, sizeof(why)), 0);
    assert_int_equal(platter_db_exec(db, platter_saved_tables), 0);
    assert_int_equal(platter_db_exec(db, platter_saved_bad_table), 0);
    return db;
}

static void every_figure_comes_back(void **state)
{
    static struct platter_saved_drive in, out;
    struct platter_query *q = NULL;
    (void)state;
    struct platter_db *db = tables();
    saved_make(&in, "a", PLATTER_ZONES_MAX, 1000000);
    assert_int_equal(platter_saved_drive_query(db, &q), 0);
    assert_int_equal(platter_saved_bind_drive(q, &in), 0);
    assert_int_equal(platter_query_step(q), 0);
    platter_query_free(q);
    assert_int_equal(platter_saved_zone_query(db, &q), 0);
    for (unsigned z = 0; z < in.state.n_zones; z++) {
        assert_int_equal(platter_saved_bind_zone(q, &in, z), 0);
        assert_int_equal(platter_query_step(q), 0);
    }
    platter_query_free(q);
    assert_int_equal(platter_query_new(db, "SELECT * FROM drive", &q), 0);
    assert_int_equal(platter_query_step(q), 1);
    platter_saved_take_drive(q, &out);
    platter_query_free(q);
    assert_int_equal(platter_query_new(db, "SELECT * FROM zone", &q), 0);
    while (platter_query_step(q) > 0)
        platter_saved_take_zone(q, &out);
    platter_query_free(q);
    assert_int_equal(platter_saved_bad_query(db, &q), 0);
    for (unsigned i = 0; i < in.bad.n; i++) {
        assert_int_equal(platter_saved_bind_bad(q, &in, i), 0);
        assert_int_equal(platter_query_step(q), 0);
    }
    platter_query_free(q);
    assert_int_equal(platter_query_new(db, "SELECT * FROM bad_place ORDER BY place", &q), 0);
    while (platter_query_step(q) > 0)
        platter_saved_take_bad(q, &out);
    platter_query_free(q);
    platter_db_free(db);
    assert_memory_equal(&in, &out, sizeof(in));
}

static void what_others_wrote_there_is_checked(void **state)
{
    static struct platter_saved_drive out;
    struct platter_query *q = NULL;
    (void)state;
    struct platter_db *db = tables();
    assert_int_equal(
        platter_db_exec(db, "INSERT INTO drive(id, zones, power, samples, proven, next_sample) "
                            "VALUES('a', 1000, 77, -5, 'x', 9223372036854775807)"),
        0);
    assert_int_equal(platter_db_exec(db, "INSERT INTO zone(drive, zone, lt5) VALUES('a', -1, 5), "
                                         "('a', 64, 5), ('a', 63, 'x')"),
                     0);
    assert_int_equal(platter_query_new(db, "SELECT * FROM drive", &q), 0);
    assert_int_equal(platter_query_step(q), 1);
    platter_saved_take_drive(q, &out);
    platter_query_free(q);
    assert_int_equal(out.state.n_zones, PLATTER_ZONES_MAX);
    assert_int_equal(out.manners.power, PLATTER_POWER_UNKNOWN);
    assert_int_equal(out.state.samples, 0);
    assert_true(out.next_sample == INT64_MAX);
    assert_int_equal(platter_query_new(db, "SELECT * FROM zone", &q), 0);
    while (platter_query_step(q) > 0)
        platter_saved_take_zone(q, &out);
    platter_query_free(q);
    assert_int_equal(out.state.zones[63].counts.by_class[0], 0);
    /* more places than are kept, and one that cannot be */
    assert_int_equal(
        platter_db_exec(db, "INSERT INTO bad_place VALUES('a', -1, 0, -5, 'x', NULL, 1);"
                            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                            "WHERE i < 100) INSERT INTO bad_place SELECT 'a', i, i * 131072, "
                            "131072, 1, 5, 6 FROM n"),
        0);
    assert_int_equal(platter_query_new(db, "SELECT * FROM bad_place ORDER BY place", &q), 0);
    while (platter_query_step(q) > 0)
        platter_saved_take_bad(q, &out);
    platter_query_free(q);
    assert_int_equal(out.bad.n, PLATTER_BAD_PLACES_MAX);
    assert_int_equal(out.bad.place[0].offset_bytes, 131072);
    platter_db_free(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_figure_comes_back),
        cmocka_unit_test(what_others_wrote_there_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

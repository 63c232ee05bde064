/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/store/judging_db.h"

/* What was saved is what is loaded, byte for byte; an incomplete one is not saved. */
static void bytes_come_back(void **state)
{
    (void)state;
    struct platter_db *db = NULL;
    struct platter_blobs in = {.blobs = NULL}, out = {.blobs = NULL};
    char why[256];

    assert_int_equal(platter_db_open(":memory:", 0, &db, why, sizeof why), 0);
    assert_int_equal(platter_db_exec(db, platter_judging_table), 0);
    assert_int_equal(platter_judging_db_load(db, &out), 0);
    assert_int_equal(out.n, 0);
    platter_blobs_part(&in, "one", 4, 0, "a\0b\xff", 4);
    platter_blobs_part(&in, "two", 1, 0, "x", 1);
    platter_blobs_part(&in, "half", 9, 0, "x", 1);
    assert_int_equal(platter_judging_db_save(db, &in), 0);
    platter_blobs_part(&in, "two", 2, 0, "yz", 2);
    assert_int_equal(platter_judging_db_save(db, &in), 0);
    assert_int_equal(platter_judging_db_load(db, &out), 0);
    assert_int_equal(out.n, 2);
    assert_memory_equal(platter_blobs_find(&out, "one")->bytes, "a\0b\xff", 4);
    assert_memory_equal(platter_blobs_find(&out, "two")->bytes, "yz", 2);
    platter_blobs_clear(&in);
    platter_blobs_clear(&out);
    platter_db_free(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

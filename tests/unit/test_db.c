/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/store/db.h"

static char dir[64], file[96], copy[96];

static int setup(void **state)
{
    (void)state;
    snprintf(dir, sizeof(dir), "/tmp/platter-db-XXXXXX");
    if (!mkdtemp(dir))
        return -1;
    snprintf(file, sizeof(file), "%s/x.db", dir);
    snprintf(copy, sizeof(copy), "%s/x.db.copy", dir);
    return 0;
}

static int teardown(void **state)
{
    char command[96];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    return system(command); /* NOLINT: our own name */
}

static struct platter_db *opened(void)
{
    struct platter_db *db = NULL;
    char why[256] = "";
    if (platter_db_open(file, 0, &db, why, sizeof(why)) != 0)
        fail_msg("%s", why);
    assert_int_equal(platter_db_check(db), 0);
    assert_int_equal(platter_db_accept(db), 0);
    return db;
}

static void keeps_texts_and_numbers(void **state)
{
    struct platter_query *q = NULL;
    char text[4];
    (void)state;
    struct platter_db *db = opened();
    assert_int_equal(platter_db_exec(db, "CREATE TABLE t(a TEXT, b INTEGER)"), 0);
    assert_int_equal(platter_query_new(db, "INSERT INTO t VALUES(?,?)", &q), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(platter_query_bind_text(q, 1, i == 2 ? NULL : "abcdef"), 0);
        assert_int_equal(platter_query_bind_int(q, 2, INT64_MAX - i), 0);
        assert_int_equal(platter_query_step(q), 0);
    }
    platter_query_free(q);
    assert_int_equal(platter_query_new(db, "SELECT a, b FROM t ORDER BY b DESC", &q), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(platter_query_step(q), 1);
        platter_query_text(q, 0, text, sizeof(text));
        assert_string_equal(text, i == 2 ? "" : "abc");
        assert_true(platter_query_int(q, 1) == INT64_MAX - i);
    }
    assert_int_equal(platter_query_step(q), 0);
    platter_query_free(q);
    platter_db_free(db);
}

static void errors_have_a_reason(void **state)
{
    struct platter_query *q = NULL;
    struct platter_db *db = NULL;
    char why[256] = "";
    (void)state;
    assert_true(platter_db_open("/nonexistent/x.db", 0, &db, why, sizeof(why)) < 0);
    assert_string_not_equal(why, "");
    assert_null(db);
    db = opened();
    assert_true(platter_db_exec(db, "nonsense") < 0);
    assert_non_null(strstr(platter_db_why(db), "syntax"));
    assert_true(platter_query_new(db, "SELECT * FROM nowhere", &q) < 0);
    assert_null(q);
    platter_db_free(db);
}

static void one_at_a_time_has_it(void **state)
{
    struct platter_db *other = NULL;
    char why[256] = "";
    (void)state;
    struct platter_db *db = opened();
    assert_int_equal(platter_db_open(file, 0, &other, why, sizeof(why)), -EBUSY);
    platter_db_free(db);
    assert_int_equal(platter_db_open(file, 0, &other, why, sizeof(why)), 0);
    platter_db_free(other);
}

static void copies(void **state)
{
    int version = 0;
    (void)state;
    struct platter_db *db = opened();
    assert_int_equal(platter_db_exec(db, "PRAGMA user_version = 7"), 0);
    assert_int_equal(platter_db_copy(db, copy), 0);
    assert_int_equal(platter_db_copy(db, copy), -EEXIST);
    platter_db_free(db);
    assert_int_equal(rename(copy, file), 0);
    db = opened();
    assert_int_equal(platter_db_version(db, &version), 0);
    assert_int_equal(version, 7);
    platter_db_free(db);
}

static void what_is_no_database_is_refused(void **state)
{
    struct platter_db *db = NULL;
    char why[256] = "", bytes[4096];
    (void)state;
    memset(bytes, 'x', sizeof(bytes));
    FILE *f = fopen(file, "we");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, sizeof(bytes), f), sizeof(bytes));
    assert_int_equal(fclose(f), 0);
    assert_int_equal(platter_db_open(file, 0, &db, why, sizeof(why)), -EUCLEAN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_texts_and_numbers),        cmocka_unit_test(errors_have_a_reason),
        cmocka_unit_test(one_at_a_time_has_it),           cmocka_unit_test(copies),
        cmocka_unit_test(what_is_no_database_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/store/state_db.h"
#include "tests/support/folder.h"
#include "tests/support/saved.h"

static char why[512];

static void shell(const char *what)
{
    assert_int_equal(folder_run(what), 0);
}

static struct platter_state_db *opened(void)
{
    struct platter_state_db *s = NULL;
    if (platter_state_db_open(dir, 0, &s, why, sizeof(why)) != 0)
        fail_msg("%s", why);
    return s;
}

static void drives_come_back(void **state)
{
    static struct platter_saved_drive a, b;
    struct platter_saved_drive *drives = NULL;
    unsigned n = 99;
    (void)state;
    struct platter_state_db *s = opened();
    assert_int_equal(platter_state_db_load(s, &drives, &n), 0);
    assert_int_equal(n, 0);
    free(drives);
    saved_make(&a, "a", 10, 1000);
    saved_make(&b, "b", 64, 500);
    assert_int_equal(platter_state_db_begin(s), 0);
    assert_int_equal(platter_state_db_save(s, &a), 0);
    assert_int_equal(platter_state_db_save(s, &b), 0);
    assert_int_equal(platter_state_db_commit(s), 0);
    platter_state_db_free(s);
    s = opened();
    assert_int_equal(platter_state_db_load(s, &drives, &n), 0);
    assert_int_equal(n, 2);
    assert_memory_equal(&drives[0], &b, sizeof(b)); /* seen first */
    assert_memory_equal(&drives[1], &a, sizeof(a));
    free(drives);
    platter_state_db_free(s);
}

static void first_seen_stays_and_zones_go(void **state)
{
    static struct platter_saved_drive a;
    struct platter_saved_drive *drives = NULL;
    unsigned n = 0;
    (void)state;
    struct platter_state_db *s = opened();
    saved_make(&a, "a", 10, 1000);
    assert_int_equal(platter_state_db_save(s, &a), 0);
    saved_make(&a, "a", 4, 7777);
    assert_int_equal(platter_state_db_save(s, &a), 0);
    assert_int_equal(platter_state_db_load(s, &drives, &n), 0);
    assert_int_equal(n, 1);
    assert_int_equal(drives[0].first_seen_s, 2000);
    assert_int_equal(drives[0].next_sample, 7778);
    free(drives);
    a.id[0] = '\0';
    assert_int_equal(platter_state_db_save(s, &a), -EINVAL);
    platter_state_db_free(s);
    shell("test $(sqlite3 state.db 'select count(*) from zone') = 4");
}

static void counters_of_other_zones_are_kept_aside(void **state)
{
    static struct platter_saved_drive a;
    (void)state;
    struct platter_state_db *s = opened();
    saved_make(&a, "a", 10, 1000);
    assert_int_equal(platter_state_db_set_aside(s, &a), 0); /* not in there yet */
    assert_int_equal(platter_state_db_save(s, &a), 0);
    assert_int_equal(platter_state_db_set_aside(s, &a), 0);
    saved_make(&a, "a", 4, 7777);
    assert_int_equal(platter_state_db_set_aside(s, &a), 10);
    assert_int_equal(platter_state_db_save(s, &a), 0);
    assert_int_equal(platter_state_db_set_aside(s, &a), 0);
    platter_state_db_free(s);
    shell("test $(sqlite3 state.db.zones10.bak 'select count(*) from zone') = 10");
}

static void what_is_rolled_back_is_not_there(void **state)
{
    static struct platter_saved_drive a;
    struct platter_saved_drive *drives = NULL;
    unsigned n = 0;
    (void)state;
    struct platter_state_db *s = opened();
    saved_make(&a, "a", 10, 1000);
    assert_int_equal(platter_state_db_begin(s), 0);
    assert_int_equal(platter_state_db_save(s, &a), 0);
    platter_state_db_rollback(s);
    assert_int_equal(platter_state_db_load(s, &drives, &n), 0);
    assert_int_equal(n, 0);
    free(drives);
    platter_state_db_free(s);
}

/* state.db made by `how` is refused with `result`, says `text`, and is the same afterwards. */
static void refused(const char *how, int result, const char *text)
{
    struct platter_state_db *s = NULL;
    shell(how);
    shell("md5sum state.db >sum");
    assert_int_equal(platter_state_db_open(dir, 0, &s, why, sizeof(why)), result);
    assert_null(s);
    if (!strstr(why, text) || !strstr(why, dir))
        fail_msg("\"%s\" does not say \"%s\"", why, text);
    shell("md5sum -c --quiet sum && test ! -s state.db-wal");
    shell("rm state.db");
}

static void what_cannot_be_used_is_left_alone(void **state)
{
    (void)state;
    refused("sqlite3 state.db 'create table x(y); pragma user_version = 3'", PLATTER_STATE_DB_NEWER,
            "newer");
    refused("head -c 5000 /dev/zero >state.db", -EUCLEAN, "move it aside");
    refused("head -c 5000 /dev/urandom >state.db", -EUCLEAN, "move it aside");
    platter_state_db_free(opened());
    refused("sqlite3 state.db 'with recursive n(i) as (select 1 union all select i + 1 "
            "from n where i < 3000) insert into event select i,1,2,3,4,5,6,7 from n' && "
            "dd if=/dev/urandom of=state.db bs=4096 seek=5 count=2 conv=notrunc status=none",
            -EUCLEAN, "move it aside");
    shell("mkdir state.db");
    struct platter_state_db *s = NULL;
    assert_true(platter_state_db_open(dir, 0, &s, why, sizeof(why)) < 0);
    assert_null(s);
}

static void another_process_is_named_as_the_reason(void **state)
{
    struct platter_state_db *other = NULL;
    (void)state;
    struct platter_state_db *s = opened();
    assert_int_equal(platter_state_db_open(dir, 0, &other, why, sizeof(why)), -EBUSY);
    assert_non_null(strstr(why, "another platter-store"));
    platter_state_db_free(s);
}

/* The tables of version 1, as they were. */
static void an_older_one_is_brought_up_to_date(void **state)
{
    struct platter_saved_drive *drives = NULL;
    struct platter_event *events = NULL;
    unsigned n = 0;
    (void)state;
    platter_state_db_free(opened());
    shell("sqlite3 state.db 'alter table event drop column zones; alter table event drop column "
          "size; drop table run; drop table bad_place; drop table judging; insert into event "
          "values(7, 1000, \"a\", "
          "\"gone\", 2, \"old\"); "
          "insert into drive(id) values(\"a\"); pragma user_version = 1'");
    struct platter_state_db *s = opened();
    assert_int_equal(platter_event_db_load(platter_state_db_events(s), 9, &events, &n), 0);
    assert_int_equal(n, 1);
    assert_string_equal(events[0].text, "old");
    assert_string_equal(events[0].zones, "");
    free(events);
    assert_int_equal(platter_state_db_load(s, &drives, &n), 0);
    assert_int_equal(n, 1);
    free(drives);
    platter_state_db_free(s);
    shell("test $(sqlite3 state.db.v1.bak 'pragma user_version') = 1");
}

static void an_empty_file_is_a_new_one(void **state)
{
    (void)state;
    shell(": >state.db");
    platter_state_db_free(opened());
    shell("test $(sqlite3 state.db 'pragma user_version') = 2");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(drives_come_back),
        TEST(first_seen_stays_and_zones_go),
        TEST(counters_of_other_zones_are_kept_aside),
        TEST(what_is_rolled_back_is_not_there),
        TEST(what_cannot_be_used_is_left_alone),
        TEST(another_process_is_named_as_the_reason),
        TEST(an_older_one_is_brought_up_to_date),
        TEST(an_empty_file_is_a_new_one),
    };
    if (system("sqlite3 --version >/dev/null 2>&1") != 0)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

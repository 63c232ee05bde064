/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#include "agent/store/flush.h"
#include "agent/store/keeper.h"
#include "agent/store/state_db.h"
#include "tests/support/rrd_leaks.h"
#include "tests/support/saved.h"

#define S 1000000000ull
#define T0 1796070000

static char dir[96], above[64], said[4096], why[512];

static void hear(void *user, int level, const char *code, const char *drive, const char *text)
{
    size_t len = strlen(said);
    assert_ptr_equal(user, said);
    snprintf(said + len, sizeof(said) - len, "%d %s %s %s\n", level, code, drive, text);
}

static int setup(void **state)
{
    (void)state;
    said[0] = '\0';
    snprintf(above, sizeof(above), "/tmp/platter-keeper-XXXXXX");
    if (!mkdtemp(above))
        return -1;
    snprintf(dir, sizeof(dir), "%s/lib/platter", above);
    return 0;
}

static int teardown(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf '%s'", above);
    return system(command); /* NOLINT: our own name */
}

static struct platter_keeper *begun(void)
{
    const struct platter_keeper_rules rules = {.folder = dir, .host = "host", .rrd = true};
    struct platter_keeper *k = NULL;
    if (platter_keeper_new(&rules, S, hear, said, &k, why, sizeof(why)) != 0)
        fail_msg("%s", why);
    return k;
}

static void put(struct platter_keeper *k, uint64_t base)
{
    static struct platter_saved_drive drive;
    static struct platter_snapshot s;
    struct platter_event e = {.seq = base, .time_s = T0, .drive = "a", .code = "gone"};
    saved_make(&drive, "a", 10, base);
    assert_int_equal(platter_keeper_state(k, &drive), 0);
    assert_int_equal(platter_keeper_event(k, &e), 0);
    platter_snapshot_init(&s);
    snprintf(s.drive, sizeof(s.drive), "a");
    snprintf(s.device, sizeof(s.device), "/dev/none");
    s.time_s = T0 + (int64_t)base * 600;
    s.step_s = 600;
    assert_int_equal(platter_keeper_publish(k, &s), 0);
}

/* The drive's next sample in state.db; 0 = not there. */
static uint64_t saved_next(void)
{
    struct platter_saved_drive *drives = NULL;
    struct platter_state_db *db = NULL;
    unsigned n = 0;
    if (platter_state_db_open(dir, 0, &db, why, sizeof(why)) != 0)
        fail_msg("%s", why);
    assert_int_equal(platter_state_db_load(db, &drives, &n), 0);
    uint64_t next = n ? drives[0].next_sample : 0;
    free(drives);
    platter_state_db_free(db);
    return next;
}

static bool rrd_is_there(void)
{
    char path[192];
    snprintf(path, sizeof(path), "%s/rrd/host/platter-a/platter_drive.rrd", dir);
    return access(path, R_OK) == 0;
}

static void what_was_put_is_there_again(void **state)
{
    struct platter_kept kept;
    (void)state;
    struct platter_keeper *k = begun();
    assert_int_equal(platter_keeper_load(k, 1000, 10, &kept), 0);
    assert_int_equal(kept.n_drives, 0);
    assert_int_equal(kept.last_event, 0);
    assert_int_equal(kept.epoch, 1000);
    platter_kept_deinit(&kept);
    put(k, 1);
    put(k, 2); /* of states the last, of events both */
    platter_keeper_free(k, 2 * S, T0);
    assert_int_equal(saved_next(), 3);
    assert_true(rrd_is_there());
    k = begun();
    assert_int_equal(platter_keeper_load(k, 2000, 1, &kept), 0);
    assert_int_equal(kept.n_drives, 1);
    assert_int_equal(kept.n_events, 1);
    assert_int_equal(kept.events[0].seq, 2);
    assert_int_equal(kept.last_event, 2);
    assert_int_equal(kept.epoch, 1000); /* the last run was ended */
    platter_kept_deinit(&kept);
    platter_keeper_free(k, 2 * S, T0);
    assert_string_equal(said, "");
}

static void it_is_written_when_it_is_time(void **state)
{
    (void)state;
    struct platter_keeper *k = begun();
    put(k, 1);
    uint64_t next_ns = platter_keeper_tick(k, 10 * S, T0);
    assert_false(rrd_is_there());
    assert_true(next_ns == S + PLATTER_FLUSH_NS || next_ns == S + PLATTER_FLUSH_FLASH_NS);
    assert_true(platter_keeper_tick(k, next_ns, T0) > next_ns);
    assert_true(rrd_is_there());
    assert_int_equal(platter_keeper_flushes(k), 1);
    assert_string_equal(platter_keeper_why(k), "");
    platter_keeper_free(k, next_ns, T0);
}

static void nonsense_is_refused(void **state)
{
    static struct platter_saved_drive drive;
    (void)state;
    struct platter_keeper *k = begun();
    assert_int_equal(platter_keeper_state(k, &drive), -EINVAL);
    saved_make(&drive, "a", 10, 1);
    drive.state.n_zones = PLATTER_ZONES_MAX + 1;
    assert_int_equal(platter_keeper_state(k, &drive), -EINVAL);
    platter_keeper_awake(k, "nosuchdrive", S);
    platter_keeper_free(k, S, T0);
}

static void a_folder_that_cannot_be_is_said(void **state)
{
    const struct platter_keeper_rules rules = {.folder = "/proc/nowhere", .host = "host"};
    struct platter_keeper *k = NULL;
    (void)state;
    assert_true(platter_keeper_new(&rules, S, hear, said, &k, why, sizeof(why)) < 0);
    assert_null(k);
    assert_non_null(strstr(why, "/proc/nowhere"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_was_put_is_there_again),
        TEST(it_is_written_when_it_is_time),
        TEST(nonsense_is_refused),
        TEST(a_folder_that_cannot_be_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

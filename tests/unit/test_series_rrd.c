/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/store/rrd.h"
#include "agent/store/series_rrd.h"
#include "tests/support/folder.h"
#include "tests/support/rrd_leaks.h"
#include "tests/support/rrds.h"

#define T0 1796070000

static char said[4096];
static unsigned lines;
static bool no_room;

static bool room(void *user, uint64_t bytes)
{
    (void)user;
    assert_true(bytes > 100000);
    return !no_room;
}

static void hear(void *user, int level, const char *code, const char *drive, const char *text)
{
    size_t len = strlen(said);
    (void)user;
    (void)level;
    snprintf(said + len, sizeof(said) - len, "%s %s %s\n", code, drive, text);
    lines++;
}

static struct platter_series_rrd *begun(void)
{
    struct platter_series_rrd *r = NULL;
    assert_int_equal(platter_series_rrd_new(dir, "host", NULL, hear, NULL, &r), 0);
    return r;
}

static int setup(void **state)
{
    said[0] = '\0';
    lines = 0;
    no_room = false;
    return folder_make(state);
}

static void row(struct platter_series_rrd *r, int64_t time_s, int result)
{
    static struct platter_snapshot s;
    platter_snapshot_init(&s);
    snprintf(s.drive, sizeof(s.drive), "WD_1");
    s.time_s = time_s;
    s.step_s = 600;
    s.n_zones = 2;
    s.zones[0].throughput_bps = 150e6 + .5;
    s.zones[1].counts.slow = 1000 + (uint64_t)(time_s - T0) / 600 * 60;
    assert_int_equal(platter_series_rrd_add(r, &s), result);
}

static const char *path_of(const char *name)
{
    static char path[160];
    snprintf(path, sizeof(path), "%s/host/platter-WD_1/%s.rrd", dir, name);
    return path;
}

static int64_t last_of(const char *name)
{
    struct platter_rrd_info info = {0};
    char why[128];
    int r = platter_rrd_info(path_of(name), &info, why, sizeof(why));
    return r < 0 ? r : info.last_update_s;
}

static void value_is(const char *name, int64_t time_s, const char *line)
{
    char command[512];
    snprintf(command, sizeof(command),
             "rrdtool fetch '%s' AVERAGE -s %lld -e %lld | sed s,-nan,nan,g | grep -qxF '%lld: %s'",
             path_of(name), (long long)time_s - 600, (long long)time_s - 600, (long long)time_s,
             line);
    if (system(command) != 0) /* NOLINT: our own name */
        fail_msg("%s at %lld is not %s", name, (long long)time_s, line);
}

static void rows_wait_and_are_written(void **state)
{
    (void)state;
    struct platter_series_rrd *r = begun();
    assert_false(platter_series_rrd_pending(r));
    for (int i = 0; i < 10; i++)
        row(r, T0 + 600 * i, 0);
    assert_true(platter_series_rrd_pending(r));
    assert_int_equal(last_of("platter_drive"), -ENOENT);
    /* 2 zones, 2 blocks, drive, 2 passive */
    assert_int_equal(platter_series_rrd_flush(r, T0, room), 70);
    assert_false(platter_series_rrd_pending(r));
    assert_int_equal(last_of("platter_drive"), T0 + 5400);
    value_is("platter_zone-00", T0 + 600, "1.5000000050e+08 nan nan");
    value_is("platter_blocks-01", T0 + 1200,
             "0.0000000000e+00 0.0000000000e+00 0.0000000000e+00 0.0000000000e+00 "
             "0.0000000000e+00 0.0000000000e+00 0.0000000000e+00 0.0000000000e+00 "
             "1.0000000000e-01 0.0000000000e+00");
    platter_series_rrd_free(r);
    assert_string_equal(said, "");
}

static void the_decimal_point_is_a_point(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        print_message("no German locale here: not proved\n");
    struct platter_series_rrd *r = begun();
    row(r, T0, 0);
    row(r, T0 + 600, 0);
    assert_int_equal(platter_series_rrd_flush(r, T0, room), 14);
    value_is("platter_zone-00", T0 + 600, "1.5000000050e+08 nan nan");
    platter_series_rrd_free(r);
    setlocale(LC_ALL, "C");
    assert_string_equal(said, "");
}

static void what_is_not_newer_is_dropped_and_said_once(void **state)
{
    (void)state;
    struct platter_series_rrd *r = begun();
    row(r, T0, 0);
    row(r, T0, 0);
    row(r, T0 - 600, 0);
    assert_int_equal(lines, 7); /* one a file */
    assert_non_null(strstr(said, "old_stamp WD_1"));
    assert_int_equal(platter_series_rrd_flush(r, T0, room), 7);
    platter_series_rrd_free(r);
    r = begun();
    row(r, T0 - 1200, 0);
    row(r, T0, 0);
    row(r, T0 + 600, 0);
    said[0] = '\0';
    assert_int_equal(platter_series_rrd_flush(r, T0, room), 7);
    assert_int_equal(last_of("platter_drive"), T0 + 600);
    platter_series_rrd_free(r);
}

/* Cut off by a power failure. */
static void broken_files_are_moved_aside(void **state)
{
    char aside[256];
    (void)state;
    struct platter_series_rrd *r = begun();
    row(r, T0, 0);
    assert_int_equal(platter_series_rrd_flush(r, T0, room), 7);
    rrds_break(path_of("platter_zone-00"), 0, 0);
    rrds_break(path_of("platter_zone-01"), 500000, 0);
    rrds_break(path_of("platter_blocks-00"), 1000, 1);
    rrds_break(path_of("platter_blocks-01"), 500000, 1);
    unlink(path_of("platter_drive"));
    row(r, T0 + 600, 0);
    assert_int_equal(platter_series_rrd_flush(r, T0 + 601, room), 7);
    assert_int_equal(lines, 4);
    assert_non_null(strstr(said, "rrd_broken WD_1"));
    snprintf(aside, sizeof(aside), "%s.broken-%d", path_of("platter_blocks-01"), T0 + 601);
    assert_int_equal(access(aside, R_OK), 0);
    assert_int_equal(last_of("platter_zone-00"), T0 + 600);
    assert_int_equal(last_of("platter_drive"), T0 + 600);
    platter_series_rrd_free(r);
}

static void another_step_is_not_mixed_in(void **state)
{
    static struct platter_snapshot s;
    (void)state;
    struct platter_series_rrd *r = begun();
    row(r, T0, 0);
    assert_int_equal(platter_series_rrd_flush(r, T0, room), 7);
    platter_series_rrd_free(r);
    r = begun();
    platter_snapshot_init(&s);
    snprintf(s.drive, sizeof(s.drive), "WD_1");
    s.step_s = 2;
    for (s.time_s = T0 + 2; s.time_s < T0 + 10; s.time_s += 2) {
        assert_int_equal(platter_series_rrd_add(r, &s), 0);
        assert_int_equal(platter_series_rrd_flush(r, T0, room), 0);
    }
    assert_int_equal(lines, 3);
    assert_non_null(strstr(said, "step of 600 s, not of 2 s"));
    assert_int_equal(last_of("platter_drive"), T0);
    platter_series_rrd_free(r);
}

static void without_room_rows_wait_and_the_oldest_go(void **state)
{
    (void)state;
    struct platter_series_rrd *r = begun();
    no_room = true;
    for (int i = 0; i < PLATTER_SERIES_RRD_WAITING_MAX + 5; i++)
        row(r, T0 + 600 * i, 0);
    assert_int_equal(platter_series_rrd_flush(r, T0, room), 0);
    assert_int_equal(lines, 1);
    assert_non_null(strstr(said, "rows_dropped  35 rows"));
    no_room = false;
    assert_int_equal(platter_series_rrd_flush(r, T0, room), 7 * PLATTER_SERIES_RRD_WAITING_MAX);
    platter_series_rrd_free(r);
}

static void what_cannot_be_is_refused(void **state)
{
    static struct platter_snapshot s;
    static const char *const names[] = {"", "../x", "a/b", "."};
    (void)state;
    struct platter_series_rrd *r = begun();
    platter_snapshot_init(&s);
    s.step_s = 600;
    s.time_s = T0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(s.drive, sizeof(s.drive), "%s", names[i]);
        assert_int_equal(platter_series_rrd_add(r, &s), -EINVAL);
    }
    row(r, -1, -EINVAL);
    assert_false(platter_series_rrd_pending(r));
    platter_series_rrd_free(r);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_wait_and_are_written),
        TEST(the_decimal_point_is_a_point),
        TEST(what_is_not_newer_is_dropped_and_said_once),
        TEST(broken_files_are_moved_aside),
        TEST(another_step_is_not_mixed_in),
        TEST(without_room_rows_wait_and_the_oldest_go),
        TEST(what_cannot_be_is_refused),
    };
    if (system("rrdtool --version >/dev/null 2>&1") != 0)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

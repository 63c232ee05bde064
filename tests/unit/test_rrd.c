/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/store/rrd.h"
#include "tests/support/rrd_leaks.h"
#include "tests/support/rrds.h"

static char dir[64], file[128];

static int setup(void **state)
{
    (void)state;
    snprintf(dir, sizeof(dir), "/tmp/platter-rrd-XXXXXX");
    if (!mkdtemp(dir) || rrds_make(dir, 1) < 0)
        return -1;
    snprintf(file, sizeof(file), "%s/platter_zone-00.rrd", dir);
    return 0;
}

static int teardown(void **state)
{
    static const char *const names[] = {"platter_zone-00.rrd", "platter_blocks-00.rrd", "x.png"};
    char path[128];

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
        unlink(path);
    }
    return rmdir(dir);
}

static void reads_the_header(void **state)
{
    struct platter_rrd_info info;
    char why[128] = "";

    (void)state;
    assert_int_equal(platter_rrd_info(file, &info, why, sizeof(why)), 0);
    assert_int_equal(info.step_s, RRDS_STEP_S);
    assert_int_equal(info.last_update_s, RRDS_END_S);
    assert_int_equal(info.heartbeat_min_s, 10800);
    assert_near(info.xff_min, .99, 1e-9);
}

static void draws(void **state)
{
    char png[128], def[256], why[128] = "";
    const char *argv[] = {"graph",
                          png,
                          "--start=1796000000",
                          "--end=1796070000",
                          def,
                          "LINE1:x#000000",
                          "GPRINT:x:AVERAGE:%.1lf"};

    (void)state;
    snprintf(png, sizeof(png), "%s/x.png", dir);
    snprintf(def, sizeof(def), "DEF:x=%s:throughput:AVERAGE", file);
    assert_int_equal(platter_rrd_graph(7, argv, why, sizeof(why)), 0);
    assert_int_equal(access(png, R_OK), 0);
    /* The caller's locale is as before. */
    assert_string_equal(setlocale(LC_ALL, NULL), "C");
}

static void says_why_not(void **state)
{
    const char *argv[] = {"graph", "/dev/null", "DEF:x=/nonexistent:y:AVERAGE", "LINE1:x"};
    struct platter_rrd_info info = {.step_s = 7, .last_update_s = 7};
    char why[128] = "";

    (void)state;
    assert_int_equal(platter_rrd_graph(4, argv, why, sizeof(why)), -EIO);
    assert_non_null(strstr(why, "/nonexistent"));
    assert_int_equal(platter_rrd_info("/nonexistent", &info, why, sizeof(why)), -ENOENT);
    assert_int_equal(info.step_s, 7);
    /* The error before does not stick to the next call. */
    assert_int_equal(platter_rrd_info(file, &info, why, sizeof(why)), 0);
}

static void broken_files_are_refused(void **state)
{
    static const size_t lengths[] = {1500, 900, 128, 100, 16, 1, 0};
    struct platter_rrd_info info;
    char why[128];

    (void)state;
    for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
        rrds_break(file, lengths[i], 1);
        why[0] = '\0';
        assert_int_equal(platter_rrd_info(file, &info, why, sizeof(why)), -EPROTO);
        assert_string_not_equal(why, "");
    }
    rrds_break(file, 100000, 0);
    assert_int_equal(platter_rrd_info(file, &info, why, sizeof(why)), -EPROTO);
    assert_true(platter_rrd_info(dir, &info, why, sizeof(why)) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_the_header), cmocka_unit_test(draws), cmocka_unit_test(says_why_not),
        cmocka_unit_test(broken_files_are_refused), /* last: it breaks the file */
    };

    if (system("rrdtool --version >/dev/null 2>&1") != 0)
        return 77;
    return cmocka_run_group_tests(tests, setup, teardown);
}

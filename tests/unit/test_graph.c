/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/report/graph.h"
#include "tests/support/rrd_leaks.h"
#include "tests/support/rrds.h"

#define ZONES 4u

static char dir[64], output[128], why[512];

static int setup(void **state)
{
    (void)state;
    snprintf(dir, sizeof(dir), "/tmp/platter graph:XXXXXX");
    snprintf(output, sizeof(output), "%s/out", mkdtemp(dir) ? dir : "");
    return rrds_make(dir, ZONES);
}

static int teardown(void **state)
{
    DIR *d = opendir(dir);
    char path[512];

    (void)state;
    for (const struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
        unlink(path);
    }
    if (d)
        closedir(d);
    return rmdir(dir);
}

static struct platter_graph graph(enum platter_graph_kind kind, const char *imgformat)
{
    return (struct platter_graph){
        .kind = kind,
        .dir = dir,
        .title = "A 100 % <drive>: one",
        .imgformat = imgformat,
        .output = output,
        .start_s = RRDS_END_S - 86400,
        .end_s = RRDS_END_S,
        .width = 400,
        .height = 150,
    };
}

static int draw(const struct platter_graph *g)
{
    unlink(output);
    return platter_graph_draw(g, why, sizeof(why));
}

static void assert_begins(const char *with, size_t len)
{
    char buf[64];
    FILE *f = fopen(output, "r");

    assert_non_null(f);
    assert_int_equal(fread(buf, 1, len, f), len);
    fclose(f);
    assert_memory_equal(buf, with, len);
}

static unsigned files_in_dir(void)
{
    DIR *d = opendir(dir);
    unsigned n = 0;

    while (readdir(d))
        n++;
    closedir(d);
    return n - 2;
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(platter_graph_name(PLATTER_GRAPH_THROUGHPUT), "throughput");
    assert_string_equal(platter_graph_name(PLATTER_GRAPH_SLOW), "slow");
}

static void draws_both_kinds_in_both_formats(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < PLATTER_GRAPHS; kind++) {
        struct platter_graph png = graph(kind, "PNG"), svg = graph(kind, "SVG");
        assert_int_equal(draw(&png), 0);
        assert_string_equal(why, "");
        assert_begins("\x89PNG\r\n\x1a\n", 8);
        assert_int_equal(draw(&svg), 0);
        assert_begins("<?xml", 5);
        assert_int_equal(files_in_dir(), 2 * ZONES + 1);
        unlink(output);
    }
}

static void the_picture_can_be_read_by_others(void **state)
{
    struct platter_graph g = graph(PLATTER_GRAPH_SLOW, "PNG");
    struct stat st;
    mode_t mask = umask(022);

    (void)state;
    assert_int_equal(draw(&g), 0);
    umask(mask);
    assert_int_equal(stat(output, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0644);
    unlink(output);
}

static void knows_what_is_there(void **state)
{
    uint64_t zones = 0;

    (void)state;
    assert_int_equal(platter_graph_zones(dir, &zones), 0);
    assert_int_equal(zones, 0xf);
    assert_int_equal(platter_graph_zones("/nonexistent", &zones), -ENOENT);
    assert_int_equal(zones, 0xf);
    assert_int_equal(platter_graph_last_update_s(dir), RRDS_END_S);
    assert_int_equal(platter_graph_last_update_s("/nonexistent"), 0);
}

static void nothing_to_draw(void **state)
{
    struct platter_graph g = graph(PLATTER_GRAPH_SLOW, "PNG");

    (void)state;
    g.dir = "/tmp/../dev";
    assert_int_equal(draw(&g), -ENOENT);
    assert_string_equal(why, "");
}

static void output_that_cannot_be_written(void **state)
{
    struct platter_graph g = graph(PLATTER_GRAPH_SLOW, "PNG");

    (void)state;
    g.output = "/nonexistent/x.png";
    assert_int_equal(draw(&g), -ENOENT);
    assert_non_null(strstr(why, "/nonexistent/x.png"));
    g.output = dir;
    assert_true(draw(&g) < 0);
    assert_non_null(strstr(why, dir));
    assert_int_equal(files_in_dir(), 2 * ZONES);
}

/* Last: it breaks one RRD after another. */
static void broken_zones_are_left_out(void **state)
{
    struct platter_graph g = graph(PLATTER_GRAPH_THROUGHPUT, "SVG");
    char path[128];

    (void)state;
    for (unsigned z = 0; z < ZONES; z++) {
        snprintf(path, sizeof(path), "%s/platter_zone-%02u.rrd", dir, z);
        rrds_break(path, z * 150, z % 2 == 0);
        assert_int_equal(draw(&g), z + 1 < ZONES ? 0 : -EIO);
        assert_non_null(strstr(why, path));
    }
    assert_int_equal(access(output, F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(draws_both_kinds_in_both_formats),
        cmocka_unit_test(the_picture_can_be_read_by_others),
        cmocka_unit_test(knows_what_is_there),
        cmocka_unit_test(nothing_to_draw),
        cmocka_unit_test(output_that_cannot_be_written),
        cmocka_unit_test(broken_zones_are_left_out),
    };

    if (system("rrdtool --version >/dev/null 2>&1") != 0)
        return 77;
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/store/layout.h"
#include "tests/support/folder.h"
#include "tests/support/rrd_leaks.h"

static const struct platter_type *type_of(const char *name)
{
    unsigned n;
    const struct platter_type *types = platter_series_types(&n);
    for (unsigned i = 0; i < n; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    fail_msg("no type %s", name);
    return NULL;
}

/* What rrdtool itself says of a file. */
static int info_has(const char *path, const char *line)
{
    char command[512];
    snprintf(command, sizeof(command), "rrdtool info '%s' | grep -qxF '%s'", path, line);
    return system(command) == 0; /* NOLINT: our own name */
}

static void a_zone_has_ten_years_and_maxima(void **state)
{
    char path[128], why[256] = "";
    (void)state;
    snprintf(path, sizeof(path), "%s/host/platter-x/platter_zone-00.rrd", dir);
    if (platter_layout_create(path, type_of("platter_zone"), 600, 1796070000, why, sizeof(why)))
        fail_msg("%s", why);
    static const char *const lines[] = {
        "step = 600",
        "last_update = 1796070000",
        "ds[throughput].type = \"GAUGE\"",
        "ds[throughput].minimal_heartbeat = 10800",
        "ds[throughput].min = 0.0000000000e+00",
        "ds[throughput].max = NaN",
        "ds[worst].index = 2",
        "rra[0].cf = \"AVERAGE\"",
        "rra[0].rows = 6480",
        "rra[0].pdp_per_row = 1",
        "rra[1].rows = 9600",
        "rra[1].pdp_per_row = 6",
        "rra[2].rows = 3653",
        "rra[2].pdp_per_row = 144",
        "rra[3].cf = \"MAX\"",
        "rra[3].pdp_per_row = 6",
        "rra[4].cf = \"MAX\"",
        "rra[4].pdp_per_row = 144",
        "rra[4].xff = 9.9000000000e-01",
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        if (!info_has(path, lines[i]))
            fail_msg("not in it: %s", lines[i]);
    assert_false(info_has(path, "rra[5].cf = \"AVERAGE\""));
}

static void blocks_are_counted_without_maxima(void **state)
{
    char path[128], why[256] = "";
    (void)state;
    snprintf(path, sizeof(path), "%s/blocks.rrd", dir);
    assert_int_equal(
        platter_layout_create(path, type_of("platter_blocks"), 2, 1796070000, why, sizeof(why)), 0);
    assert_true(info_has(path, "ds[slow].type = \"DERIVE\""));
    assert_true(info_has(path, "rra[2].cf = \"AVERAGE\""));
    assert_true(info_has(path, "rra[1].pdp_per_row = 1800"));
    assert_false(info_has(path, "rra[3].cf = \"MAX\""));
    assert_int_equal(
        platter_layout_create(path, type_of("platter_blocks"), 2, 1796070000, why, sizeof(why)),
        -EEXIST);
}

/* A drive with ten zones and 20 SMART attributes: at most 40 MB. */
static void the_size_is_what_was_promised(void **state)
{
    char path[128], why[256] = "";
    unsigned n;
    uint64_t sum = 0;
    (void)state;
    const struct platter_type *types = platter_series_types(&n);
    for (unsigned i = 0; i < n; i++) {
        struct stat st;
        const char *name = types[i].name;
        unsigned files = strcmp(name, "smart_attribute") == 0                               ? 20
                         : !strcmp(name, "platter_zone") || !strcmp(name, "platter_blocks") ? 10
                         : strcmp(name, "platter_passive") == 0                             ? 2
                                                                                            : 1;
        snprintf(path, sizeof(path), "%s/%s.rrd", dir, name);
        assert_int_equal(platter_layout_create(path, &types[i], 600, 1796070000, why, sizeof(why)),
                         0);
        assert_int_equal(stat(path, &st), 0);
        assert_in_range(st.st_size, platter_layout_bytes(&types[i]),
                        platter_layout_bytes(&types[i]) + 16384);
        sum += files * (uint64_t)st.st_size;
    }
    print_message("%.1f MB a drive\n", (double)sum / 1e6);
    assert_true(sum <= 40000000);
}

static void a_place_that_cannot_be_is_said(void **state)
{
    char why[256] = "";
    (void)state;
    assert_true(platter_layout_create("/proc/nowhere/x.rrd", type_of("platter_zone"), 600,
                                      1796070000, why, sizeof(why)) < 0);
    assert_string_not_equal(why, "");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_zone_has_ten_years_and_maxima),
        TEST(blocks_are_counted_without_maxima),
        TEST(the_size_is_what_was_promised),
        TEST(a_place_that_cannot_be_is_said),
    };
    if (system("rrdtool --version >/dev/null 2>&1") != 0)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

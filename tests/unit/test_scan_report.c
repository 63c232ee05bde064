/* SPDX-License-Identifier: MIT */
/* What a scan shows, of a simulated drive with faults. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/bench/scan_again.h"
#include "agent/cli/scan_report.h"
#include "agent/drive/fault.h"
#include "agent/drive/sim.h"
#include "tests/support/capture.h"
#include <platter/errors.h>
#include <platter/units.h>

#define BLOCK 131072u

static struct platter_scan scan;
static struct platter_found found;
static struct platter_geometry geometry;

static void do_scan(const struct platter_fault *faults, unsigned n)
{
    const struct platter_scan_hooks hooks = {NULL, NULL, NULL};
    struct platter_scan_plan plan = {
        .end_byte = 5000 * BLOCK, .block_bytes = BLOCK, .slow_ns = 5 * PLATTER_NS_PER_MS};
    struct platter_drive *d;

    assert_int_equal(platter_sim_found("sim:wd2002faex", &found), 0);
    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    assert_int_equal(platter_fault_new(d, faults, n, &d), 0);
    geometry = d->geometry;
    plan.rev_ns = geometry.rev_ns;
    assert_int_equal(platter_scan_init(&scan, &plan), 0);
    assert_int_equal(platter_scan_run(d, &scan, 4, &hooks), 0);
    assert_int_equal(platter_scan_split(d, &scan, &hooks), 0);
    assert_int_equal(platter_scan_again(d, &scan, 2, &hooks), 0);
    platter_scan_settle(&scan);
    platter_drive_free(d);
}

static int end(void **state)
{
    (void)state;
    platter_scan_deinit(&scan);
    return 0;
}

static void print(struct capture *c)
{
    const struct platter_scan_report r = {
        .found = &found, .geometry = &geometry, .scan = &scan, .depth = 4, .complete = true};

    setenv("COLUMNS", "80", 1);
    capture_begin(c);
    int status = platter_scan_print(&r);
    capture_end(c);
    assert_int_equal(status, PLATTER_EXIT_FINE);
    for (const char *line = c->text, *stop; (stop = strchr(line, '\n')); line = stop + 1)
        assert_true(stop - line <= 80);
}

static void healthy(void **state)
{
    (void)state;
    struct capture c;

    do_scan(NULL, 0);
    print(&c);
    assert_non_null(strstr(c.text, "5000 of 5000 blocks"));
    assert_null(strstr(c.text, "slow again"));
    capture_free(&c);
    assert_int_equal(platter_scan_exit(&scan), PLATTER_EXIT_FINE);
}

static void says_where(void **state)
{
    (void)state;
    const struct platter_fault faults[] = {
        {PLATTER_FAULT_DELAY, 1000 * BLOCK, 512, 70 * PLATTER_NS_PER_MS, 0},
        {PLATTER_FAULT_ERROR, 2000 * BLOCK + 1024, 512, PLATTER_NS_PER_MS, 0}};
    struct capture c;

    do_scan(faults, 1);
    print(&c);
    assert_non_null(strstr(c.text, "LBA 256000 "));
    assert_non_null(strstr(c.text, "it is the place"));
    assert_int_equal(platter_scan_exit(&scan), PLATTER_EXIT_WATCH);
    capture_free(&c);
    platter_scan_deinit(&scan);

    do_scan(faults, 2);
    print(&c);
    assert_non_null(strstr(c.text, "cannot be read: LBA 512002, 1 sector\n"));
    assert_non_null(strstr(c.text, "Have a backup"));
    capture_free(&c);
    assert_int_equal(platter_scan_exit(&scan), PLATTER_EXIT_ACT);
}

static void parts_make_the_whole(void **state)
{
    (void)state;
    uint32_t from, to, last = 0;

    do_scan(NULL, 0);
    for (unsigned i = 0; i < PLATTER_SCAN_PARTS; i++) {
        platter_scan_part(&scan, i, &from, &to);
        assert_int_equal(from, last);
        last = to;
        struct platter_scan_cell sum = platter_scan_cells(&scan, from, to);
        assert_in_range((uintmax_t)(platter_scan_part_bps(&scan, &sum) / 1e6), 120, 150);
    }
    assert_int_equal(last, scan.n_cells);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(healthy, end),
        cmocka_unit_test_teardown(says_where, end),
        cmocka_unit_test_teardown(parts_make_the_whole, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

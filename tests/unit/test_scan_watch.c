/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "agent/cli/scan_watch.h"
#include "agent/drive/sim.h"

#define BLOCK 131072u

static void foresees_the_end(void **state)
{
    (void)state;
    assert_float_equal(platter_scan_left_s(0, .5, 100, false), 100, 1e-6);
    assert_float_equal(platter_scan_left_s(.5, .75, 100, false), 100, 1e-6);
    assert_true(isnan(platter_scan_left_s(.5, .5, 0, true)));
    /* Half of a disk's bytes are read in 42 % of its time. */
    assert_float_equal(platter_scan_left_s(0, .5, 42, true), 58, 1);
    assert_float_equal(platter_scan_left_s(0, 1, 42, true), 0, 1e-6);
}

static void writes_checkpoints(void **state)
{
    (void)state;
    const struct platter_scan_plan plan = {
        .end_byte = 100 * BLOCK, .block_bytes = BLOCK, .slow_ns = 5000000};
    struct platter_subject subject = {.drive = NULL};
    struct platter_scan_watch watch = {.journal = NULL};
    struct platter_scan scan;
    char path[64];

    assert_int_equal(platter_sim_found("sim:wd2002faex", &subject.found), 0);
    snprintf(path, sizeof path, "/tmp/platter-test-watch-%d", getpid());
    assert_int_equal(platter_scan_init(&scan, &plan), 0);
    assert_int_equal(platter_scan_journal_new(path, "x", &watch.journal), 0);
    platter_scan_watch_init(&watch, &subject, &scan, 60);
    struct platter_scan_hooks hooks = platter_scan_watch_hooks(&watch);
    assert_null(hooks.hot); /* no sensor in a simulated drive */
    platter_scan_took(&scan, 1000000, false);
    platter_scan_watch_checkpoint(&watch, &scan);
    assert_true(platter_scan_journal_written(watch.journal));
    assert_int_equal(access(path, R_OK), 0);
    platter_scan_journal_free(watch.journal, true);
    platter_scan_deinit(&scan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foresees_the_end),
        cmocka_unit_test(writes_checkpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

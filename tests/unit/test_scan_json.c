/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/cli/scan_report.h"
#include "agent/drive/sim.h"
#include <platter/units.h>

#define BLOCK 131072u
#define MS PLATTER_NS_PER_MS

static void has_the_fixed_keys(void **state)
{
    (void)state;
    const struct platter_scan_plan plan = {
        .end_byte = 100 * BLOCK, .block_bytes = BLOCK, .slow_ns = 5 * MS};
    const struct platter_geometry g = {.capacity_bytes = 100 * BLOCK, .logical_bytes = 512};
    struct platter_scan s;
    struct platter_found found;

    assert_int_equal(platter_sim_found("sim:wd2002faex", &found), 0);
    assert_int_equal(platter_scan_init(&s, &plan), 0);
    platter_scan_took(&s, MS, false);
    platter_scan_took(&s, 12 * MS, false);
    platter_scan_failed(&s, MS);
    platter_scan_settle(&s);
    const struct platter_scan_report r = {
        .found = &found, .geometry = &g, .scan = &s, .depth = 4, .time_s = 1};
    CLEANUP_JSON struct platter_json *j = platter_scan_to_json(&r);
    assert_string_equal(platter_json_text(j, "schema", ""), PLATTER_SCHEMA_SCAN);
    assert_int_equal(platter_json_uint(j, "blocks", 0), 3);
    assert_int_equal(platter_json_uint(j, "slow", 0), 1);
    assert_int_equal(platter_json_uint(j, "errors", 0), 1);
    assert_in_range((uintmax_t)platter_json_real(j, "bps", 0), 18724570, 18724573);
    assert_int_equal(platter_json_uint(platter_json_get(j, "classes"), "lt20", 0), 1);
    assert_int_equal(platter_json_uint(platter_json_get(j, "classes"), "error", 0), 1);
    const struct platter_json *slow = platter_json_at(platter_json_get(j, "slow_blocks"), 0);
    assert_int_equal(platter_json_uint(slow, "lba", 0), 256);
    assert_float_equal(platter_json_real(slow, "time_s", 0), .012, 1e-9);
    const struct platter_json *bad = platter_json_at(platter_json_get(j, "bad"), 0);
    assert_int_equal(platter_json_uint(bad, "lba", 0), 512);
    assert_int_equal(platter_json_uint(bad, "blocks", 0), 256);
    /* Not known: null, not 0. */
    assert_false(platter_json_is_object(platter_json_get(j, "turns_lost")));
    platter_scan_deinit(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_fixed_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

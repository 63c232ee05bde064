/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/cli/doctor.h"
#include "tests/support/found_in.h"

#define NOW 1796070000

static void look(const struct platter_doctor_agent *a, struct platter_findings *f)
{
    platter_findings_deinit(f);
    platter_doctor_cost(a, f);
}

static void what_is_written(void **state)
{
    struct platter_doctor_agent a = {.running = true, .saves = true, .time_s = NOW};
    struct platter_findings f = {.n = 0};

    (void)state;
    a.store_since_s = NOW - 7200;
    a.written_bytes = 42000000;
    look(&a, &f);
    assert_found(&f, "saving", PLATTER_MARK_FINE, "42.0 MB written since it started 2 h ago");
    a.store_since_s = NOW - 10 * 86400;
    look(&a, &f);
    assert_found(&f, "saving", PLATTER_MARK_FINE, "4.20 MB written a day");
    a.written_bytes = UINT64_MAX;
    look(&a, &f);
    assert_found(&f, "saving", PLATTER_MARK_FINE, "is not known");
    memcpy(a.not_saved, "the disk is full", 17);
    look(&a, &f);
    assert_found(&f, "saving", PLATTER_MARK_MEND, "nothing is saved: the disk is full");
    a.saves = false;
    look(&a, &f);
    assert_int_equal(f.n, 0);
    a.saves = true;
    a.running = false;
    look(&a, &f);
    assert_int_equal(f.n, 0);
    platter_findings_deinit(&f);
}

static void what_all_drives_cost(void **state)
{
    static struct platter_snapshot drives[2];
    struct platter_doctor_agent a = {.running = true, .drives = drives, .n_drives = 2};
    struct platter_findings f = {.n = 0};

    (void)state;
    drives[0].cost.bytes_read = 1000000000000;
    drives[1].cost.bytes_read = 300000000000;
    look(&a, &f);
    assert_found(&f, "cost", PLATTER_MARK_FINE, "read 1.30 TB of 2 drives, woken them 0 times");
    drives[1].cost.wakes = 3;
    look(&a, &f);
    assert_found(&f, "cost", PLATTER_MARK_MEND, "woken them 3 times");
    platter_findings_deinit(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written),
        cmocka_unit_test(what_all_drives_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

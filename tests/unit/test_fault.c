/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>

#include "agent/drive/fault.h"
#include "agent/drive/sim.h"

#define DELAY_NS 25000000u

static struct platter_drive *faulty(const struct platter_fault *faults, unsigned n)
{
    struct platter_drive *d;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    assert_int_equal(platter_fault_new(d, faults, n, &d), 0);
    return d;
}

static int read_at(struct platter_drive *d, uint64_t offset_bytes, uint64_t *ns)
{
    static _Alignas(4096) char buf[131072];

    return platter_drive_read(d, buf, offset_bytes, sizeof buf, ns);
}

static void strikes_only_its_range(void **state)
{
    (void)state;
    const struct platter_fault f = {PLATTER_FAULT_ERROR, 131072, 131072, DELAY_NS, 0};
    CLEANUP_DRIVE struct platter_drive *d = faulty(&f, 1);
    uint64_t ns;

    assert_int_equal(read_at(d, 0, &ns), 0);
    assert_int_equal(read_at(d, 2 * 131072, &ns), 0);
    assert_int_equal(read_at(d, 131072 - 4096, &ns), PLATTER_READ_MEDIUM);
    assert_true(ns >= DELAY_NS);
    assert_int_equal(read_at(d, 131072, &ns), PLATTER_READ_MEDIUM);
    assert_int_equal(read_at(d, 2 * 131072 - 512, &ns), PLATTER_READ_MEDIUM);
}

static void strikes_so_many_times(void **state)
{
    (void)state;
    const struct platter_fault f = {PLATTER_FAULT_DELAY, 0, UINT64_MAX, DELAY_NS, 2};
    CLEANUP_DRIVE struct platter_drive *d = faulty(&f, 1);
    uint64_t ns, at_ns = platter_drive_now_ns(d);

    for (uint64_t i = 0; i < 5; i++) {
        assert_int_equal(read_at(d, i * 131072, &ns), 0);
        assert_int_equal(ns >= DELAY_NS, i < 2);
        at_ns += ns;
        assert_int_equal(platter_drive_now_ns(d), at_ns);
    }
}

static void counters_tell_of_others(void **state)
{
    (void)state;
    const struct platter_fault f[] = {{PLATTER_FAULT_FOREIGN, 0, UINT64_MAX, 0, 1},
                                      {PLATTER_FAULT_WRITTEN, 0, UINT64_MAX, 0, 1},
                                      {PLATTER_FAULT_STOLEN, 0, UINT64_MAX, 700000, 1}};
    CLEANUP_DRIVE struct platter_drive *d = faulty(f, 3);
    struct platter_use use;
    uint64_t ns;

    assert_int_equal(read_at(d, 0, &ns), 0);
    assert_int_equal(platter_drive_use(d, &use), 0);
    assert_int_equal(use.read_sectors, 256 + 8);
    assert_int_equal(use.other_ios, 1);
    assert_int_equal(use.run_delay_ns, 700000);
}

static void gone_is_gone(void **state)
{
    (void)state;
    const struct platter_fault f = {PLATTER_FAULT_GONE, 1 << 30, 1, 0, 0};
    CLEANUP_DRIVE struct platter_drive *d = faulty(&f, 1);
    uint64_t ns;

    assert_int_equal(read_at(d, 0, &ns), 0);
    assert_int_equal(read_at(d, 1 << 30, &ns), PLATTER_READ_GONE);
    assert_int_equal(read_at(d, 0, &ns), PLATTER_READ_GONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strikes_only_its_range),
        cmocka_unit_test(strikes_so_many_times),
        cmocka_unit_test(counters_tell_of_others),
        cmocka_unit_test(gone_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

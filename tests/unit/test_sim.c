/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/drive/open.h"
#include "agent/drive/sim.h"
#include <platter/units.h>

static void found_by_name(void **state)
{
    (void)state;
    struct platter_found f;

    assert_int_equal(platter_sim_found("sim:wd2002faex", &f), 0);
    assert_string_equal(f.id, "WDC-WD2002FAEX-007BA0_SIM-wd2002faex");
    assert_string_equal(f.device, "sim:wd2002faex");
    assert_int_equal(f.transport, PLATTER_TRANSPORT_SIM);
    assert_true(f.geometry.rotating);
    assert_int_equal(platter_sim_found("sim:nothing", &f), PLATTER_FIND_NO_SIM);
    assert_int_equal(platter_sim_found("wd2002faex", &f), PLATTER_FIND_NO_SIM);
    assert_int_equal(platter_sim_found("", &f), PLATTER_FIND_NO_SIM);
}

static void the_virtual_clock_moves_with_reads_and_pauses(void **state)
{
    (void)state;
    struct platter_found f;
    CLEANUP_DRIVE struct platter_drive *d = NULL;
    struct platter_use use;
    uint64_t ns;

    assert_int_equal(platter_sim_found("sim:wd80eazz", &f), 0);
    assert_int_equal(platter_open(NULL, &f, PLATTER_SIM_VIRTUAL, 1, &d), 0);
    void *buf = platter_drive_buffer(&d->geometry, 131072);
    assert_int_equal(platter_drive_now_ns(d), 0);
    assert_int_equal(platter_drive_read(d, buf, 1ull << 40, 131072, &ns), 0);
    assert_int_equal(platter_drive_now_ns(d), ns);
    platter_drive_pause(d, 1000);
    assert_int_equal(platter_drive_now_ns(d), ns + 1000);
    assert_int_equal(platter_drive_use(d, &use), 0);
    assert_int_equal(use.read_sectors, 256);
    assert_int_equal(use.other_ios, 0);
    /* past the end */
    assert_int_equal(platter_drive_read(d, buf, d->geometry.capacity_bytes, 4096, &ns),
                     PLATTER_READ_GONE);
    assert_int_equal(platter_drive_read(d, buf, d->geometry.capacity_bytes - 512, 4096, &ns),
                     PLATTER_READ_GONE);
    free(buf);
}

static void real_time_is_real(void **state)
{
    (void)state;
    CLEANUP_DRIVE struct platter_drive *d = NULL;
    uint64_t ns, sum_ns = 0;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_REAL, 1, &d), 0);
    void *buf = platter_drive_buffer(&d->geometry, 131072);
    uint64_t begin_ns = platter_drive_now_ns(d);
    for (uint64_t i = 0; i < 10; i++) {
        assert_int_equal(platter_drive_read(d, buf, i << 37, 131072, &ns), 0);
        sum_ns += ns;
    }
    /* never shorter than the model says */
    assert_true(platter_drive_now_ns(d) - begin_ns >= sum_ns);
    free(buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_by_name),
        cmocka_unit_test(the_virtual_clock_moves_with_reads_and_pauses),
        cmocka_unit_test(real_time_is_real),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

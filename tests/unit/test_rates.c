/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/cli/rates.h"

/* Fields of /sys/block/X/stat as a kernel of today writes them. */
#define STAT "  100  5  2000  800  50  7  4000  1000  3  900  1800  0 0 0 0  10 20\n"

static struct platter_disk_stat before;

static int make(void **state)
{
    (void)state;
    return platter_disk_stat_parse(STAT, &before);
}

static void rates(void **state)
{
    struct platter_disk_stat after = before;
    struct platter_rates r;

    (void)state;
    after.ios[PLATTER_READ] += 20;
    after.sectors[PLATTER_READ] += 4000;
    after.ms[PLATTER_READ] += 240;
    after.busy_ms += 500;
    after.queue_ms += 1000;
    platter_rates_of(&before, &after, 2, &r);
    assert_near(r.ios_ps[PLATTER_READ], 10, 1e-9);
    assert_near(r.bps[PLATTER_READ], 2000 * 512, 1e-9);
    assert_near(r.await_s[PLATTER_READ], .012, 1e-9);
    assert_true(r.ios_ps[PLATTER_WRITE] == 0);
    assert_nan(r.await_s[PLATTER_WRITE]);
    assert_near(r.utilisation, .25, 1e-9);
    assert_near(r.queue, .5, 1e-9);
    after.busy_ms += 5000; /* clocks are not the same: never over 1 */
    platter_rates_of(&before, &after, 2, &r);
    assert_true(r.utilisation == 1);
}

static void nothing_between(void **state)
{
    struct platter_rates r;

    (void)state;
    platter_rates_of(&before, &before, 0, &r);
    assert_nan(r.ios_ps[0]);
    assert_nan(r.utilisation);
}

/* Milliseconds start again at 2^32. */
static void counters_wrap(void **state)
{
    struct platter_disk_stat after = before;
    struct platter_rates r;

    (void)state;
    before.ms[PLATTER_READ] = UINT32_MAX - 99;
    after.ms[PLATTER_READ] = 100;
    after.ios[PLATTER_READ] += 4;
    before.busy_ms = UINT32_MAX - 399;
    after.busy_ms = 100;
    platter_rates_of(&before, &after, 1, &r);
    assert_near(r.await_s[PLATTER_READ], .050, 1e-9);
    assert_near(r.utilisation, .5, 1e-9);
}

/* Counters that are smaller for no such reason: another drive has the name. */
static void replaced(void **state)
{
    struct platter_disk_stat after = {.ios = {3, 0}};
    struct platter_rates r;

    (void)state;
    platter_rates_of(&before, &after, 1, &r);
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++) {
        assert_nan(r.ios_ps[d]);
        assert_nan(r.bps[d]);
    }
    assert_nan(r.utilisation);
    after = before;
    after.busy_ms = 1;
    platter_rates_of(&before, &after, 1, &r);
    assert_nan(r.utilisation);
    assert_nan(r.ios_ps[0]);
}

static void vanishing_and_appearing(void **state)
{
    struct platter_io_drive earlier[] = {{"sda", 1, {.in_flight = 1}},
                                         {"sdb", 2, {.in_flight = 2}}};
    struct platter_io_drive now = {"sdb", 2, {.in_flight = 0}};

    (void)state;
    assert_ptr_equal(platter_rates_before(earlier, 2, &now), &earlier[1].io);
    now.diskseq = 3; /* another one under the same name */
    assert_null(platter_rates_before(earlier, 2, &now));
    strcpy(now.name, "sdc");
    assert_null(platter_rates_before(earlier, 2, &now));
    assert_null(platter_rates_before(NULL, 0, &now));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(rates, make),         cmocka_unit_test_setup(nothing_between, make),
        cmocka_unit_test_setup(counters_wrap, make), cmocka_unit_test_setup(replaced, make),
        cmocka_unit_test(vanishing_and_appearing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/cli/show_report.h"
#include "tests/support/capture.h"

#define NOW 1796061600 /* Mon 2026-11-30 18:00 UTC */

static void print(struct capture *c, const struct platter_snapshot *s)
{
    setenv("COLUMNS", "100", 1);
    setenv("TZ", "UTC", 1);
    tzset();
    capture_begin(c);
    int result = platter_show_print(s, NOW);
    capture_end(c);
    assert_int_equal(result, 0);
}

static void all_of_it(void **state)
{
    struct platter_snapshot s;
    struct capture c;

    (void)state;
    platter_snapshot_init(&s);
    strcpy(s.drive, "WDC_A_1");
    strcpy(s.device, "/dev/sda");
    strcpy(s.pool, "tank");
    s.capacity_bytes = 8000000000000;
    s.power = PLATTER_POWER_STANDBY;
    s.power_since_s = NOW - 3600;
    s.gated = true;
    s.verdict = PLATTER_VERDICT_WATCH;
    s.samples = 5;
    s.age_s = 240;
    s.cost.bytes_read = 76540000000;
    s.passive[PLATTER_READ] = (struct platter_passive){.0083, 65536, 12.4};
    s.passive[PLATTER_WRITE].rate_ps = 0;
    s.utilisation = .13;
    s.smart.time_s = NOW - 600;
    s.smart.status = PLATTER_SMART_STATUS_GOOD;
    s.smart.temperature_c = 36;
    s.smart.bad_sectors = 8;
    s.smart.n_attributes = 1;
    s.smart.attributes[0] = (struct platter_attribute){5, 199, 198, 140, 8};
    s.n_zones = 1;
    s.zones[0].throughput_bps = 190e6;
    s.zones[0].counts.by_class[PLATTER_LT5] = 990;
    s.zones[0].counts.by_class[PLATTER_ERROR] = 10;
    s.zones[0].counts.slow = 5;
    s.n_bad_places = 12;
    s.n_bad_shown = 2;
    s.bad_shown[0] =
        (struct platter_bad_place){1234567168ull * 512, 131072, true, NOW - 86400, NOW + 6 * 86400};
    s.bad_shown[1] =
        (struct platter_bad_place){7000000000000, 4096, false, NOW - 30 * 86400, NOW + 3600};
    platter_snapshot_reason(&s, "tail", "08-09", NOW - 86400, NAN, "reads slowly");
    print(&c, &s);
    assert_says(&c, "sda  8.00 TB\n");
    assert_says(&c, "  id        WDC_A_1\n");
    assert_says(&c, "  where     /dev/sda, in tank\n");
    assert_says(&c, "asleep since 17:00; sampled only right after somebody else used it");
    assert_says(&c, "  verdict   WATCH\n            zone 08-09: reads slowly (since Sun 18:00)\n");
    assert_says(&c, "4 min ago, 5 samples");
    assert_says(&c, "  bad       12 blocks left out, so that reading them again stalls nobody:\n");
    assert_says(&c, "sectors 1234567168-1234567423 (632 GB): cannot be read; until 2026-12-06\n");
    assert_says(&c, "(7.00 TB): over 0.5 s since 31 Oct; until 19:00\n");
    assert_says(&c, "and 10 more further in\n");
    assert_says(&c, "12.4 reads/s of 64.0 KiB in 8.3 ms, no writes; busy 13 % of the time");
    assert_says(&c, "status good, 36 C, 8 bad sectors; read 17:50");
    assert_says(&c, "76.5 GB read, 0 wakes, 0 head loads");
    assert_says(&c, "  00  190.0          -         -    1000        5.0      10");
    assert_says(&c, " 5  reallocated-sectors  199    198        140    8\n");
    capture_free(&c);
}

static void nothing_known(void **state)
{
    struct platter_snapshot s;
    struct capture c;

    (void)state;
    platter_snapshot_init(&s);
    strcpy(s.drive, "WDC_A_1");
    print(&c, &s);
    assert_says(&c, "not here now");
    assert_says(&c, "not known: it may be asleep");
    assert_says(&c, "measured  not yet");
    assert_says(&c, "SMART     not read");
    assert_silent_about(&c, "others");
    assert_silent_about(&c, "nan");
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it),
        cmocka_unit_test(nothing_known),
    };
    setlocale(LC_ALL, "C");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/cli/status_report.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

#define NOW 1796061600 /* Mon 2026-11-30 18:00 UTC */

static struct platter_snapshot drive(const char *device, int verdict)
{
    struct platter_snapshot s;

    platter_snapshot_init(&s);
    snprintf(s.drive, sizeof(s.drive), "ID");
    snprintf(s.device, sizeof(s.device), "%s", device);
    s.verdict = (enum platter_verdict)verdict;
    s.power = PLATTER_POWER_ACTIVE;
    s.age_s = 60;
    s.n_zones = 2;
    s.zones[0].throughput_bps = 190e6;
    s.zones[1].throughput_bps = 92e6;
    s.zones[0].access_s = s.zones[1].access_s = .0121;
    s.zones[0].counts.by_class[PLATTER_LT5] = 1000;
    return s;
}

static void print(struct capture *c, const char *width, struct platter_snapshot *v, unsigned n)
{
    setenv("COLUMNS", width, 1);
    setenv("TZ", "UTC", 1);
    tzset();
    capture_begin(c);
    int result = platter_status_print(v, n, NOW);
    capture_end(c);
    assert_int_equal(result, 0);
}

static void a_drive_a_line(void **state)
{
    struct platter_snapshot v[2] = {drive("/dev/sda", 0), drive("/dev/sdb", 3)};
    struct capture c;

    (void)state;
    strcpy(v[0].pool, "tank");
    v[0].smart.status = PLATTER_SMART_STATUS_GOOD;
    v[0].smart.temperature_c = 36;
    v[1].smart.status = PLATTER_SMART_STATUS_BAD;
    v[1].smart.bad_sectors = 24;
    platter_snapshot_reason(&v[1], "medium", "08", 0, NAN, "cannot be read");
    print(&c, "80", v, 2);
    assert_string_equal(c.text, "drive  in    verdict       MB/s    ms  slow   C  SMART      now\n"
                                "sdb          FAILING  190 >  92  12.1   0.0   -  FAILED 24\n"
                                "    cannot be read (zone 08)\n"
                                "sda    tank  OK       190 >  92  12.1   0.0  36  ok\n");
    capture_free(&c);
}

static void what_it_does_now(void **state)
{
    static const struct {
        const char *reason, *wide, *narrow;
        double age_s;
        int64_t since_s;
        enum platter_power power;
    } cases[] = {
        {"learning", "asleep since 03:12", "asleep 03:12", 60, NOW - 53280, PLATTER_POWER_STANDBY},
        {"asleep", "asleep since Sat 18:00", "asleep Sat", 60, NOW - 2 * 86400,
         PLATTER_POWER_SLEEP},
        {"waiting", "waits for use", "waits", 60, 0, PLATTER_POWER_IDLE},
        {"waiting", "waits for use, 3 h old", "waits, 3 h", 10800, 0, PLATTER_POWER_IDLE},
        {"learning", "measured 3 h ago", "3 h old", 10800, 0, PLATTER_POWER_ACTIVE},
        {"never_measured", "not measured yet", "not yet", NAN, 0, PLATTER_POWER_ACTIVE},
    };
    struct capture c;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct platter_snapshot s = drive("/dev/sda", -1);
        s.power = cases[i].power;
        s.power_since_s = cases[i].since_s;
        s.age_s = cases[i].age_s;
        platter_snapshot_reason(&s, cases[i].reason, NULL, 0, NAN, "a text that is said once");
        print(&c, "120", &s, 1);
        assert_says(&c, cases[i].wide);
        capture_free(&c);
        print(&c, "80", &s, 1);
        assert_says(&c, cases[i].narrow);
        assert_silent_about(&c, cases[i].wide);
        /* learning: below all of them; the others: never below a drive */
        if (strcmp(cases[i].reason, "learning") == 0)
            assert_says(&c, "\n\na text that is said once\n");
        else
            assert_silent_about(&c, "said once");
        capture_free(&c);
    }
}

static void nothing_watched(void **state)
{
    struct capture c;

    (void)state;
    print(&c, "80", NULL, 0);
    assert_says(&c, "watches no drives");
    capture_free(&c);
}

static void exits(void **state)
{
    struct platter_snapshot v[3] = {drive("a", 0), drive("b", -1), drive("c", 1)};

    (void)state;
    assert_int_equal(platter_status_exit(v, 0), PLATTER_EXIT_UNKNOWN);
    assert_int_equal(platter_status_exit(v, 1), PLATTER_EXIT_FINE);
    assert_int_equal(platter_status_exit(v, 2), PLATTER_EXIT_UNKNOWN);
    assert_int_equal(platter_status_exit(v, 3), PLATTER_EXIT_WATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drive_a_line),
        cmocka_unit_test(what_it_does_now),
        cmocka_unit_test(nothing_watched),
        cmocka_unit_test(exits),
    };
    setlocale(LC_ALL, "C");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

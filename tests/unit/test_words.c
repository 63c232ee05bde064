/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/wire/words.h"

#define OCT_12 1791806400 /* 2026-10-12 12:00 UTC */

static struct platter_judging *j;
static char text[256];

/* Ten zones that read 99 MB/s, learned in March 2026. */
static int set_up(void **state)
{
    (void)state;
    setenv("TZ", "UTC", 1);
    tzset();
    j = calloc(1, sizeof *j);
    j->detector.n_zones = j->detector.by.base.n_zones = 10;
    j->detector.first_s = OCT_12 - 225 * 86400;
    for (unsigned z = 0; z < 10; z++)
        for (unsigned slot = 0; slot < PLATTER_SLOTS; slot++)
            j->detector.by.base.zones[z].levels.normal[slot] = (float)log(131072 / 99e6);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(j);
    return 0;
}

static const char *words(enum platter_alarm_kind kind, uint64_t zones, double size, double usual)
{
    const struct platter_words w = {j, true, OCT_12 + 20 * 86400};

    j->alarms.of[kind] = (struct platter_alarm){
        .raised = true, .zones = zones, .since_s = OCT_12, .size = size, .usual = usual};
    platter_words_alarm(&w, kind, text, sizeof text);
    return text;
}

static void zones_by_where_they_are(void **state)
{
    (void)state;
    static const struct {
        uint64_t zones;
        bool rotating;
        const char *words;
    } cases[] = {
        {0x200, true, "inner 10 %"},  {0x300, true, "inner 20 %"},      {1, true, "outer 10 %"},
        {7, true, "outer 30 %"},      {0x300, false, "last 20 %"},      {1, false, "first 10 %"},
        {0, true, "the whole drive"}, {0x3ff, true, "the whole drive"}, {0x38, true, "zones 03-05"},
        {0x10, true, "zone 04"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        platter_words_zones(cases[i].zones, 10, cases[i].rotating, text, sizeof text);
        assert_string_equal(text, cases[i].words);
    }
    platter_words_zones(UINT64_C(1) << 63, 64, true, text, sizeof text);
    assert_string_equal(text, "inner 2 %");
}

static void a_slower_zone(void **state)
{
    (void)state;
    assert_string_equal(words(PLATTER_ALARM_ZONE_SLOWER, 0x300, log(99 / 88.), 0),
                        "inner 20 % reads 11 % slower than in Mar: 88 instead of 99 MB/s; began "
                        "about 12 Oct; the rest of the drive unchanged");
    assert_string_equal(words(PLATTER_ALARM_DRIVE_SLOWER, 0, log(2), 0),
                        "the whole drive reads 50 % slower than in Mar: 49 instead of 99 MB/s; "
                        "began about 12 Oct");
}

static void the_others(void **state)
{
    (void)state;
    assert_string_equal(words(PLATTER_ALARM_SLOW_BLOCKS, 1 << 9, .01, .001),
                        "inner 10 %: 1 % of blocks are slow, 0.1 % is usual here: the drive has to "
                        "try again more often; began about 12 Oct");
    assert_string_equal(words(PLATTER_ALARM_PENDING, 0, 8, 0),
                        "SMART: sectors waiting to be remapped (197): 0 -> 8, seen 12 Oct");
    assert_non_null(strstr(words(PLATTER_ALARM_SLOW_SEEKS, 0, log(1.12), 0), "takes 12 % longer"));
    assert_non_null(strstr(words(PLATTER_ALARM_ONE_HEAD, 0, .125, .01), "12 % of the places"));
    assert_non_null(strstr(words(PLATTER_ALARM_THRESHOLD, 0, 1, 0), "copy what is on it now"));
    assert_non_null(strstr(words(PLATTER_ALARM_UNREADABLE, 0, 3, 0), "0 -> 3"));
    assert_non_null(strstr(words(PLATTER_ALARM_REALLOCATED, 0, 14, 12), "12 -> 14"));
}

/* Every kind, with figures that make no sense: words all the same, in ASCII. */
static void whatever_the_figures(void **state)
{
    (void)state;
    for (unsigned k = 0; k < PLATTER_ALARM_KINDS; k++) {
        words((enum platter_alarm_kind)k, UINT64_MAX, NAN, -1e300);
        assert_true(strlen(text) > 20);
        for (const char *c = text; *c; c++)
            assert_in_range(*c, ' ', '~');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(zones_by_where_they_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_slower_zone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(whatever_the_figures, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

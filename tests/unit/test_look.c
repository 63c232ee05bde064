/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/cli/look.h"
#include <platter/errors.h>

static struct platter_snapshot drive(const char *device, const char *label, int verdict)
{
    struct platter_snapshot s;

    platter_snapshot_init(&s);
    snprintf(s.drive, sizeof(s.drive), "ID");
    snprintf(s.device, sizeof(s.device), "%s", device);
    snprintf(s.label, sizeof(s.label), "%s", label);
    s.verdict = (enum platter_verdict)verdict;
    return s;
}

static void names(void **state)
{
    struct platter_snapshot s = drive("/dev/sda", "", 0);

    (void)state;
    assert_string_equal(platter_look_name(&s), "sda");
    assert_string_equal(platter_look_where(&s), "");
    strcpy(s.label, "bay 1");
    assert_string_equal(platter_look_name(&s), "bay 1");
    assert_string_equal(platter_look_where(&s), "sda");
    strcpy(s.pool, "tank");
    assert_string_equal(platter_look_where(&s), "tank");
    s = drive("", "", 0);
    assert_string_equal(platter_look_name(&s), "ID");
    strcpy(s.model, "WDC WD2002FAEX-007BA0");
    assert_string_equal(platter_look_model(&s), "WD2002FAEX-007BA0");
    strcpy(s.model, "Samsung SSD 1TB");
    assert_string_equal(platter_look_model(&s), "Samsung SSD 1TB");
}

static void worst_first(void **state)
{
    struct platter_snapshot v[] = {drive("/dev/sdaa", "", 0), drive("/dev/sdb", "", 0),
                                   drive("/dev/sdc", "", -1), drive("/dev/sdd", "", 3),
                                   drive("/dev/sde", "", 1)};
    const char *want[] = {"/dev/sdd", "/dev/sde", "/dev/sdc", "/dev/sdb", "/dev/sdaa"};

    (void)state;
    qsort(v, 5, sizeof(*v), platter_look_worst_first);
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(v[i].device, want[i]);
    assert_int_equal(platter_look_of(2)->exit_status, PLATTER_EXIT_ACT);
    assert_int_equal(platter_look_of(99)->exit_status, PLATTER_EXIT_UNKNOWN);
}

static void figures(void **state)
{
    struct platter_snapshot s = drive("/dev/sda", "", 0);

    (void)state;
    assert_nan(platter_look_slow(&s));
    assert_nan(platter_look_access(&s));
    s.n_zones = 2;
    s.zones[0].counts.by_class[PLATTER_LT5] = 990;
    s.zones[1].counts.by_class[PLATTER_LT20] = 10;
    s.zones[1].counts.slow = 10;
    s.zones[0].access_s = .010;
    s.zones[1].access_s = NAN;
    assert_near(platter_look_slow(&s), 10, 1e-9);
    assert_near(platter_look_access(&s), .010, 1e-9);
}

static void moments(void **state)
{
    static const struct {
        int64_t ago_s;
        const char *want;
    } cases[] = {{3600, "17:00"},       {86400, "Sun 18:00"},        {20 * 86400, "10 Nov"},
                 {28 * 86400, "2 Nov"}, {365 * 86400, "2025-11-30"}, {-86400, "2026-12-01"}};
    int64_t now_s = 1796061600; /* Mon 2026-11-30 18:00 UTC */
    char text[32];

    (void)state;
    setenv("TZ", "UTC", 1);
    tzset();
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        platter_look_moment(text, sizeof(text), now_s - cases[i].ago_s, now_s);
        assert_string_equal(text, cases[i].want);
    }
    platter_look_moment(text, sizeof(text), 0, now_s);
    assert_string_equal(text, "?");
}

static void cuts(void **state)
{
    char text[32];

    (void)state;
    platter_look_cut(text, sizeof(text), "größte", 6, true);
    assert_string_equal(text, "größte");
    platter_look_cut(text, sizeof(text), "größte", 4, true);
    assert_string_equal(text, "grö…");
    platter_look_cut(text, sizeof(text), "abcdef", 3, false);
    assert_string_equal(text, "ab~");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),   cmocka_unit_test(worst_first), cmocka_unit_test(figures),
        cmocka_unit_test(moments), cmocka_unit_test(cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

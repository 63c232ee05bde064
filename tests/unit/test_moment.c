/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "agent/cli/moment.h"

static void takes_unix_time_and_dates(void **state)
{
    static const struct {
        const char *text;
        int64_t moment_s;
    } cases[] = {
        {"0", 0},
        {"1796071830", 1796071830},
        {"2026-11-30", 1795996800},
        {"2026-11-30 18:00", 1796061600},
        {"2026-11-30T18:00", 1796061600},
    };

    (void)state;
    setenv("TZ", "UTC", 1);
    tzset();
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        int64_t moment_s = -1;
        assert_int_equal(platter_parse_moment(cases[i].text, &moment_s), 0);
        assert_int_equal(moment_s, cases[i].moment_s);
    }
}

static void refuses_the_rest(void **state)
{
    static const char *const cases[] = {"",           "yesterday",         "-1",
                                        "1e9",        "2026-13-01",        "2026-11-30 ",
                                        "2026-11-3x", "2026-11-30 18:00x", "99999999999999999999"};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        int64_t moment_s = 42;
        if (platter_parse_moment(cases[i], &moment_s) != -EINVAL)
            fail_msg("took \"%s\"", cases[i]);
        assert_int_equal(moment_s, 42);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_unix_time_and_dates),
        cmocka_unit_test(refuses_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

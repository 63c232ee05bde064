/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/bench/mark.h"

#define WORKS                                                                                 \
    "fio: a warning\n{\"jobs\":[{\"error\":0,\"read\":{\"bw_bytes\":1000000,\"iops\":244.1}," \
    "\"write\":{\"bw_bytes\":0,\"iops\":0}}]}"

static void figures(void **state)
{
    struct platter_mark_run run = {0};
    char why[128] = "";

    (void)state;
    assert_int_equal(platter_mark_parse(WORKS, strlen(WORKS), PLATTER_READ, &run, why, sizeof(why)),
                     0);
    assert_near(run.bps, 1e6, 1e-9);
    assert_near(run.ops_per_s, 244.1, 1e-9);
}

static void no_figures(void **state)
{
    static const struct {
        const char *text;
        enum platter_direction op;
        const char *why;
    } cases[] = {
        {WORKS, PLATTER_WRITE, "no figures"},
        {"", PLATTER_READ, "no JSON"},
        {"{", PLATTER_READ, "line"},
        {"{\"jobs\":[]}", PLATTER_READ, "no figures"},
        {"{\"jobs\":[{\"error\":28}]}", PLATTER_READ, "No space left"},
        {"{\"jobs\":7}", PLATTER_READ, "no figures"},
    };
    struct platter_mark_run run;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char why[128] = "";
        assert_int_equal(platter_mark_parse(cases[i].text, strlen(cases[i].text), cases[i].op, &run,
                                            why, sizeof(why)),
                         PLATTER_MARK_FAILED);
        if (!strstr(why, cases[i].why))
            fail_msg("no \"%s\" in \"%s\"", cases[i].why, why);
    }
}

static void a_program_that_is_not_there(void **state)
{
    const struct platter_mark_plan plan = {"/dev/null", 1 << 20, 100000000};
    struct platter_mark_run run;
    char version[32], why[64] = "";

    (void)state;
    setenv("PATH", "/nonexistent", 1);
    assert_int_equal(platter_mark_version(version, sizeof(version)), PLATTER_MARK_NO_FIO);
    assert_int_equal(
        platter_mark_run(&plan, &platter_mark_tests[0], PLATTER_READ, NULL, &run, why, sizeof(why)),
        PLATTER_MARK_NO_FIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures),
        cmocka_unit_test(no_figures),
        cmocka_unit_test(a_program_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <signal.h>
#include <string.h>

#include "agent/cli/subject.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static const struct platter_subject_options plain = {.seed = 1};

static void a_simulated_drive(void **state)
{
    struct platter_subject s = {.drive = NULL};

    (void)state;
    assert_int_equal(platter_subject_open("sim:wd80eazz", &plain, &s), PLATTER_EXIT_FINE);
    assert_non_null(s.drive);
    assert_string_equal(s.found.name, "sim:wd80eazz");
    platter_subject_close(&s);
    assert_null(s.drive);
    platter_subject_close(&s);
}

static void no_drive(void **state)
{
    static const struct {
        const char *name;
        int status;
    } cases[] = {{"sim:none", PLATTER_EXIT_NO_INPUT},
                 {"/dev/null", PLATTER_EXIT_DATA},
                 {"nosuchdrive", PLATTER_EXIT_NO_INPUT}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct platter_subject s = {.drive = NULL};
        struct capture c;
        capture_begin(&c);
        int status = platter_subject_open(cases[i].name, &plain, &s);
        capture_end(&c);
        assert_int_equal(status, cases[i].status);
        assert_says(&c, "platter: ");
        assert_null(s.drive);
        capture_free(&c);
    }
}

static void what_ended_it(void **state)
{
    static const struct {
        int result, status;
        const char *words;
    } cases[] = {
        {0, PLATTER_EXIT_FINE, ""},
        {PLATTER_INTERRUPTED, PLATTER_EXIT_UNKNOWN, ""},
        {PLATTER_READ_GONE, PLATTER_EXIT_IO, "is gone"},
        {PLATTER_READ_MEDIUM, PLATTER_EXIT_IO, "could not be read"},
        {-ENOMEM, PLATTER_EXIT_IO, "Cannot allocate"},
    };
    struct platter_subject s = {.found = {.name = "sdx", .device = "/dev/sdx"}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct capture c;
        capture_begin(&c);
        int status = platter_subject_ended(&s, cases[i].result);
        capture_end(&c);
        assert_int_equal(status, cases[i].status);
        assert_says(&c, cases[i].words);
        assert_true(cases[i].words[0] || !c.text[0]);
        capture_free(&c);
    }
}

static void interrupts(void **state)
{
    (void)state;
    signal(SIGTERM, SIG_DFL);
    platter_interrupt_catch();
    assert_false(platter_interrupted());
    raise(SIGTERM);
    assert_true(platter_interrupted());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_simulated_drive),
        cmocka_unit_test(no_drive),
        cmocka_unit_test(what_ended_it),
        cmocka_unit_test(interrupts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

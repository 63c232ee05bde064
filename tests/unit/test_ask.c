/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/ask.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static void says_what_to_do(void **state)
{
    static const struct {
        int result, status;
        const char *words;
    } cases[] = {
        {-ENOENT, PLATTER_EXIT_UNAVAILABLE, "no agent serves this socket"},
        {-EACCES, PLATTER_EXIT_NO_PERMISSION, "member of group platter"},
        {-EPERM, PLATTER_EXIT_NO_PERMISSION, "refused: not you"},
        {-ETIMEDOUT, PLATTER_EXIT_UNAVAILABLE, "does not answer within 5 s"},
        {-EBADMSG, PLATTER_EXIT_UNAVAILABLE, "the agent says: not you"},
        {-EPROTO, PLATTER_EXIT_UNAVAILABLE, "not an answer of this version"},
        {-EIO, PLATTER_EXIT_UNAVAILABLE, "Input/output error"},
    };
    struct platter_asked a = {.socket = "/s", .path = "/s", .why = "not you"};
    struct capture c;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        capture_begin(&c);
        int status = platter_ask_complain(&a, cases[i].result);
        capture_end(&c);
        assert_int_equal(status, cases[i].status);
        assert_says(&c, cases[i].words);
        capture_free(&c);
    }
    a.socket = NULL;
    capture_begin(&c);
    platter_ask_complain(&a, -ECONNREFUSED);
    capture_end(&c);
    assert_says(&c, "systemctl start platterd");
    capture_free(&c);
}

static int drives_in(const char *text, struct platter_snapshot **drives, unsigned *n)
{
    char why[64];
    CLEANUP_JSON struct platter_json *j = platter_json_parse(text, strlen(text), why, sizeof(why));

    assert_non_null(j);
    return platter_ask_drives(j, drives, n);
}

static void takes_the_drives(void **state)
{
    CLEANUP_FREE struct platter_snapshot *drives = NULL;
    unsigned n = 7;

    (void)state;
    assert_int_equal(
        drives_in("{\"drives\":[{\"schema\":\"platter.snapshot/1\",\"drive\":\"../x\"}]}", &drives,
                  &n),
        -EPROTO);
    assert_int_equal(n, 7);
    assert_int_equal(drives_in("{\"drives\":[{\"schema\":\"platter.snapshot/1\",\"drive\":\"a\"}]}",
                               &drives, &n),
                     0);
    assert_int_equal(n, 1);
    assert_string_equal(drives[0].drive, "a");
}

static void nobody_there(void **state)
{
    struct platter_snapshot *drives = NULL;
    struct capture c;
    unsigned n = 0;

    (void)state;
    capture_begin(&c);
    int status = platter_ask_status("/nowhere/at/all.sock", &drives, &n, NULL);
    capture_end(&c);
    assert_int_equal(status, PLATTER_EXIT_UNAVAILABLE);
    assert_says(&c, "/nowhere/at/all.sock: no agent serves");
    assert_null(drives);
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_to_do),
        cmocka_unit_test(takes_the_drives),
        cmocka_unit_test(nobody_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

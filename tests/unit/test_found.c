/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/cli/found.h"
#include "agent/drive/open.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static void every_result_has_an_exit_status(void **state)
{
    (void)state;
    assert_int_equal(platter_found_exit(0), PLATTER_EXIT_FINE);
    assert_int_equal(platter_found_exit(PLATTER_FIND_NONE), PLATTER_EXIT_NO_INPUT);
    assert_int_equal(platter_found_exit(PLATTER_FIND_PARTITION), PLATTER_EXIT_DATA);
    assert_int_equal(platter_found_exit(-EIO), PLATTER_EXIT_OS);
    assert_int_equal(platter_opened_exit(0), PLATTER_EXIT_FINE);
    assert_int_equal(platter_opened_exit(-EACCES), PLATTER_EXIT_NO_PERMISSION);
    assert_int_equal(platter_opened_exit(PLATTER_BLOCK_NO_DIRECT), PLATTER_EXIT_DATA);
    assert_int_equal(platter_opened_exit(-EBUSY), PLATTER_EXIT_IO);
}

static void finds_and_says_why_not(void **state)
{
    struct platter_sysroot root;
    struct platter_found found;
    struct capture c;

    (void)state;
    assert_int_equal(platter_sysroot_init(&root, NULL), 0);
    assert_int_equal(platter_found(&root, "sim:wd80eazz", &found), PLATTER_EXIT_FINE);
    assert_string_equal(found.name, "sim:wd80eazz");
    capture_begin(&c);
    int nosuch = platter_found(&root, "sim:nosuch", &found);
    int none = platter_found(&root, "no-such-drive", &found);
    capture_end(&c);
    assert_int_equal(nosuch, PLATTER_EXIT_NO_INPUT);
    assert_int_equal(none, PLATTER_EXIT_NO_INPUT);
    assert_says(&c, "platter: ");
    assert_says(&c, "sim:nosuch");
    assert_says(&c, "no-such-drive");
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_result_has_an_exit_status),
        cmocka_unit_test(finds_and_says_why_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/report/aside.h"
#include <platter/errors.h>

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/platter-aside.XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void it_gets_its_name_at_the_end(void **state)
{
    CLEANUP_FREE char *aside = NULL;
    char output[96], why[128] = "";
    struct stat st;
    mode_t mask = umask(022);

    (void)state;
    snprintf(output, sizeof(output), "%s/picture.png", folder);
    assert_int_equal(platter_aside_make(output, &aside, why, sizeof(why)), 0);
    umask(mask);
    assert_int_equal(access(output, F_OK), -1);
    assert_int_equal(stat(aside, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0644);
    assert_int_equal(platter_aside_end(aside, output, 0, why, sizeof(why)), 0);
    assert_int_equal(access(aside, F_OK), -1);
    assert_int_equal(unlink(output), 0);
}

static void nothing_is_left_of_a_failure(void **state)
{
    CLEANUP_FREE char *aside = NULL;
    char output[96], why[128] = "";

    (void)state;
    snprintf(output, sizeof(output), "%s/picture.png", folder);
    assert_int_equal(platter_aside_make(output, &aside, why, sizeof(why)), 0);
    assert_int_equal(platter_aside_end(aside, output, -EIO, why, sizeof(why)), -EIO);
    assert_int_equal(access(aside, F_OK), -1);
    assert_int_equal(access(output, F_OK), -1);
}

static void no_such_folder(void **state)
{
    char *aside = NULL, output[96], why[128] = "";

    (void)state;
    snprintf(output, sizeof(output), "%s/nowhere/picture.png", folder);
    assert_int_equal(platter_aside_make(output, &aside, why, sizeof(why)), -ENOENT);
    assert_null(aside);
    assert_non_null(strstr(why, "nowhere/picture.png: No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_gets_its_name_at_the_end),
        cmocka_unit_test(nothing_is_left_of_a_failure),
        cmocka_unit_test(no_such_folder),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/store/zone_files.h"
#include "tests/support/folder.h"

static char aside[256];

static int look(unsigned n_zones)
{
    return platter_zone_files_aside(dir, n_zones, 1796070000, aside, sizeof(aside));
}

static void what_fits_stays(void **state)
{
    (void)state;
    assert_int_equal(look(10), 0);
    assert_int_equal(folder_run("touch platter_zone-00.rrd platter_zone-01.rrd"), 0);
    assert_int_equal(look(2), 0);
    assert_int_equal(look(10), 0); /* begun: blocks are not there yet */
    assert_int_equal(folder_run("touch platter_blocks-00.rrd platter_blocks-01.rrd"), 0);
    assert_int_equal(look(2), 0);
    assert_int_equal(folder_run("test $(ls | wc -l) = 4"), 0);
}

static void another_number_is_moved_aside(void **state)
{
    static const unsigned others[] = {1, 3, 64};
    (void)state;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        assert_int_equal(
            folder_run("rm -rf zones-* && touch platter_drive.rrd platter_zone-00.rrd "
                       "platter_zone-01.rrd platter_blocks-00.rrd platter_blocks-01.rrd"),
            0);
        assert_int_equal(look(others[i]), 2);
        assert_non_null(strstr(aside, "/zones-2-1796070000"));
        assert_int_equal(folder_run("test $(ls zones-2-1796070000 | wc -l) = 4 && test -e "
                                    "platter_drive.rrd && test ! -e platter_zone-00.rrd"),
                         0);
        assert_int_equal(look(others[i]), 0);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_fits_stays),
        TEST(another_number_is_moved_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>

#include "agent/bench/range.h"

static const struct platter_geometry disk = {.capacity_bytes = 1000000000000,
                                             .logical_bytes = 512,
                                             .physical_bytes = 4096,
                                             .align_bytes = 4096};

static void parses(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t first, end;
    } rows[] = {
        {"0-100%", 0, 1000000000000},
        {"10%-20%", 99999997952, 200000000000 + (4096 - 200000000000 % 4096) % 4096},
        {"50%-", 499999997952, 1000000000000},
        {"-1GiB", 0, 1073741824},
        {"0-8", 0, 4096},
        {"8 - 16", 4096, 8192},
        {"9-15", 4096, 8192}, /* widened to what can be read */
        {"4096B-8192B", 4096, 8192},
        {"1MiB-2MiB", 1048576, 2097152},
        {"0.5KiB-1KiB", 0, 4096},
        {"0-1000000000000B", 0, 1000000000000},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t first = 1, end = 1;
        print_message("%s\n", rows[i].text);
        assert_int_equal(platter_range_parse(rows[i].text, &disk, &first, &end), 0);
        assert_int_equal(first, rows[i].first);
        assert_int_equal(end, rows[i].end);
    }
}

static void refuses(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int result;
    } rows[] = {
        {"", -EINVAL},
        {"-", -EINVAL},
        {"10%", -EINVAL},
        {"a-b", -EINVAL},
        {"1GB-2GBx", -EINVAL},
        {"1-2-3", -EINVAL},
        {"20%-10%", -ERANGE},
        {"5-5", -ERANGE},
        {"0-101%", -ERANGE},
        {"0-2TB", -ERANGE},
        {"2TB-", -ERANGE},
        {"0-1e30GB", -ERANGE},
        {"1953125000-", -ERANGE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t first = 7, end = 7;
        print_message("'%s'\n", rows[i].text);
        assert_int_equal(platter_range_parse(rows[i].text, &disk, &first, &end), rows[i].result);
        assert_int_equal(first, 7);
        assert_int_equal(end, 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

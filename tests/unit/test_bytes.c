/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>

#include "agent/core/bytes.h"
#include <platter/units.h>

#define TB 1000000000000ull

static void sizes(void **state)
{
    static const struct {
        const char *text;
        uint64_t bytes;
    } good[] = {
        {"0", 0},
        {"4096", 4096},
        {"512B", 512},
        {"64KiB", 65536},
        {"64k", 64000},
        {"8 MiB", 8388608},
        {"8mib", 8388608},
        {"100GB", 100000000000},
        {"1.5TB", 1500000000000},
        {"1T", TB},
        {"2Gi", 2147483648},
        {"1e3", 1000},
        {"1PiB", 1125899906842624},
    };
    static const char *const bad[] = {"",   "B",     "-1",   "5%",     "1 x",   "1KKB",
                                      "1i", "1e300", "1kBx", "100 PB", "0x100", "1BB"};
    uint64_t bytes;

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
        assert_int_equal(platter_parse_bytes(good[i].text, &bytes), 0);
        assert_int_equal(bytes, good[i].bytes);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        bytes = 77;
        if (platter_parse_bytes(bad[i], &bytes) != -EINVAL)
            fail_msg("'%s' is taken for a size", bad[i]);
        assert_int_equal(bytes, 77);
    }
}

static void places(void **state)
{
    uint64_t bytes = 0;

    (void)state;
    assert_int_equal(platter_parse_place("17.5%", TB, &bytes), 0);
    assert_int_equal(bytes, TB / 1000 * 175);
    assert_int_equal(platter_parse_place("100 %", TB + 1, &bytes), 0);
    assert_int_equal(bytes, TB + 1);
    assert_int_equal(platter_parse_place("100GB", TB, &bytes), 0);
    assert_int_equal(bytes, TB / 10);
    assert_int_equal(platter_parse_place("101%", TB, &bytes), -ERANGE);
    assert_int_equal(platter_parse_place("2TB", TB, &bytes), -ERANGE);
    assert_int_equal(platter_parse_place("-1%", TB, &bytes), -EINVAL);
    assert_int_equal(platter_parse_place("5%%", TB, &bytes), -EINVAL);
    assert_int_equal(platter_parse_place("", TB, &bytes), -EINVAL);
}

static void ranges(void **state)
{
    uint64_t from = 7, to = 7;

    (void)state;
    assert_int_equal(platter_parse_range("0-10%", TB, &from, &to), 0);
    assert_true(from == 0 && to == TB / 10);
    assert_int_equal(platter_parse_range("100 GB - 200 GB", TB, &from, &to), 0);
    assert_true(from == TB / 10 && to == TB / 5);
    assert_int_equal(platter_parse_range("50%-", TB, &from, &to), 0);
    assert_true(from == TB / 2 && to == TB);
    assert_int_equal(platter_parse_range("-1GB", TB, &from, &to), 0);
    assert_true(from == 0 && to == TB / 1000);
    assert_int_equal(platter_parse_range("5%-5%", TB, &from, &to), -ERANGE);
    assert_int_equal(platter_parse_range("9%-5%", TB, &from, &to), -ERANGE);
    assert_int_equal(platter_parse_range("0-2TB", TB, &from, &to), -ERANGE);
    assert_int_equal(platter_parse_range("10%", TB, &from, &to), -EINVAL);
    assert_int_equal(platter_parse_range("a-b", TB, &from, &to), -EINVAL);
    assert_int_equal(platter_parse_range("1-2-3", TB, &from, &to), -EINVAL);
    assert_true(from == 0 && to == TB / 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(places),
        cmocka_unit_test(ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

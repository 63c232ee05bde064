/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/rng.h"
#include "agent/daemon/pack.h"

#define N 5000

static uint8_t before[N], now[N], row[N], packed[PLATTER_PACKED_MAX(N)];

static void check(size_t n)
{
    size_t len = platter_pack(before, now, n, packed);
    assert_true(len <= PLATTER_PACKED_MAX(n));
    memcpy(row, before, n);
    platter_unpack(row, packed, len);
    assert_memory_equal(row, now, n);
    platter_unpack(row, packed, len);
    assert_memory_equal(row, before, n);
}

static void equal_rows_are_nothing(void **state)
{
    (void)state;
    memset(before, 7, N);
    memset(now, 7, N);
    assert_int_equal(platter_pack(before, now, N, packed), 0);
    assert_int_equal(platter_pack(before, now, 0, packed), 0);
    check(N);
}

static void one_byte_anywhere_comes_back(void **state)
{
    (void)state;
    memset(before, 7, N);
    for (size_t at = 0; at < N; at++) {
        memset(now, 7, N);
        now[at] = 8;
        assert_true(platter_pack(before, now, N, packed) <= 4);
        check(N);
    }
}

static void all_and_every_few_bytes_differ(void **state)
{
    (void)state;
    memset(before, 0, N);
    for (size_t apart = 1; apart < 300; apart++) {
        memset(now, 0, N);
        for (size_t at = 0; at < N; at += apart)
            now[at] = 0xff;
        check(N);
        check(N - 1);
    }
}

static void random_rows(void **state)
{
    struct platter_rng rng;
    (void)state;
    platter_rng_seed(&rng, 17);
    for (int round = 0; round < 2000; round++) {
        size_t n = platter_rng_next(&rng) % N;
        uint64_t share = platter_rng_next(&rng) % 20 + 1;
        for (size_t i = 0; i < n; i++) {
            before[i] = (uint8_t)platter_rng_next(&rng);
            now[i] =
                platter_rng_next(&rng) % share == 0 ? (uint8_t)platter_rng_next(&rng) : before[i];
        }
        check(n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_rows_are_nothing),
        cmocka_unit_test(one_byte_anywhere_comes_back),
        cmocka_unit_test(all_and_every_few_bytes_differ),
        cmocka_unit_test(random_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

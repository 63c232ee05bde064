/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>

#include "agent/core/rng.h"
#include "agent/drive/vpd.h"

#define BYTES(text) (const uint8_t *)(text), sizeof(text) - 1

static void test_serial(void **state)
{
    char s[64];

    (void)state;
    platter_vpd_serial(BYTES("\0\x80\0\x14      JP2940J8EXAMPL"), s, sizeof(s));
    assert_string_equal(s, "JP2940J8EXAMPL");
    platter_vpd_serial(BYTES("\0\x80\0\x04"
                             "ABCDEF"),
                       s, sizeof(s));
    assert_string_equal(s, "ABCD");
    platter_vpd_serial(BYTES("\0\x80\xff\xff"
                             "ABCDEF"),
                       s, sizeof(s));
    assert_string_equal(s, "ABCDEF");
    platter_vpd_serial(BYTES("\0\x83\0\x04"
                             "ABCD"),
                       s, sizeof(s));
    assert_string_equal(s, "");
    platter_vpd_serial(BYTES("\0\x80"), s, sizeof(s));
    assert_string_equal(s, "");
}

static const char ata[] = "\0\x83\0\x54\x01\x03\0\x08\x50\x01\x4e\xe2\xb0\0\0\x01"
                          "\x02\x01\0\x44"
                          "ATA     WDC WD2002FAEX-007BA0                        WD-WMAY00000001";

static void test_ata_model(void **state)
{
    char s[64];

    (void)state;
    platter_vpd_ata_model(BYTES(ata), s, sizeof(s));
    assert_string_equal(s, "WDC WD2002FAEX-007BA0");
    for (size_t len = 0; len + 1 < sizeof(ata); len++) {
        platter_vpd_ata_model((const uint8_t *)ata, len, s, sizeof(s));
        assert_string_equal(s, "");
    }
    platter_vpd_ata_model(BYTES("\0\x83\0\x0c\x02\x01\0\x08SEAGATE "), s, sizeof(s));
    assert_string_equal(s, "");
}

static void test_rpm(void **state)
{
    (void)state;
    assert_int_equal(platter_vpd_rpm(BYTES("\0\xb1\0\x3c\x1c\x20\0\x02")), 7200);
    assert_int_equal(platter_vpd_rpm(BYTES("\0\xb1\0\x3c\x15\x18")), 5400);
    assert_int_equal(platter_vpd_rpm(BYTES("\0\xb1\0\x3c\0\x01")), 0);
    assert_int_equal(platter_vpd_rpm(BYTES("\0\xb1\0\x3c\xff\xff")), 0);
    assert_int_equal(platter_vpd_rpm(BYTES("\0\xb1\0\x3c\x1c")), 0);
    assert_int_equal(platter_vpd_rpm(BYTES("\0\xb1\0\0\x1c\x20")), 0);
    assert_int_equal(platter_vpd_rpm(BYTES("\0\x80\0\x3c\x1c\x20")), 0);
}

/* Whatever a bridge sends: nothing is read past the end (the sanitizers and valgrind look). */
static void test_ata(void **state)
{
    uint8_t page[572] = {0x00, 0x89, 0x02, 0x38, [56] = 0xec};

    (void)state;
    assert_true(platter_vpd_is_ata(page, sizeof(page)));
    assert_true(platter_vpd_is_ata(page, 57));
    assert_false(platter_vpd_is_ata(page, 56));
    page[56] = 0xa1; /* a packet device: a CD drive */
    assert_false(platter_vpd_is_ata(page, sizeof(page)));
    page[56] = 0xec;
    page[1] = 0x80;
    assert_false(platter_vpd_is_ata(page, sizeof(page)));
    page[1] = 0x89;
    page[2] = 0;
    page[3] = 52; /* ends before the command */
    assert_false(platter_vpd_is_ata(page, sizeof(page)));
}

static void test_any_bytes(void **state)
{
    struct platter_rng r;

    (void)state;
    platter_rng_seed(&r, 3);
    for (int i = 0; i < 50000; i++) {
        size_t len = (size_t)(platter_rng_next(&r) % 64);
        uint8_t *page = malloc(len ? len : 1);
        char s[16];

        for (size_t k = 0; k < len; k++)
            page[k] = (uint8_t)(platter_rng_next(&r) % 3 ? platter_rng_next(&r) % 12
                                                         : platter_rng_next(&r));
        if (len > 1)
            page[1] = (const uint8_t[]){0x80, 0x83, 0xb1, 0x89}[i % 4];
        platter_vpd_serial(page, len, s, sizeof(s));
        platter_vpd_ata_model(page, len, s, sizeof(s));
        platter_vpd_rpm(page, len);
        platter_vpd_is_ata(page, len);
        free(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_serial), cmocka_unit_test(test_ata_model), cmocka_unit_test(test_rpm),
        cmocka_unit_test(test_ata),    cmocka_unit_test(test_any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

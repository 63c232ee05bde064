/* SPDX-License-Identifier: MIT */
/* What libatasmart does on a drive: tests/vm/vm-power.test. */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/core/rng.h"
#include "agent/drive/atasmart.h"

struct blob {
    uint8_t bytes[2048];
    size_t len;
};

static void add(struct blob *b, const char *tag, uint32_t told, size_t len, uint8_t fill)
{
    uint8_t *at = b->bytes + b->len;

    memcpy(at, tag, 4);
    for (unsigned i = 0; i < 4; i++)
        at[4 + i] = (uint8_t)(told >> (24 - 8 * i));
    memset(at + 8, fill, len);
    b->len += 8 + len;
}

static void chunks_are_found_in_any_order(void **state)
{
    struct platter_smart_pages pages;
    struct blob b = {.len = 0};

    (void)state;
    add(&b, "IDFY", 512, 512, 1);
    add(&b, "SMST", 4, 4, 0);
    add(&b, "XXXX", 3, 3, 9);
    add(&b, "SMTH", 512, 512, 2);
    add(&b, "SMDT", 512, 512, 3);
    assert_int_equal(platter_atasmart_parse(b.bytes, b.len, &pages), 0);
    assert_int_equal(pages.status, PLATTER_SMART_STATUS_BAD);
    assert_true(pages.has_thresholds);
    assert_int_equal(pages.thresholds[511], 2);
    assert_int_equal(pages.data[0], 3);

    b.len = 0;
    add(&b, "SMDT", 512, 512, 3);
    assert_int_equal(platter_atasmart_parse(b.bytes, b.len, &pages), 0);
    assert_int_equal(pages.status, PLATTER_SMART_STATUS_UNKNOWN);
    assert_false(pages.has_thresholds);
    add(&b, "SMST", 4, 4, 1);
    assert_int_equal(platter_atasmart_parse(b.bytes, b.len, &pages), 0);
    assert_int_equal(pages.status, PLATTER_SMART_STATUS_GOOD);
}

static void nonsense_is_refused(void **state)
{
    static const struct {
        const char *tag;
        uint32_t told;
        size_t len;
    } cases[] = {
        {"SMST", 4, 4},   {"IDFY", 512, 512},         {"SMDT", 511, 511}, {"SMDT", 513, 512},
        {"SMDT", 0, 512}, {"SMDT", 0xffffffffu, 512}, {"SMDT", 513, 513},
    };
    struct platter_smart_pages pages, untouched;

    (void)state;
    memset(&untouched, 0x55, sizeof untouched);
    pages = untouched;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct blob b = {.len = 0};
        add(&b, cases[i].tag, cases[i].told, cases[i].len, 0);
        assert_int_equal(platter_atasmart_parse(b.bytes, b.len, &pages), -EPROTO);
    }
    struct blob b = {.len = 0};
    assert_int_equal(platter_atasmart_parse(b.bytes, 0, &pages), -EPROTO);
    add(&b, "SMDT", 512, 512, 0);
    add(&b, "SMST", 3, 3, 0);
    assert_int_equal(platter_atasmart_parse(b.bytes, b.len, &pages), -EPROTO);
    b.len = 0;
    add(&b, "SMDT", 512, 512, 0);
    for (size_t len = 0; len < b.len; len++)
        assert_int_equal(platter_atasmart_parse(b.bytes, len, &pages), -EPROTO);
    assert_memory_equal(&pages, &untouched, sizeof pages);
}

static void any_bytes_are_safe(void **state)
{
    static const char *const tags[] = {"SMDT", "SMTH", "SMST", "IDFY"};
    struct platter_smart_pages pages;
    struct platter_rng rng;

    (void)state;
    platter_rng_seed(&rng, 5);
    for (unsigned i = 0; i < 5000; i++) {
        size_t len = platter_rng_next(&rng) % 1100;
        uint8_t *bytes = test_malloc(len + 1);
        for (size_t at = 0; at < len; at++)
            bytes[at] = (uint8_t)(platter_rng_next(&rng) % 4 ? 0 : platter_rng_next(&rng));
        if (len >= 8)
            memcpy(bytes, tags[i % 4], 4);
        platter_atasmart_parse(bytes, len, &pages);
        test_free(bytes);
    }
}

static void smart_must_be_on(void **state)
{
    uint8_t page[512] = {[166] = 0, [167] = 0x40, [164] = 1, [170] = 1, [175] = 0x40};

    (void)state;
    assert_true(platter_identify_smart(page));
    for (unsigned at = 164; at <= 175; at++) {
        if (!page[at])
            continue;
        uint8_t saved = page[at];
        page[at] = 0;
        assert_false(platter_identify_smart(page));
        page[at] = 0xff;
        assert_int_equal(platter_identify_smart(page), !(saved & 0x40));
        page[at] = saved;
    }
    memset(page, 0xff, sizeof page);
    assert_false(platter_identify_smart(page));
}

static void what_is_no_drive_has_no_smart(void **state)
{
    static char name[400];
    enum platter_ata_form form = PLATTER_ATA_16;
    struct platter_smart_pages pages;

    (void)state;
    assert_int_equal(platter_atasmart_read("/dev/null", &form, &pages),
                     PLATTER_ATASMART_NOT_SUPPORTED);
    assert_int_equal(platter_atasmart_read("/nonexistent/sda", &form, &pages), -ENOENT);
    memset(name, 'x', sizeof name - 1);
    assert_int_equal(platter_atasmart_read(name, &form, &pages), -ENAMETOOLONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_are_found_in_any_order),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(any_bytes_are_safe),
        cmocka_unit_test(smart_must_be_on),
        cmocka_unit_test(what_is_no_drive_has_no_smart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

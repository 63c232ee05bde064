/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "agent/core/ident.h"
#include "agent/core/rng.h"

static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

static void test_text_clean(void **state)
{
    static const struct {
        const char *in;
        size_t len;
        const char *out;
    } cases[] = {
        {"      JP2940J8EXAMPL", 20, "JP2940J8EXAMPL"},
        {"     WD-WMAZA0000001", 20, "WD-WMAZA0000001"},
        {"12345678901234567890", 20, "12345678901234567890"}, /* no NUL at its end */
        {"WDC WD20EARS-00MVWB0\0\0\0\0junk", 28, "WDC WD20EARS-00MVWB0"},
        {"WDC  WD20EARS        ", 21, "WDC WD20EARS"},
        {"a\tb\nc\r\n", 7, "a b c"},
        {"a\x01\x1b[31mb\x7f\xff", 9, "a[31mb"},
        {"", 0, ""},
        {"   ", 3, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char out[64];

        assert_int_equal(platter_text_clean(out, sizeof(out), cases[i].in, cases[i].len),
                         strlen(cases[i].out));
        assert_string_equal(out, cases[i].out);
    }
}

static void test_text_clean_is_bounded(void **state)
{
    (void)state;
    for (size_t size = 1; size < 12; size++) {
        char out[16];

        memset(out, '#', sizeof(out));
        assert_true(platter_text_clean(out, size, " ab c  def ", 11) < size);
        assert_int_equal(out[size], '#');
        assert_true(size == 1 || out[strlen(out) - 1] != ' ');
    }
}

static void test_id_clean(void **state)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"WDC WD20EARS", "WDC-WD20EARS"},
        {"a: \"b\"{c}", "a-b-c"},
        {"/tmp/x/disk.img", "tmp-x-disk.img"},
        {"--a--b--", "a-b"},
        {"a_b.c", "a_b.c"},
        {"", ""},
        {"///", ""},
        {"\xc3\xa4x", "x"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char s[32];

        snprintf(s, sizeof(s), "%s", cases[i].in);
        platter_id_clean(s);
        assert_string_equal(s, cases[i].out);
    }
}

static void test_serial_usable(void **state)
{
    static const char *const good[] = {"JP2940J8EXAMPL", "WD-WMAZA0000001", "S2R5NX0H123456",
                                       "QM00001",        "12345679",        "vdisk1"};
    static const char *const bad[] = {"",
                                      "   ",
                                      "000000000000",
                                      "0",
                                      "FFFFFFFF",
                                      "0000-0000",
                                      "152D00539000",
                                      "152d00539000",
                                      "0123456789ABCDEF",
                                      "123456789012",
                                      "To be filled by O.E.M.",
                                      "N/A",
                                      "None"};

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        if (!platter_serial_usable(good[i]))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (platter_serial_usable(bad[i]))
            fail_msg("taken: %s", bad[i]);
}

static void test_id_make(void **state)
{
    static const struct {
        const char *model, *serial, *place, *id;
    } cases[] = {
        {"WDC WD20EARS-00MVWB0", "WD-WMAZA0000001", NULL, "WDC-WD20EARS-00MVWB0_WD-WMAZA0000001"},
        {"loop", "", "/tmp/x/disk.img", "loop_tmp-x-disk.img"},
        {"USB DISK", "000000000000", "usb-2-1-0.1", "USB-DISK_usb-2-1-0.1"},
        {"", "S123456", NULL, "unknown_S123456"},
        {"...", "S123456", NULL, "-.._S123456"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char id[PLATTER_ID_MAX];

        platter_id_make(id, cases[i].model, cases[i].serial, cases[i].place);
        assert_string_equal(id, cases[i].id);
    }
}

static void test_forty_and_twenty_fit(void **state)
{
    static const char model[] = "MODEL-678901234567890123456789012345MMMM";
    static const char serial[] = "SERIAL78901234567890";
    char id[PLATTER_ID_MAX], both[PLATTER_ID_MAX];

    (void)state;
    platter_id_make(id, model, serial, NULL);
    snprintf(both, sizeof(both), "%s_%s", model, serial);
    assert_string_equal(id, both);
}

/* Two that differ only beyond what fits must not become one. */
static void test_long_ones_stay_apart(void **state)
{
    char a[300], b[300], id_a[PLATTER_ID_MAX], id_b[PLATTER_ID_MAX];
    char model[200];

    (void)state;
    memset(model, 'M', sizeof(model) - 1);
    model[sizeof(model) - 1] = '\0';
    memset(a, 'p', sizeof(a) - 1);
    a[sizeof(a) - 1] = '\0';
    for (size_t i = 0; i + 1 < sizeof(a); i++) {
        memcpy(b, a, sizeof(a));
        b[i] = 'q';
        platter_id_make(id_a, model, "", a);
        platter_id_make(id_b, model, "", b);
        assert_true(strlen(id_a) < PLATTER_ID_MAX);
        assert_string_not_equal(id_a, id_b);
    }
}

static void test_any_bytes_give_a_clean_id(void **state)
{
    struct platter_rng r;

    (void)state;
    platter_rng_seed(&r, 1);
    for (int i = 0; i < 20000; i++) {
        unsigned char bytes[2][80];
        char text[2][PLATTER_NAME_MAX], id[PLATTER_ID_MAX];

        for (size_t k = 0; k < sizeof(bytes); k++)
            bytes[k / 80][k % 80] = (unsigned char)platter_rng_next(&r);
        for (int k = 0; k < 2; k++)
            platter_text_clean(text[k], sizeof(text[k]), bytes[k],
                               (size_t)(platter_rng_next(&r) % 81));
        platter_id_make(id, text[0], text[1], "sda");
        assert_int_equal(strspn(id, allowed), strlen(id));
        assert_true(id[0] != '.');
    }
}

static void test_same_drive(void **state)
{
    static const struct {
        struct platter_who a, b;
        bool unique, same;
        const char *what;
    } rows[] = {
        {{"WDC WD20EFRX-68E", "WD-WMC1", "naa.1", 0},
         {"WDC WD20EFRX-68EUZN0", "WDWMC1", "", 1},
         true,
         true,
         "hyphen lost by an HBA, model cut by INQUIRY"},
        {{"ST8000NM", "ZA1A", "naa.1", 0},
         {"ST8000NM", "ZA1B", "naa.1", 0},
         false,
         false,
         "two drives, one WWN"},
        {{"ST8000NM", "ZA1A", "naa.1", 0},
         {"ST8000NM", "ZA1B", "naa.1", 0},
         true,
         false,
         "one after the other, each with the controller's WWN"},
        {{"ST8000NM", "ZA1A", "naa.1", 0},
         {"USB BRIDGE", "7788", "naa.1", 2},
         true,
         true,
         "moved into a USB enclosure that passes the WWN on"},
        {{"ST8000NM", "", "naa.1", 0}, {"ST8000NM", "", "naa.1", 0}, true, true, "by WWN alone"},
        {{"ST8000NM", "", "naa.1", 0},
         {"ST8000NM", "", "naa.1", 0},
         false,
         false,
         "by a WWN that several have"},
        {{"ST8000NM", "", "", 0}, {"ST8000NM", "", "", 0}, true, false, "nothing known"},
        {{"Y", "000000000000", "", 0}, {"Y", "000000000000", "", 0}, true, false, "dummies"},
        {{"TOSHIBA A", "S1", "", 0}, {"WDC B", "S1", "", 0}, true, false, "one serial, two makers"},
        {{"ST8000NM", "ZA1A", "naa.1", 0},
         {"ST8000NM", "za1a", "naa.2", 0},
         true,
         true,
         "by serial, whatever the WWN"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (platter_same_drive(&rows[i].a, &rows[i].b, rows[i].unique) != rows[i].same ||
            platter_same_drive(&rows[i].b, &rows[i].a, rows[i].unique) != rows[i].same)
            fail_msg("%s", rows[i].what);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_clean),
        cmocka_unit_test(test_text_clean_is_bounded),
        cmocka_unit_test(test_id_clean),
        cmocka_unit_test(test_serial_usable),
        cmocka_unit_test(test_id_make),
        cmocka_unit_test(test_forty_and_twenty_fit),
        cmocka_unit_test(test_long_ones_stay_apart),
        cmocka_unit_test(test_any_bytes_give_a_clean_id),
        cmocka_unit_test(test_same_drive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

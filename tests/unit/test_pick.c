/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/cli/pick.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static struct platter_snapshot drives[3];

static void fill(unsigned i, const char *id, const char *label, const char *serial,
                 const char *device)
{
    platter_snapshot_init(&drives[i]);
    snprintf(drives[i].drive, sizeof(drives[i].drive), "%s", id);
    snprintf(drives[i].label, sizeof(drives[i].label), "%s", label);
    snprintf(drives[i].serial, sizeof(drives[i].serial), "%s", serial);
    snprintf(drives[i].device, sizeof(drives[i].device), "%s", device);
}

static int make(void **state)
{
    (void)state;
    fill(0, "WDC_A_WD-0001", "Bay 1", "WD-0001", "/dev/sda");
    fill(1, "WDC_A_WD-1001", "", "WD-1001", "/dev/sdb");
    fill(2, "sim_x", "", "SIM0000", "sim:wd2002faex");
    return 0;
}

static void finds(void **state)
{
    static const struct {
        const char *name;
        unsigned index;
    } cases[] = {{"WDC_A_WD-1001", 1}, {"bay 1", 0},          {"sdb", 1},  {"/dev/sda", 0},
                 {"-0001", 0},         {"sim:wd2002faex", 2}, {"1001", 1}, {"m_x", 9}};
    unsigned index;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        index = 9;
        int result = platter_pick(drives, 3, cases[i].name, &index);
        assert_int_equal(result, cases[i].index == 9 ? PLATTER_PICK_NONE : 0);
        assert_int_equal(index, cases[i].index);
    }
}

static void says_what_is_wrong(void **state)
{
    struct capture c;
    unsigned index = 9;

    (void)state;
    assert_int_equal(platter_pick(drives, 3, "001", &index), PLATTER_PICK_NONE); /* too short */
    strcpy(drives[1].serial, "X-0001");
    capture_begin(&c);
    int many = platter_picked(drives, 3, "0001", &index);
    int none = platter_picked(drives, 3, "nosuch", &index);
    int empty = platter_picked(drives, 0, "sda", &index);
    capture_end(&c);
    assert_int_equal(many, PLATTER_EXIT_USAGE);
    assert_int_equal(none, PLATTER_EXIT_NO_INPUT);
    assert_int_equal(empty, PLATTER_EXIT_NO_INPUT);
    assert_says(&c, "'0001' is more than one drive");
    assert_says(&c, "no drive 'nosuch'; it knows Bay 1, sdb, sim:wd2002faex");
    assert_says(&c, "watches no drives");
    assert_int_equal(index, 9);
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(finds, make),
        cmocka_unit_test_setup(says_what_is_wrong, make),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

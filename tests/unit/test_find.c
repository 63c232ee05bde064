/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/drive/discover.h"
#include "tests/support/tree.h"

static int find(const char *tree, const char *name, struct platter_found *f)
{
    struct platter_sysroot root;
    int r;

    tree_make(tree, root.prefix, sizeof(root.prefix));
    r = platter_find(&root, name, f);
    tree_remove(root.prefix);
    return r;
}

static void test_names(void **state)
{
    static const struct {
        const char *tree, *name;
        int r;
        const char *found;
    } cases[] = {
        {"sysfs-sata.txt", "sda", 0, "sda"},
        {"sysfs-sata.txt", "/dev/sda", 0, "sda"},
        {"sysfs-sata.txt", "loop0", 0, "loop0"},
        {"sysfs-sata.txt", "/dev/disk/by-id/ata-WDC_WD2002FAEX-007BA0_WD-WMAY00000001", 0, "sda"},
        {"sysfs-sata.txt", "ata-WDC_WD2002FAEX-007BA0_WD-WMAY00000001", 0, "sda"},
        {"sysfs-sata.txt", "WDC-WD2002FAEX-007BA0_WD-WMAY00000001", 0, "sda"},
        {"sysfs-sata.txt", "loop_tmp-x-disk.img", 0, "loop0"},
        {"sysfs-sata.txt", "00000001", 0, "sda"},
        {"sysfs-sata.txt", "aafake", 0, "sdb"},
        {"sysfs-sata.txt", "ake", PLATTER_FIND_NONE, NULL},
        {"sysfs-sata.txt", "sda1", PLATTER_FIND_PARTITION, "sda"},
        {"sysfs-sata.txt", "/dev/sda1", PLATTER_FIND_PARTITION, "sda"},
        {"sysfs-sata.txt", "ata-WDC_WD2002FAEX-007BA0_WD-WMAY00000001-part1",
         PLATTER_FIND_PARTITION, "sda"},
        {"sysfs-sata.txt", "/home/disk.img", PLATTER_FIND_NOT_BLOCK, NULL},
        {"sysfs-sata.txt", "/dev/null", PLATTER_FIND_NOT_BLOCK, NULL},
        {"sysfs-sata.txt", "/home/none", PLATTER_FIND_NONE, NULL},
        {"sysfs-sata.txt", "sdz", PLATTER_FIND_NONE, NULL},
        {"sysfs-sata.txt", "", PLATTER_FIND_NONE, NULL},
        {"sysfs-sata.txt", "/", PLATTER_FIND_NOT_BLOCK, NULL},
        {"sysfs-sata.txt", "..", PLATTER_FIND_NONE, NULL},
        {"sysfs-sata.txt", "loop1", PLATTER_FIND_NONE, NULL},
        {"sysfs-sas.txt", "00C7", PLATTER_FIND_AMBIGUOUS, NULL},
        {"sysfs-sas.txt", "AC0000C7", 0, "sdc"},
        {"sysfs-sata.txt", "sim:wd2002faex", 0, "sim:wd2002faex"},
        {"sysfs-sata.txt", "sim:nothing", PLATTER_FIND_NO_SIM, NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platter_found f;
        int r = find(cases[i].tree, cases[i].name, &f);

        if (r != cases[i].r)
            fail_msg("%s: %d, not %d", cases[i].name, r, cases[i].r);
        if (cases[i].found)
            assert_string_equal(f.name, cases[i].found);
    }
}

static void test_long_name(void **state)
{
    char name[6000];
    struct platter_found f;

    (void)state;
    memset(name, 'x', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    assert_int_equal(find("sysfs-sata.txt", name, &f), PLATTER_FIND_NONE);
    name[0] = '/';
    assert_int_equal(find("sysfs-sata.txt", name, &f), PLATTER_FIND_NONE);
}

/* Found by name, a drive has the id that it has in the list. */
static void test_same_id_as_in_the_list(void **state)
{
    struct platter_found f;

    (void)state;
    assert_int_equal(find("sysfs-usb.txt", "sde", &f), 0);
    assert_string_equal(f.id, "WD-Elements-25A3_5758313244303030-0000-00-14.0-usb-2-3-0.0");
}

static void test_this_machine(void **state)
{
    struct platter_sysroot root;
    struct platter_found f;
    char why[256];
    int r;

    (void)state;
    assert_int_equal(platter_sysroot_init(&root, NULL), 0);
    r = platter_find(&root, "/dev/null", &f);
    if (r == -ENOENT)
        skip();
    assert_int_equal(r, PLATTER_FIND_NOT_BLOCK);
    assert_int_equal(platter_find(&root, "/no/such/file", &f), PLATTER_FIND_NONE);
    platter_find_message(-EACCES, "/dev/sda", &f, why, sizeof(why));
    assert_string_equal(why, "/dev/sda: no permission to look at it: try as root");
}

static void test_messages(void **state)
{
    static const struct {
        int r;
        const char *name, *text;
    } cases[] = {
        {PLATTER_FIND_NONE, "sdz",
         "sdz: no such drive; `platter list` shows what this machine has"},
        {PLATTER_FIND_PARTITION, "sda1", "sda1 is a partition; name the whole drive: sda"},
        {PLATTER_FIND_AMBIGUOUS, "00C7", "more than one serial ends in 00C7; give more of it"},
        {PLATTER_FIND_NOT_BLOCK, "disk.img",
         "disk.img is not a block device; name a whole drive such as sda, or attach a file first "
         "(losetup --find --show --direct-io=on FILE)"},
    };
    struct platter_found f = {.name = "sda"};
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        platter_find_message(cases[i].r, cases[i].name, &f, text, sizeof(text));
        assert_string_equal(text, cases[i].text);
    }
    platter_find_message(PLATTER_FIND_NO_SIM, "sim:x", &f, text, sizeof(text));
    assert_non_null(strstr(text, "no simulated drive sim:x; there are sim:"));
    assert_non_null(strstr(text, "sim:wd80eazz"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_long_name),
        cmocka_unit_test(test_same_id_as_in_the_list),
        cmocka_unit_test(test_this_machine),
        cmocka_unit_test(test_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

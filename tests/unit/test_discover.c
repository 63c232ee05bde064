/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/drive/discover.h"
#include "tests/support/tree.h"

/* "name name ..." of what a tree has. */
static void names(const char *tree, bool all, char *out, size_t size)
{
    struct platter_sysroot root;
    CLEANUP_FREE struct platter_found *f = NULL;
    unsigned n = 0;
    size_t len = 0;
    int r;

    tree_make(tree, root.prefix, sizeof(root.prefix));
    r = platter_discover(&root, all, &f, &n);
    tree_remove(root.prefix);
    assert_int_equal(r, 0);
    out[0] = '\0';
    for (unsigned i = 0; i < n; i++)
        len += (size_t)snprintf(out + len, size - len, "%s%s", i ? " " : "", f[i].name);
}

static void test_which(void **state)
{
    static const struct {
        const char *tree, *taken, *all;
    } cases[] = {
        {"sysfs-sata.txt", "sda sdb sdc", "dm-0 loop0 md0 ram0 sda sdb sdc sr0 zram0"},
        {"sysfs-sas.txt", "sda sdb sdc", "sda sdb sdc sdd sde"},
        {"sysfs-usb.txt", "sdb sdc sdd sde", "sdb sdc sdd sde sdf"},
        {"sysfs-nvme.txt", "nvme0n1", "nvme0n1"},
        {"sysfs-vm.txt", "mmcblk0 sda vda vdb", "mmcblk0 sda vda vdb vdc"},
        {"sysfs-broken.txt", "sda", "sda"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[256];

        names(cases[i].tree, false, text, sizeof(text));
        assert_string_equal(text, cases[i].taken);
        names(cases[i].tree, true, text, sizeof(text));
        assert_string_equal(text, cases[i].all);
    }
}

static void assert_id(const char *tree, const char *name, const char *id, const char *why_not)
{
    struct platter_sysroot root;
    CLEANUP_FREE struct platter_found *f = NULL;
    unsigned n = 0, i;

    tree_make(tree, root.prefix, sizeof(root.prefix));
    assert_int_equal(platter_discover(&root, true, &f, &n), 0);
    tree_remove(root.prefix);
    for (i = 0; i < n && strcmp(f[i].name, name) != 0; i++)
        ;
    assert_true(i < n);
    assert_string_equal(f[i].id, id);
    assert_string_equal(f[i].why_not, why_not);
}

static void test_one_wwn_two_drives(void **state)
{
    (void)state;
    assert_id("sysfs-sas.txt", "sda", "SEAGATE-ST8000NM0075_ZA1000AA0000C7", "");
    assert_id("sysfs-sas.txt", "sdb", "SEAGATE-ST8000NM0075_ZA1000AB0000C7", "");
}

static void test_two_paths_one_drive(void **state)
{
    (void)state;
    assert_id("sysfs-sas.txt", "sdc", "SEAGATE-ST8000NM0075_ZA1000AC0000C7", "");
    assert_id("sysfs-sas.txt", "sdd", "SEAGATE-ST8000NM0075_ZA1000AC0000C7", "another path to sdc");
}

static void test_twins_are_told_apart(void **state)
{
    (void)state;
    assert_id("sysfs-usb.txt", "sdb", "JMicron-External-USB3.0_0000-00-14.0-usb-2-1-0.0", "");
    assert_id("sysfs-usb.txt", "sdc", "JMicron-External-USB3.0_0000-00-14.0-usb-2-1-0.1", "");
    assert_id("sysfs-usb.txt", "sdd", "WD-Elements-25A3_5758313244303030-0000-00-14.0-usb-2-2-0.0",
              "");
    assert_id("sysfs-usb.txt", "sde", "WD-Elements-25A3_5758313244303030-0000-00-14.0-usb-2-3-0.0",
              "");
}

static void test_two_loops_over_one_file(void **state)
{
    static const char text[] = "disk sys/devices/virtual/block/loop1\n"
                               "  size 131072\n"
                               "  loop/backing_file /a\n"
                               "disk sys/devices/virtual/block/loop2\n"
                               "  size 131072\n"
                               "  loop/backing_file /a\n";
    struct platter_sysroot root;
    CLEANUP_FREE struct platter_found *f = NULL;
    unsigned n = 0;

    (void)state;
    tree_make_text(text, root.prefix, sizeof(root.prefix));
    assert_int_equal(platter_discover(&root, true, &f, &n), 0);
    tree_remove(root.prefix);
    assert_int_equal(n, 2);
    assert_string_equal(f[0].id, "loop_a-loop1");
    assert_string_equal(f[1].id, "loop_a-loop2");
}

static void test_many_sorted(void **state)
{
    CLEANUP_FREE char *text = calloc(200, 80);
    struct platter_sysroot root;
    CLEANUP_FREE struct platter_found *f = NULL;
    unsigned n = 0;

    (void)state;
    for (unsigned i = 0; i < 100; i++)
        snprintf(text + strlen(text), 80, "disk sys/devices/virtual/block/loop%u\n  size 65536\n",
                 i);
    tree_make_text(text, root.prefix, sizeof(root.prefix));
    assert_int_equal(platter_discover(&root, true, &f, &n), 0);
    tree_remove(root.prefix);
    assert_int_equal(n, 100);
    for (unsigned i = 0; i < n; i++) {
        char name[16];

        snprintf(name, sizeof(name), "loop%u", i);
        assert_string_equal(f[i].name, name);
    }
}

static void test_nothing_there(void **state)
{
    struct platter_sysroot root;
    CLEANUP_FREE struct platter_found *f = NULL;
    unsigned n = 7;

    (void)state;
    tree_make_text("sys/block/\n", root.prefix, sizeof(root.prefix));
    assert_int_equal(platter_discover(&root, true, &f, &n), 0);
    assert_int_equal(n, 0);
    tree_remove(root.prefix);
    n = 7;
    assert_int_equal(platter_discover(&root, true, &f, &n), -ENOENT);
    assert_int_equal(n, 7);
}

static void test_this_machine(void **state)
{
    struct platter_sysroot root;
    CLEANUP_FREE struct platter_found *f = NULL;
    unsigned n = 0;

    (void)state;
    assert_int_equal(platter_sysroot_init(&root, NULL), 0);
    if (platter_discover(&root, true, &f, &n) == -ENOENT)
        skip();
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = i + 1; k < n; k++)
            assert_true(strcmp(f[i].id, f[k].id) != 0 || f[k].why_not[0]);
}

static void test_transport_names(void **state)
{
    (void)state;
    assert_string_equal(platter_transport_name(PLATTER_TRANSPORT_ATA), "ata");
    assert_string_equal(platter_transport_name(PLATTER_TRANSPORT_SIM), "sim");
    assert_string_equal(platter_transport_name((enum platter_transport)99), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_which),
        cmocka_unit_test(test_one_wwn_two_drives),
        cmocka_unit_test(test_two_paths_one_drive),
        cmocka_unit_test(test_twins_are_told_apart),
        cmocka_unit_test(test_two_loops_over_one_file),
        cmocka_unit_test(test_many_sorted),
        cmocka_unit_test(test_nothing_there),
        cmocka_unit_test(test_this_machine),
        cmocka_unit_test(test_transport_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

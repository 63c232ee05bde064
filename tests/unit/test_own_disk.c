/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <sys/sysmacros.h>

#include "agent/store/own_disk.h"
#include "tests/support/tree.h"

static const char machine[] = "disk sys/devices/pci0/ata1/host0/block/sda\n"
                              "  removable 0\n"
                              "  queue/rotational 1\n"
                              "  slaves/\n"
                              "  sda1/partition 1\n"
                              "  sda2/partition 2\n"
                              "disk sys/devices/pci0/ata2/host1/block/sdb\n"
                              "  removable 0\n"
                              "  sdb1/partition 1\n"
                              "disk sys/devices/pci0/usb1/1-1/host2/block/sdc\n"
                              "  removable 1\n"
                              "disk sys/devices/pci0/usb1/1-2/host3/block/sdd\n"
                              "  removable 0\n"
                              "  queue/rotational 1\n"
                              "disk sys/devices/platform/mmc0/block/mmcblk0\n"
                              "  mmcblk0p1/partition 1\n"
                              "disk sys/devices/virtual/block/md0\n"
                              "  slaves/sda2 -> ../../../../pci0/ata1/host0/block/sda/sda2\n"
                              "  slaves/sdb1 -> ../../../../pci0/ata2/host1/block/sdb/sdb1\n"
                              "disk sys/devices/virtual/block/dm-0\n"
                              "  slaves/md0 -> ../../md0\n"
                              "disk sys/devices/virtual/block/dm-1\n"
                              "  slaves/dm-1 -> ../../dm-1\n"
                              "sys/dev/block/8:0 -> ../../devices/pci0/ata1/host0/block/sda\n"
                              "sys/dev/block/8:1 -> ../../devices/pci0/ata1/host0/block/sda/sda1\n"
                              "sys/dev/block/8:32 -> ../../devices/pci0/usb1/1-1/host2/block/sdc\n"
                              "sys/dev/block/8:48 -> ../../devices/pci0/usb1/1-2/host3/block/sdd\n"
                              "sys/dev/block/179:1 -> "
                              "../../devices/platform/mmc0/block/mmcblk0/mmcblk0p1\n"
                              "sys/dev/block/253:0 -> ../../devices/virtual/block/dm-0\n"
                              "sys/dev/block/253:1 -> ../../devices/virtual/block/dm-1\n";

static char root[128];

static int setup(void **state)
{
    (void)state;
    tree_make_text(machine, root, sizeof(root));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tree_remove(root);
    return 0;
}

static struct platter_own_disk of(unsigned major_, unsigned minor_)
{
    struct platter_own_disk own = {.n = 99};
    assert_int_equal(platter_own_disk_of(root, makedev(major_, minor_), &own), 0);
    return own;
}

static void a_partition_is_on_its_drive(void **state)
{
    (void)state;
    struct platter_own_disk own = of(8, 1);
    assert_int_equal(own.n, 1);
    assert_true(platter_own_disk_has(&own, "sda"));
    assert_false(platter_own_disk_has(&own, "sdb"));
    assert_false(own.flash);
    own = of(8, 0);
    assert_string_equal(own.names[0], "sda");
}

static void what_is_stacked_is_on_all_of_them(void **state)
{
    (void)state;
    struct platter_own_disk own = of(253, 0);
    assert_int_equal(own.n, 2);
    assert_true(platter_own_disk_has(&own, "sda"));
    assert_true(platter_own_disk_has(&own, "sdb"));
}

static void sticks_and_cards_are_flash(void **state)
{
    (void)state;
    assert_true(of(8, 32).flash);
    assert_true(of(179, 1).flash);
    assert_string_equal(of(179, 1).names[0], "mmcblk0");
    assert_false(of(8, 48).flash); /* a drive in a USB case */
}

static void what_cannot_be_told_is_an_error(void **state)
{
    struct platter_own_disk own = {.n = 7};
    (void)state;
    assert_int_equal(platter_own_disk_of(root, makedev(9, 9), &own), -ENOENT);
    assert_int_equal(platter_own_disk_of(root, makedev(253, 1), &own), -ELOOP);
    assert_int_equal(platter_own_disk_find("", "/nonexistent", &own), -ENOENT);
    assert_int_equal(own.n, 7);
}

static void this_machine_has_drives_or_says_not(void **state)
{
    struct platter_own_disk own = {.n = 0};
    (void)state;
    int r = platter_own_disk_find("", "/", &own);
    assert_true(r < 0 || own.n > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_partition_is_on_its_drive),
        cmocka_unit_test(what_is_stacked_is_on_all_of_them),
        cmocka_unit_test(sticks_and_cards_are_flash),
        cmocka_unit_test(what_cannot_be_told_is_an_error),
        cmocka_unit_test(this_machine_has_drives_or_says_not),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/drive/place.h"
#include "tests/support/tree.h"

static void test_transport(void **state)
{
    static const struct {
        const char *path;
        enum platter_transport transport;
    } cases[] = {
        {"/sys/devices/pci0000:00/0000:00:1f.2/ata3/host2/target2:0:0/2:0:0:0/block/sda",
         PLATTER_TRANSPORT_ATA},
        {"/sys/devices/pci0000:00/0000:02:00.0/host0/port-0:0/end_device-0:0/target0:0:0/0:0:0:0/"
         "block/sda",
         PLATTER_TRANSPORT_SAS},
        {"/sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host4/target4:0:0/4:0:0:0/block/"
         "sdb",
         PLATTER_TRANSPORT_USB},
        {"/sys/devices/pci0000:00/0000:00:1d.0/0000:04:00.0/nvme/nvme0/nvme0n1",
         PLATTER_TRANSPORT_NVME},
        {"/sys/devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1", PLATTER_TRANSPORT_NVME},
        {"/sys/devices/pci0000:00/0000:00:04.0/virtio1/block/vda", PLATTER_TRANSPORT_VIRTUAL},
        {"/sys/devices/pci0000:00/0000:00:07.0/virtio4/host2/target2:0:0/2:0:0:0/block/sda",
         PLATTER_TRANSPORT_VIRTUAL},
        {"/sys/devices/virtual/block/loop0", PLATTER_TRANSPORT_VIRTUAL},
        {"/sys/devices/platform/host3/session1/target3:0:0/3:0:0:0/block/sdb",
         PLATTER_TRANSPORT_SCSI},
        {"/sys/devices/platform/soc/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0",
         PLATTER_TRANSPORT_VIRTUAL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(platter_transport_of(cases[i].path), cases[i].transport);
}

static void assert_place(const char *tree, const char *name, const char *expected)
{
    struct platter_sysroot root;
    char place[128], small[5];

    tree_make(tree, root.prefix, sizeof(root.prefix));
    platter_place(&root, name, place, sizeof(place));
    platter_place(&root, name, small, sizeof(small));
    tree_remove(root.prefix);
    assert_string_equal(place, expected);
    assert_int_equal(strlen(small), 4);
}

static void test_place(void **state)
{
    (void)state;
    assert_place("sysfs-sata.txt", "sdb", "0000:00:1f.2-ata2-0.0");
    assert_place("sysfs-sas.txt", "sda", "0000:02:00.0-end_device-0:0:0-0.0");
    assert_place("sysfs-usb.txt", "sdc", "0000:00:14.0-usb-2-1-0.1");
    assert_place("sysfs-sata.txt", "loop0", "loop0");
    assert_place("sysfs-sata.txt", "gone", "gone");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transport),
        cmocka_unit_test(test_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

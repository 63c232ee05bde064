/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/drive/describe.h"
#include "tests/support/tree.h"

static struct platter_found describe(const char *tree, const char *name)
{
    struct platter_sysroot root;
    struct platter_found f;
    int r;

    tree_make(tree, root.prefix, sizeof(root.prefix));
    r = platter_describe(&root, name, &f);
    tree_remove(root.prefix);
    assert_int_equal(r, 0);
    return f;
}

static void test_sata(void **state)
{
    struct platter_found f = describe("sysfs-sata.txt", "sda");

    (void)state;
    assert_string_equal(f.name, "sda");
    assert_string_equal(f.device, "/dev/sda");
    assert_string_equal(f.model, "WDC WD2002FAEX-007BA0");
    assert_string_equal(f.serial, "WD-WMAY00000001");
    assert_string_equal(f.wwn, "naa.50014ee2b0000001");
    assert_string_equal(f.id, "WDC-WD2002FAEX-007BA0_WD-WMAY00000001");
    assert_int_equal(f.transport, PLATTER_TRANSPORT_ATA);
    assert_int_equal(f.diskseq, 9);
    assert_true(f.geometry.capacity_bytes == 2000398934016);
    assert_true(f.geometry.rotating);
    assert_int_equal(f.geometry.rev_ns, 8333333);
    assert_false(f.only_when_named);
    assert_string_equal(f.why_not, "");
}

static void test_4kn(void **state)
{
    struct platter_found f = describe("sysfs-sata.txt", "sdb");

    (void)state;
    assert_true(f.geometry.capacity_bytes == 15628053168u * 512ull);
    assert_int_equal(f.geometry.logical_bytes, 4096);
    assert_int_equal(f.geometry.physical_bytes, 4096);
    assert_int_equal(f.geometry.align_bytes, 4096);
    assert_int_equal(f.geometry.rev_ns, 0);
}

static void test_rotating_only_where_something_rotates(void **state)
{
    (void)state;
    assert_false(describe("sysfs-sata.txt", "sdc").geometry.rotating);
    assert_false(describe("sysfs-sata.txt", "loop0").geometry.rotating);
    assert_false(describe("sysfs-vm.txt", "vda").geometry.rotating);
    assert_false(describe("sysfs-vm.txt", "sda").geometry.rotating);
    assert_true(describe("sysfs-sas.txt", "sda").geometry.rotating);
    assert_true(describe("sysfs-usb.txt", "sdb").geometry.rotating);
}

static void test_who(void **state)
{
    static const struct {
        const char *tree, *name, *model, *serial, *id;
    } cases[] = {
        {"sysfs-sas.txt", "sda", "SEAGATE ST8000NM0075", "ZA1000AA0000C7",
         "SEAGATE-ST8000NM0075_ZA1000AA0000C7"},
        {"sysfs-nvme.txt", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB", "S4EWNX0N000001",
         "Samsung-SSD-970-EVO-Plus-1TB_S4EWNX0N000001"},
        {"sysfs-usb.txt", "sdc", "JMicron External USB3.0", "",
         "JMicron-External-USB3.0_0000-00-14.0-usb-2-1-0.1"},
        {"sysfs-vm.txt", "vda", "virtio", "", "virtio_vda"},
        {"sysfs-vm.txt", "vdb", "virtio", "data-disk-7", "virtio_data-disk-7"},
        {"sysfs-vm.txt", "sda", "QEMU HARDDISK", "", "QEMU-HARDDISK_sda"},
        {"sysfs-vm.txt", "mmcblk0", "SC32G", "0x1234abcd", "SC32G_0x1234abcd"},
        {"sysfs-sata.txt", "loop0", "loop", "", "loop_tmp-x-disk.img"},
        {"sysfs-sata.txt", "dm-0", "dm", "", "dm_vg0-root"},
        {"sysfs-sata.txt", "md0", "md", "", "md_md0"},
        {"sysfs-broken.txt", "sda", "GOOD", "GOOD0001", "GOOD_GOOD0001"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platter_found f = describe(cases[i].tree, cases[i].name);

        assert_string_equal(f.model, cases[i].model);
        assert_string_equal(f.serial, cases[i].serial);
        assert_string_equal(f.id, cases[i].id);
    }
}

static void test_why_not(void **state)
{
    static const struct {
        const char *tree, *name, *why;
        bool named;
    } cases[] = {
        {"sysfs-sata.txt", "loop0", "a loop device: taken only when named", true},
        {"sysfs-sata.txt", "ram0", "a RAM disk: taken only when named", true},
        {"sysfs-sata.txt", "zram0", "compressed RAM: taken only when named", true},
        {"sysfs-sata.txt", "md0", "a software RAID array: taken only when named", true},
        {"sysfs-sata.txt", "dm-0", "a device-mapper volume: taken only when named", true},
        {"sysfs-sata.txt", "sr0", "a CD drive: taken only when named", true},
        {"sysfs-usb.txt", "sdf", "a removable medium: taken only when named", true},
        {"sysfs-sas.txt", "sde", "a volume of a RAID controller: taken only when named", true},
        {"sysfs-vm.txt", "vdc", "smaller than 16 MiB", false},
        {"sysfs-vm.txt", "vda", "", false},
        {"sysfs-vm.txt", "mmcblk0", "", false},
        {"sysfs-nvme.txt", "nvme0n1", "", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platter_found f = describe(cases[i].tree, cases[i].name);

        assert_string_equal(f.why_not, cases[i].why);
        assert_int_equal(f.only_when_named, cases[i].named);
    }
}

static void test_left_out(void **state)
{
    static const struct {
        const char *tree, *name;
        int r;
    } cases[] = {
        {"sysfs-sata.txt", "loop1", PLATTER_DESCRIBE_NO_DRIVE},
        {"sysfs-usb.txt", "sdg", PLATTER_DESCRIBE_NO_DRIVE},
        {"sysfs-nvme.txt", "nvme0c0n1", PLATTER_DESCRIBE_NO_DRIVE},
        {"sysfs-sata.txt", "nothing", -ENOENT},
        {"sysfs-broken.txt", "sdb", -EPROTO},
        {"sysfs-broken.txt", "sdc", -EPROTO},
        {"sysfs-broken.txt", "sdd", -EINVAL},
        {"sysfs-broken.txt", "sde", -ENOENT},
        {"sysfs-broken.txt", "sdf", -EPROTO},
        {"sysfs-broken.txt", "sdg", -ENOENT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platter_sysroot root;
        struct platter_found f;
        int r;

        tree_make(cases[i].tree, root.prefix, sizeof(root.prefix));
        r = platter_describe(&root, cases[i].name, &f);
        tree_remove(root.prefix);
        assert_int_equal(r, cases[i].r);
    }
}

/* One disk, attached as told, with a vendor and perhaps ATA information (57 bytes of it). */
static enum platter_transport transport(const char *path, const char *vendor, bool ata)
{
    struct platter_sysroot root;
    struct platter_found f;
    char text[2048];

    snprintf(text, sizeof(text),
             "disk sys/devices/%s/block/sda\n  device -> ../..\n  size 4096000\n"
             "  device/vendor %s\n  device/model X\n",
             path, vendor);
    if (ata) {
        size_t len = strlen(text);
        len += (size_t)snprintf(text + len, sizeof(text) - len,
                                "  device/vpd_pg89 \\x00\\x89\\x02\\x38");
        for (unsigned i = 4; i < 56; i++)
            len += (size_t)snprintf(text + len, sizeof(text) - len, "\\x00");
        snprintf(text + len, sizeof(text) - len, "\\xec\n");
    }
    tree_make_text(text, root.prefix, sizeof(root.prefix));
    int r = platter_describe(&root, "sda", &f);
    tree_remove(root.prefix);
    assert_int_equal(r, 0);
    return f.transport;
}

static void test_translated_drives_speak_ata(void **state)
{
    static const char sas[] = "pci0000:00/0000:02:00.0/host0/port-0:0/end_device-0:0/target0:0:0/"
                              "0:0:0:0",
                      scsi[] = "platform/host3/target3:0:0/3:0:0:0",
                      usb[] = "pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host4/target4:0:0/4:0:0:0",
                      virtual[] = "pci0000:00/0000:00:04.0/virtio1/host2/target2:0:0/2:0:0:0";

    (void)state;
    assert_int_equal(transport(sas, "SEAGATE", false), PLATTER_TRANSPORT_SAS);
    assert_int_equal(transport(sas, "SEAGATE", true), PLATTER_TRANSPORT_ATA);
    assert_int_equal(transport(sas, "ATA", false), PLATTER_TRANSPORT_ATA);
    assert_int_equal(transport(scsi, "LIO-ORG", false), PLATTER_TRANSPORT_SCSI);
    assert_int_equal(transport(scsi, "ATA", false), PLATTER_TRANSPORT_ATA);
    assert_int_equal(transport(scsi, "LIO-ORG", true), PLATTER_TRANSPORT_ATA);
    assert_int_equal(transport(usb, "ATA", true), PLATTER_TRANSPORT_USB);
    assert_int_equal(transport(virtual, "ATA", true), PLATTER_TRANSPORT_VIRTUAL);
    assert_int_equal(transport(scsi, "VMware", true), PLATTER_TRANSPORT_VIRTUAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sata),
        cmocka_unit_test(test_4kn),
        cmocka_unit_test(test_rotating_only_where_something_rotates),
        cmocka_unit_test(test_who),
        cmocka_unit_test(test_why_not),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_translated_drives_speak_ata),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

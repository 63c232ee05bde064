/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <fcntl.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "agent/bench/extents.h"
#include "tests/support/tree.h"

static const char machine[] = "disk sys/devices/pci/sda\n"
                              "  size 1000\n"
                              "  sda1/partition 1\n"
                              "  sda1/start 64\n"
                              "  sda1/size 100\n"
                              "disk sys/devices/virtual/block/dm-0\n"
                              "  size 100\n"
                              "  dm/name x\n"
                              "disk sys/devices/virtual/block/loop9\n"
                              "  size 0\n"
                              "sys/dev/block/8:0 -> ../../devices/pci/sda\n"
                              "sys/dev/block/8:1 -> ../../devices/pci/sda/sda1\n"
                              "sys/dev/block/254:0 -> ../../devices/virtual/block/dm-0\n"
                              "sys/dev/block/7:9 -> ../../devices/virtual/block/loop9\n";

static void devices(void **state)
{
    static const struct {
        unsigned major, minor;
        int result;
        const char *name;
        uint64_t begin, bytes;
    } cases[] = {
        {8, 0, 0, "sda", 0, 512000},
        {8, 1, 0, "sda", 32768, 512000},
        {254, 0, PLATTER_EXTENTS_UNKNOWN, "", 0, 0},
        {7, 9, PLATTER_EXTENTS_UNKNOWN, "", 0, 0},
        {0, 45, PLATTER_EXTENTS_UNKNOWN, "", 0, 0},
    };
    struct platter_sysroot root;
    char dir[PATH_MAX];

    (void)state;
    tree_make_text(machine, dir, sizeof(dir));
    assert_int_equal(platter_sysroot_init(&root, dir), 0);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char name[32] = "";
        uint64_t begin = 0, bytes = 0;
        assert_int_equal(platter_extents_device(&root, makedev(cases[i].major, cases[i].minor),
                                                name, sizeof(name), &begin, &bytes),
                         cases[i].result);
        assert_string_equal(name, cases[i].name);
        assert_int_equal(begin, cases[i].begin);
        assert_int_equal(bytes, cases[i].bytes);
    }
    tree_remove(dir);
}

/* Where /var/tmp is on cannot be known here: either answer must make sense. */
static void a_file(void **state)
{
    char path[] = "/var/tmp/platter-extents-XXXXXX";
    static char text[65536];
    struct platter_extents x = {.pieces = 0};
    struct platter_sysroot root;
    CLEANUP_CLOSE int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    unlink(path);
    memset(text, 'x', sizeof(text));
    assert_int_equal(write(fd, text, sizeof(text)), sizeof(text));
    platter_sysroot_init(&root, NULL);
    int result = platter_extents_of(&root, fd, &x);
    assert_in_range(result, 0, PLATTER_EXTENTS_UNKNOWN);
    if (result == 0) {
        assert_true(x.pieces >= 1 && x.end_byte - x.first_byte >= sizeof(text));
        assert_true(x.end_byte <= x.drive_bytes && x.device[0]);
    }
    assert_int_equal(platter_extents_of(&root, -1, &x), -EBADF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices),
        cmocka_unit_test(a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

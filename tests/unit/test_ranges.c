/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/drive/describe.h"
#include "agent/drive/ranges.h"
#include "tests/support/tree.h"

#define DISK "disk sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda\n"
#define HEAD                                                             \
    DISK "  device -> ../..\n  size 27344764928\n  queue/rotational 1\n" \
         "  device/vendor ATA\n  device/model ST14000NM0001\n"
#define FIRST "  queue/independent_access_ranges/0/"
#define SECOND "  queue/independent_access_ranges/1/"

static struct platter_geometry geometry_of(const char *tree)
{
    struct platter_sysroot root;
    struct platter_found f;

    tree_make_text(tree, root.prefix, sizeof(root.prefix));
    int r = platter_describe(&root, "sda", &f);
    tree_remove(root.prefix);
    assert_int_equal(r, 0);
    return f.geometry;
}

static void two_actuators(void **state)
{
    (void)state;
    struct platter_geometry g =
        geometry_of(HEAD FIRST "sector 0\n" FIRST "nr_sectors 13672382464\n" SECOND
                               "sector 13672382464\n" SECOND "nr_sectors 13672382464\n");
    assert_int_equal(g.n_ranges, 2);
    assert_int_equal(g.range_bytes[0], 0);
    assert_int_equal(g.range_bytes[1], 13672382464 * 512);
}

static void any_other_drive_has_none(void **state)
{
    (void)state;
    assert_int_equal(geometry_of(HEAD).n_ranges, 0);
}

/* A hole, an end past the drive, one missing, no number, nothing in a range. */
static void nonsense_is_none(void **state)
{
    (void)state;
    const char *const trees[] = {
        HEAD FIRST "sector 0\n" FIRST "nr_sectors 13672382464\n" SECOND
                   "sector 13672382465\n" SECOND "nr_sectors 13672382463\n",
        HEAD FIRST "sector 0\n" FIRST "nr_sectors 13672382464\n" SECOND
                   "sector 13672382464\n" SECOND "nr_sectors 18446744073709551615\n",
        HEAD FIRST "sector 0\n" FIRST "nr_sectors 13672382464\n",
        HEAD FIRST "sector zero\n" FIRST "nr_sectors 27344764928\n",
        HEAD FIRST "sector 0\n" FIRST "nr_sectors 0\n",
    };

    for (unsigned i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        struct platter_geometry g = geometry_of(trees[i]);
        assert_int_equal(g.n_ranges, 0);
        assert_int_equal(g.range_bytes[1], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_actuators),
        cmocka_unit_test(any_other_drive_has_none),
        cmocka_unit_test(nonsense_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* A captured tree whose drives can be plugged and pulled, for tests of hot-plug. */
#ifndef PLATTER_TESTS_BAYS_H
#define PLATTER_TESTS_BAYS_H

#include "tests/support/daemon.h"
#include "tests/support/tree.h"

struct test_disk {
    const char *model, *serial, *wwn; /* "" = none */
    unsigned sectors;
};

static inline void bays_write(const struct test_agent *t, const char *disk, const char *file,
                              const char *text)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/sys/block/%s/%s", t->folder, disk, file);
    tree_folders(path);
    test_write(path, text);
}

/* In host `bay` under the name `name`. */
static inline void bays_plug(const struct test_agent *t, unsigned bay, const char *name,
                             const struct test_disk *disk, unsigned diskseq)
{
    char path[512], text[128];
    snprintf(path, sizeof(path),
             "sys/devices/pci0000:00/0000:00:1f.2/ata%u/host%u/target%u:0:0/%u:0:0:0/block/%s", bay,
             bay, bay, bay, name);
    tree_disk(t->folder, path);
    snprintf(path, sizeof(path), "%s/sys/block/%s/device", t->folder, name);
    tree_link("../..", path);
    snprintf(text, sizeof(text), "%u", disk->sectors);
    bays_write(t, name, "size", text);
    bays_write(t, name, "removable", "0");
    bays_write(t, name, "queue/rotational", "1");
    bays_write(t, name, "device/vendor", "ATA");
    bays_write(t, name, "device/type", "0");
    bays_write(t, name, "device/model", disk->model);
    bays_write(t, name, "device/serial", disk->serial);
    bays_write(t, name, "device/wwid", disk->wwn);
    snprintf(text, sizeof(text), "%u", diskseq);
    if (diskseq)
        bays_write(t, name, "diskseq", text);
}

static inline void bays_pull(const struct test_agent *t, const char *name)
{
    char path[512], device[512], real[PATH_MAX];
    snprintf(path, sizeof(path), "%s/sys/block/%s", t->folder, name);
    snprintf(device, sizeof(device), "%s/sys/block/%s/device", t->folder, name);
    assert_non_null(realpath(device, real));
    tree_remove(real);
    assert_int_equal(unlink(path), 0);
    snprintf(path, sizeof(path), "%s/sys/class/block/%s", t->folder, name);
    assert_int_equal(unlink(path), 0);
}

/* An agent that looks at a tree of its own; nothing is watched yet. */
static inline struct test_agent *bays_new(const char *drives)
{
    struct test_agent *t = test_agent_new(NULL);
    char path[512];
    assert_int_equal(platter_sysroot_init(&t->agent.root, t->folder), 0);
    snprintf(path, sizeof(path), "%s/sys/block/", t->folder);
    tree_folders(path);
    assert_int_equal(platter_options_set(&t->agent.options, "drives", drives), 0);
    return t;
}

static const struct test_disk disk_a = {"WDC WD20EFRX-68E", "WD-WMC4M0000001",
                                        "naa.50014ee200000001", 3907029168u};
static const struct test_disk disk_b = {"WDC WD20EFRX-68E", "WD-WMC4M0000002",
                                        "naa.50014ee200000002", 3907029168u};

#endif

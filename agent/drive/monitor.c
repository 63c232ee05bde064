/* SPDX-License-Identifier: MIT */
#include "agent/drive/monitor.h"

#include <errno.h>
#include <libudev.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <platter/errors.h>

#define UDEVD_SIGN "/run/udev/control"

struct platter_monitor {
    struct udev *udev;
    struct udev_monitor *monitor;
    bool kernel;
};

static bool udevd_runs(const struct platter_sysroot *root)
{
    char path[256];
    return platter_sysroot_resolve(root, path, sizeof(path), UDEVD_SIGN) == 0;
}

static int start(struct platter_monitor *m)
{
    m->udev = udev_new();
    if (!m->udev)
        return -ENOMEM;
    m->monitor = udev_monitor_new_from_netlink(m->udev, m->kernel ? "kernel" : "udev");
    if (!m->monitor)
        return errno ? -errno : -EIO;
    int r = udev_monitor_filter_add_match_subsystem_devtype(m->monitor, "block", "disk");
    return r < 0 ? r : udev_monitor_enable_receiving(m->monitor);
}

int platter_monitor_new(const struct platter_sysroot *root, struct platter_monitor **out)
{
    if (root->prefix[0])
        return -EOPNOTSUPP;
    struct platter_monitor *m = calloc(1, sizeof(*m));
    if (!m)
        return -ENOMEM;
    m->kernel = !udevd_runs(root);
    int r = start(m);
    if (r < 0) {
        platter_monitor_free(m);
        return r;
    }
    *out = m;
    return 0;
}

void platter_monitor_free(struct platter_monitor *m)
{
    if (!m)
        return;
    udev_monitor_unref(m->monitor);
    udev_unref(m->udev);
    free(m);
}

const char *platter_monitor_source(const struct platter_monitor *m)
{
    return m->kernel ? "kernel" : "udev";
}

int platter_monitor_fd(const struct platter_monitor *m)
{
    return udev_monitor_get_fd(m->monitor);
}

/* false: an action that says nothing about what is there (bind, online ...). */
static bool change_of(const char *action, enum platter_change *change)
{
    static const struct {
        const char *action;
        enum platter_change change;
    } known[] = {
        {"add", PLATTER_CHANGE_ADDED},
        {"change", PLATTER_CHANGE_CHANGED},
        {"move", PLATTER_CHANGE_CHANGED},
        {"remove", PLATTER_CHANGE_REMOVED},
    };
    for (size_t i = 0; action && i < sizeof(known) / sizeof(known[0]); i++) {
        if (strcmp(action, known[i].action) != 0)
            continue;
        *change = known[i].change;
        return true;
    }
    return false;
}

/* libudev writes '/' where sysfs has '!'. */
static bool name_of(struct udev_device *device, char name[PLATTER_NAME_MAX])
{
    const char *text = udev_device_get_sysname(device);
    if (!text || !text[0] || strlen(text) >= PLATTER_NAME_MAX)
        return false;
    snprintf(name, PLATTER_NAME_MAX, "%s", text);
    for (char *c = strchr(name, '/'); c; c = strchr(c, '/'))
        *c = '!';
    return true;
}

static bool understand(struct udev_device *device, struct platter_monitor_event *out)
{
    const char *diskseq = udev_device_get_property_value(device, "DISKSEQ");
    struct platter_monitor_event event = {.diskseq = diskseq ? strtoull(diskseq, NULL, 10) : 0};
    if (!change_of(udev_device_get_action(device), &event.change) || !name_of(device, event.name))
        return false;
    *out = event;
    return true;
}

int platter_monitor_next(struct platter_monitor *m, struct platter_monitor_event *out)
{
    bool understood = false;
    while (!understood) {
        errno = 0;
        struct udev_device *device = udev_monitor_receive_device(m->monitor);
        if (!device)
            return errno == 0 || errno == EAGAIN ? PLATTER_MONITOR_NONE : -errno;
        understood = understand(device, out);
        udev_device_unref(device);
    }
    return 0;
}

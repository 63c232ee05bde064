/* SPDX-License-Identifier: MIT */
#include "agent/drive/udev.h"

#include <libudev.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/ident.h"

static void property(struct udev_device *device, const char *key, char *dst, size_t size)
{
    const char *value = udev_device_get_property_value(device, key);

    if (value && dst[0] == '\0')
        platter_text_clean(dst, size, value, strlen(value));
}

static void facts_of(struct udev_device *device, struct platter_udev_facts *out)
{
    char rpm[16] = "";
    unsigned long value;

    /* 0 or less: no entry in the database, all there is comes from sysfs. */
    if (udev_device_get_is_initialized(device) <= 0)
        return;
    property(device, "ID_SCSI_SERIAL", out->serial, sizeof(out->serial));
    /* An enclosure may give the same to every bay, and the drive its own. */
    if (!platter_serial_usable(out->serial))
        out->serial[0] = '\0';
    property(device, "ID_SERIAL_SHORT", out->serial, sizeof(out->serial));
    property(device, "ID_ATA_ROTATION_RATE_RPM", rpm, sizeof(rpm));
    value = strtoul(rpm, NULL, 10);
    out->rpm = value > 1 && value < 65535 ? (uint32_t)value : 0;
}

void platter_udev_facts(const struct platter_sysroot *root, const char *name,
                        struct platter_udev_facts *out)
{
    struct udev *udev;
    struct udev_device *device;

    *out = (struct platter_udev_facts){.rpm = 0};
    if (root->prefix[0])
        return;
    udev = udev_new();
    if (!udev)
        return;
    device = udev_device_new_from_subsystem_sysname(udev, "block", name);
    if (device)
        facts_of(device, out);
    udev_device_unref(device);
    udev_unref(udev);
}

/* SPDX-License-Identifier: MIT */
#include "agent/drive/temperature.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a driver's folder of sensors is below the block device. */
static const char *const places[] = {
    "/sys/block/%s/device/hwmon", "/sys/block/%s/device/device/hwmon",
    "/sys/block/%s/device", /* nvme: .../device/hwmonN */
};

static int read_sensor(const struct platter_sysroot *root, const char *folder, const char *hwmon,
                       double *out_c)
{
    char text[32], *end;
    int r = platter_sysroot_read(root, text, sizeof text, NULL, "%s/%s/temp1_input", folder, hwmon);

    if (r)
        return r;
    long milli = strtol(text, &end, 10);
    if (end == text || (*end && *end != '\n') || milli < -20000 || milli > 120000)
        return -EINVAL;
    *out_c = (double)milli / 1000;
    return 0;
}

static int look_in(const struct platter_sysroot *root, const char *folder, double *out_c)
{
    char path[512];
    int r = platter_sysroot_path(root, path, sizeof path, "%s", folder);
    DIR *dir = r ? NULL : opendir(path);
    const struct dirent *entry;

    if (!dir)
        return r ? r : -errno;
    r = -ENOENT;
    while (r == -ENOENT && (entry = readdir(dir)) != NULL)
        if (strncmp(entry->d_name, "hwmon", 5) == 0)
            r = read_sensor(root, folder, entry->d_name, out_c);
    closedir(dir);
    return r;
}

int platter_temperature_read(const struct platter_sysroot *root, const char *name, double *out_c)
{
    int r = -ENOENT;

    for (size_t i = 0; r == -ENOENT && i < sizeof places / sizeof places[0]; i++) {
        char folder[256];
        const char *at = strstr(places[i], "%s");
        snprintf(folder, sizeof folder, "%.*s%s%s", (int)(at - places[i]), places[i], name, at + 2);
        r = look_in(root, folder, out_c);
        if (r == -ENOTDIR)
            r = -ENOENT;
    }
    return r;
}

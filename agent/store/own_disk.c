/* SPDX-License-Identifier: MIT */
#include "agent/store/own_disk.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <platter/errors.h>

/* LVM on dm-crypt on md on partitions on loop ...: deeper is a circle. */
#define DEPTH_MAX 12

static int follow(const char *prefix, const char *folder, unsigned depth,
                  struct platter_own_disk *out);

/* One line of a small file. */
static int read_line(const char *folder, const char *name, char *buf, size_t size)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    CLEANUP_FCLOSE FILE *f = fopen(path, "re");
    if (!f || !fgets(buf, (int)size, f))
        return f ? -ENODATA : -errno;
    buf[strcspn(buf, "\n")] = '\0';
    return 0;
}

static bool is_one(const char *folder, const char *name)
{
    char text[16];
    return read_line(folder, name, text, sizeof(text)) == 0 && strcmp(text, "1") == 0;
}

/* A stick or a card: few writes make it last. SD cards in a built-in slot do not say removable. */
static bool is_flash(const char *folder, const char *name)
{
    if (strncmp(name, "mmcblk", 6) == 0)
        return true;
    return is_one(folder, "removable") ||
           (strstr(folder, "/usb") && !is_one(folder, "queue/rotational"));
}

bool platter_own_disk_has(const struct platter_own_disk *own, const char *name)
{
    for (unsigned i = 0; i < own->n; i++)
        if (strcmp(own->names[i], name) == 0)
            return true;
    return false;
}

static int add_drive(const char *folder, struct platter_own_disk *out)
{
    const char *name = strrchr(folder, '/') + 1;
    if (platter_own_disk_has(out, name))
        return 0;
    if (out->n == PLATTER_OWN_DISKS_MAX || strlen(name) >= PLATTER_NAME_MAX)
        return -E2BIG;
    snprintf(out->names[out->n++], PLATTER_NAME_MAX, "%s", name);
    out->flash = out->flash || is_flash(folder, name);
    return 0;
}

/* Whatever a device is made of. Returns how many that were, or -errno. */
static int follow_slaves(const char *prefix, const char *folder, unsigned depth,
                         struct platter_own_disk *out)
{
    char path[PATH_MAX + 16], slave[2 * PATH_MAX], real[PATH_MAX];
    int n = 0, r = 0;
    snprintf(path, sizeof(path), "%s/slaves", folder);
    DIR *dir = opendir(path);
    const struct dirent *entry;
    while (dir && r == 0 && (entry = readdir(dir)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(slave, sizeof(slave), "%s/%s", path, entry->d_name);
        r = realpath(slave, real) ? follow(prefix, real, depth + 1, out) : -errno;
        n++;
    }
    if (dir)
        closedir(dir);
    return r < 0 ? r : n;
}

static int follow_device(const char *prefix, dev_t dev, unsigned depth,
                         struct platter_own_disk *out)
{
    char path[PATH_MAX], real[PATH_MAX];
    snprintf(path, sizeof(path), "%s/sys/dev/block/%u:%u", prefix, major(dev), minor(dev));
    return realpath(path, real) ? follow(prefix, real, depth, out) : -errno;
}

/* folder: of a partition or a whole device in /sys/devices. */
static int follow(const char *prefix, const char *folder, unsigned depth,
                  struct platter_own_disk *out)
{
    char whole[PATH_MAX], text[PATH_MAX];
    struct stat st;
    if (depth > DEPTH_MAX)
        return -ELOOP;
    snprintf(whole, sizeof(whole), "%s", folder);
    if (read_line(folder, "partition", text, sizeof(text)) == 0)
        *strrchr(whole, '/') = '\0';
    int r = follow_slaves(prefix, whole, depth, out);
    if (r != 0)
        return r < 0 ? r : 0;
    if (read_line(whole, "loop/backing_file", text, sizeof(text)) == 0 && stat(text, &st) == 0 &&
        follow_device(prefix, st.st_dev, depth + 1, out) == 0)
        return 0;
    return add_drive(whole, out);
}

int platter_own_disk_of(const char *prefix, dev_t dev, struct platter_own_disk *out)
{
    struct platter_own_disk found = {.n = 0};
    int r = follow_device(prefix, dev, 0, &found);
    if (r == 0)
        *out = found;
    return r;
}

/* Whether path is in the folder `mount`. */
static bool is_below(const char *path, const char *mount)
{
    size_t len = strlen(mount);
    return strcmp(mount, "/") == 0 ||
           (strncmp(path, mount, len) == 0 && (path[len] == '/' || path[len] == '\0'));
}

/* "36 35 0:31 / /mnt rw - btrfs /dev/sda2 rw": the source of the deepest mount that has path. */
static int source_of(const char *path, char *source, size_t size)
{
    CLEANUP_FCLOSE FILE *f = fopen("/proc/self/mountinfo", "re");
    CLEANUP_FREE char *line = NULL;
    char mount[1024], from[1024];
    size_t line_size = 0, best = 0;
    while (f && getline(&line, &line_size, f) > 0) {
        const char *tail = strstr(line, " - ");
        if (!tail || sscanf(line, "%*d %*d %*s %*s %1023s", mount) != 1 ||
            sscanf(tail, " - %*s %1023s", from) != 1)
            continue;
        if (!is_below(path, mount) || strlen(mount) < best)
            continue;
        best = strlen(mount);
        snprintf(source, size, "%s", from);
    }
    return best ? 0 : -ENODEV;
}

int platter_own_disk_find(const char *prefix, const char *folder, struct platter_own_disk *out)
{
    char source[1024], real[PATH_MAX];
    struct stat st;
    if (stat(folder, &st) < 0)
        return -errno;
    int r = major(st.st_dev) ? platter_own_disk_of(prefix, st.st_dev, out) : -ENODEV;
    if (r == 0 || !realpath(folder, real) || source_of(real, source, sizeof(source)) < 0)
        return r;
    if (source[0] != '/' || stat(source, &st) < 0 || !S_ISBLK(st.st_mode))
        return r;
    return platter_own_disk_of(prefix, st.st_rdev, out);
}

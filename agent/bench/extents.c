/* SPDX-License-Identifier: MIT */
#include "agent/bench/extents.h"

#include <limits.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <platter/errors.h>
#include <platter/units.h>

#define AT_ONCE 64u

int platter_extents_device(const struct platter_sysroot *root, dev_t dev, char *name, size_t size,
                           uint64_t *begin_bytes, uint64_t *drive_bytes)
{
    char path[PATH_MAX], slaves[PATH_MAX];
    uint64_t start = 0, sectors = 0, partition = 0;

    if (platter_sysroot_resolve(root, path, sizeof(path), "/sys/dev/block/%u:%u", major(dev),
                                minor(dev)) < 0)
        return PLATTER_EXTENTS_UNKNOWN;
    if (platter_sysroot_read_u64(root, &partition, "%s/partition", path) == 0) {
        if (platter_sysroot_read_u64(root, &start, "%s/start", path) < 0)
            return PLATTER_EXTENTS_UNKNOWN;
        *strrchr(path, '/') = '\0';
    }
    /* dm and md: their addresses are not those of a drive. */
    static const char *const layers[] = {"dm", "md"};
    for (size_t i = 0; i < sizeof(layers) / sizeof(*layers); i++)
        if (platter_sysroot_resolve(root, slaves, sizeof(slaves), "%s/%s", path, layers[i]) == 0)
            return PLATTER_EXTENTS_UNKNOWN;
    if (platter_sysroot_read_u64(root, &sectors, "%s/size", path) < 0 || sectors == 0)
        return PLATTER_EXTENTS_UNKNOWN;
    snprintf(name, size, "%s", strrchr(path, '/') + 1);
    *begin_bytes = start * PLATTER_SYSFS_SECTOR_BYTES;
    *drive_bytes = sectors * PLATTER_SYSFS_SECTOR_BYTES;
    return 0;
}

struct found {
    uint64_t first_byte, end_byte, last_byte;
    unsigned pieces;
};

static void add(struct found *f, const struct fiemap_extent *e)
{
    if (f->pieces == 0 || e->fe_physical != f->last_byte)
        f->pieces++;
    if (f->pieces == 1 && f->first_byte == f->end_byte)
        f->first_byte = e->fe_physical;
    if (e->fe_physical < f->first_byte)
        f->first_byte = e->fe_physical;
    f->last_byte = e->fe_physical + e->fe_length;
    if (f->last_byte > f->end_byte)
        f->end_byte = f->last_byte;
}

/* Extents whose address says nothing. */
#define UNPLACED                                                              \
    (FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC | FIEMAP_EXTENT_ENCODED | \
     FIEMAP_EXTENT_DATA_INLINE | FIEMAP_EXTENT_NOT_ALIGNED)

static int map(int fd, struct found *f)
{
    CLEANUP_FREE struct fiemap *m = calloc(1, sizeof(*m) + AT_ONCE * sizeof(struct fiemap_extent));
    uint64_t from = 0;

    if (!m)
        return -ENOMEM;
    for (;;) {
        memset(m, 0, sizeof(*m));
        m->fm_start = from;
        m->fm_length = FIEMAP_MAX_OFFSET - from;
        m->fm_flags = FIEMAP_FLAG_SYNC;
        m->fm_extent_count = AT_ONCE;
        if (ioctl(fd, FS_IOC_FIEMAP, m) < 0)
            return errno == EOPNOTSUPP || errno == ENOTTY || errno == EBADR
                       ? PLATTER_EXTENTS_UNKNOWN
                       : -errno;
        if (m->fm_mapped_extents == 0)
            return f->pieces ? 0 : PLATTER_EXTENTS_UNKNOWN;
        for (unsigned i = 0; i < m->fm_mapped_extents; i++) {
            const struct fiemap_extent *e = &m->fm_extents[i];
            if (e->fe_flags & UNPLACED)
                return PLATTER_EXTENTS_UNKNOWN;
            add(f, e);
            from = e->fe_logical + e->fe_length;
            if (e->fe_flags & FIEMAP_EXTENT_LAST)
                return 0;
        }
    }
}

int platter_extents_of(const struct platter_sysroot *root, int fd, struct platter_extents *out)
{
    struct platter_extents x = {.pieces = 0};
    struct found f = {.pieces = 0};
    struct statfs fs;
    struct stat st;
    uint64_t begin;

    if (fstat(fd, &st) < 0 || fstatfs(fd, &fs) < 0)
        return -errno;
    /* Its own addresses, over all of its drives. */
    if ((unsigned long)fs.f_type == BTRFS_SUPER_MAGIC)
        return PLATTER_EXTENTS_UNKNOWN;
    int result =
        platter_extents_device(root, st.st_dev, x.device, sizeof(x.device), &begin, &x.drive_bytes);
    if (result == 0)
        result = map(fd, &f);
    if (result != 0)
        return result;
    x.first_byte = begin + f.first_byte;
    x.end_byte = begin + f.end_byte;
    x.pieces = f.pieces;
    if (x.end_byte > x.drive_bytes)
        return PLATTER_EXTENTS_UNKNOWN;
    *out = x;
    return 0;
}

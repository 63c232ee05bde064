/* SPDX-License-Identifier: MIT */
/*
 * All of /sys, /proc, /run and /dev through one context with a settable root, so that the same
 * code runs on this machine and on a captured tree.
 */
#ifndef PLATTER_DRIVE_SYSROOT_H
#define PLATTER_DRIVE_SYSROOT_H

#include <stddef.h>
#include <stdint.h>

struct platter_sysroot {
    char prefix[128]; /* "" = this machine */
};

/* prefix NULL or "" = this machine. Returns 0 or -ENAMETOOLONG. */
int platter_sysroot_init(struct platter_sysroot *root, const char *prefix);

/* Read a whole small file as bytes: path is printf-style, absolute. Always ends in NUL (which is
 * not counted), cut at size - 1. Returns 0 (*len set, may be NULL) or -errno. */
int platter_sysroot_read(const struct platter_sysroot *root, char *buf, size_t size, size_t *len,
                         const char *path, ...) __attribute__((format(printf, 5, 6)));

/* Read a file that has one unsigned number. Returns 0, -errno, or -EINVAL: something else is there.
 */
int platter_sysroot_read_u64(const struct platter_sysroot *root, uint64_t *value, const char *path,
                             ...) __attribute__((format(printf, 3, 4)));

/* Open read-only, close-on-exec. Returns the descriptor or -errno. */
int platter_sysroot_open(const struct platter_sysroot *root, const char *path, ...)
    __attribute__((format(printf, 2, 3)));

/* The path itself with the prefix before it. Returns 0 or -ENAMETOOLONG. */
int platter_sysroot_path(const struct platter_sysroot *root, char *buf, size_t size,
                         const char *path, ...) __attribute__((format(printf, 4, 5)));

/* Where a path leads once all links are followed, without the prefix: links out of the prefix do
 * not count. Returns 0, -errno, or -EXDEV: it leads out. */
int platter_sysroot_resolve(const struct platter_sysroot *root, char *buf, size_t size,
                            const char *path, ...) __attribute__((format(printf, 4, 5)));

#endif

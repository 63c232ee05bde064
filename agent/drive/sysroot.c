/* SPDX-License-Identifier: MIT */
#include "agent/drive/sysroot.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <platter/errors.h>

int platter_sysroot_init(struct platter_sysroot *root, const char *prefix)
{
    size_t len = prefix ? strlen(prefix) : 0;

    while (len > 0 && prefix[len - 1] == '/')
        len--;
    if (len >= sizeof(root->prefix))
        return -ENAMETOOLONG;
    if (len > 0)
        memcpy(root->prefix, prefix, len);
    root->prefix[len] = '\0';
    return 0;
}

__attribute__((format(printf, 4, 0))) static int
prefixed(const struct platter_sysroot *root, char *buf, size_t size, const char *path, va_list args)
{
    size_t len = strlen(root->prefix);
    int n;

    if (len >= size)
        return -ENAMETOOLONG;
    memcpy(buf, root->prefix, len);
    n = vsnprintf(buf + len, size - len, path, args);
    return n < 0 || (size_t)n >= size - len ? -ENAMETOOLONG : 0;
}

int platter_sysroot_path(const struct platter_sysroot *root, char *buf, size_t size,
                         const char *path, ...)
{
    va_list args;
    int r;

    va_start(args, path);
    r = prefixed(root, buf, size, path, args);
    va_end(args);
    return r;
}

/* O_NONBLOCK: a pipe or a device in the place of a file must not hang us. */
static int open_path(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

    return fd < 0 ? -errno : fd;
}

int platter_sysroot_open(const struct platter_sysroot *root, const char *path, ...)
{
    char full[PATH_MAX];
    va_list args;
    int r;

    va_start(args, path);
    r = prefixed(root, full, sizeof(full), path, args);
    va_end(args);
    return r ? r : open_path(full);
}

static int read_path(const char *path, char *buf, size_t size, size_t *len)
{
    CLEANUP_CLOSE int fd = open_path(path);
    size_t got = 0;

    if (fd < 0)
        return fd;
    while (got < size - 1) {
        ssize_t n = read(fd, buf + got, size - 1 - got);

        if (n == 0)
            break;
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n > 0)
            got += (size_t)n;
    }
    buf[got] = '\0';
    if (len)
        *len = got;
    return 0;
}

int platter_sysroot_read(const struct platter_sysroot *root, char *buf, size_t size, size_t *len,
                         const char *path, ...)
{
    char full[PATH_MAX];
    va_list args;
    int r;

    va_start(args, path);
    r = prefixed(root, full, sizeof(full), path, args);
    va_end(args);
    return r ? r : read_path(full, buf, size, len);
}

/* Digits, then nothing but white space. */
static int parse_u64(const char *text, uint64_t *value)
{
    uint64_t v = 0;

    if (*text < '0' || *text > '9')
        return -EINVAL;
    for (; *text >= '0' && *text <= '9'; text++)
        if (__builtin_mul_overflow(v, 10u, &v) ||
            __builtin_add_overflow(v, (unsigned)(*text - '0'), &v))
            return -EINVAL;
    if (text[strspn(text, " \t\r\n")])
        return -EINVAL;
    *value = v;
    return 0;
}

int platter_sysroot_read_u64(const struct platter_sysroot *root, uint64_t *value, const char *path,
                             ...)
{
    char full[PATH_MAX], text[64];
    size_t len = 0;
    va_list args;
    int r;

    va_start(args, path);
    r = prefixed(root, full, sizeof(full), path, args);
    va_end(args);
    if (r == 0)
        r = read_path(full, text, sizeof(text), &len);
    if (r)
        return r;
    return len == strlen(text) ? parse_u64(text, value) : -EINVAL;
}

int platter_sysroot_resolve(const struct platter_sysroot *root, char *buf, size_t size,
                            const char *path, ...)
{
    char full[PATH_MAX], real[PATH_MAX], base[PATH_MAX] = "";
    size_t base_len;
    va_list args;
    int r;

    va_start(args, path);
    r = prefixed(root, full, sizeof(full), path, args);
    va_end(args);
    if (r)
        return r;
    if (!realpath(full, real) || (root->prefix[0] && !realpath(root->prefix, base)))
        return -errno;
    base_len = strlen(base);
    if (strncmp(real, base, base_len) != 0 || real[base_len] != '/')
        return -EXDEV;
    if (strlen(real + base_len) >= size)
        return -ENAMETOOLONG;
    memcpy(buf, real + base_len, strlen(real + base_len) + 1);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Captured trees: a machine's /sys and /dev as one readable text file, unpacked into a temporary
 * folder that becomes the root of a struct platter_sysroot. A line is one of
 *
 *   sys/a/size 15628053168   a file with this text and a newline
 *   sys/b -> a               a link
 *   disk sys/devices/.../sda a block device: its folder, and the links to it
 *     size 15628053168       two spaces: in the folder of the last disk
 *   sys/x/                   an empty folder
 *   # ...                    a comment
 *
 * \xHH stands for a byte; a file with such bytes gets no newline. Folders above are made as needed.
 */
#ifndef PLATTER_TESTS_TREE_H
#define PLATTER_TESTS_TREE_H

#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/unit.h"
#include <platter/errors.h>

static inline void tree_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            fail_msg("%s: %s", path, strerror(errno));
        *slash = '/';
    }
}

static inline size_t tree_bytes(char *text)
{
    size_t len = 0;

    for (const char *from = text; *from; from++) {
        char hex[3] = "";

        if (from[0] == '\\' && from[1] == 'x' && from[2] && from[3]) {
            memcpy(hex, from + 2, 2);
            text[len++] = (char)strtoul(hex, NULL, 16);
            from += 3;
        } else {
            text[len++] = *from;
        }
    }
    return len;
}

/* text NULL: an empty file. Binary pages end where they end. */
static inline void tree_file(const char *path, char *text)
{
    bool binary = text && strstr(text, "\\x");
    size_t len = text ? tree_bytes(text) : 0;
    CLEANUP_FCLOSE FILE *f = fopen(path, "w");

    if (!f || fwrite(text ? text : "", 1, len, f) != len ||
        (text && !binary && fputc('\n', f) == EOF))
        fail_msg("%s: %s", path, strerror(errno));
}

static inline void tree_link(const char *target, const char *path)
{
    if (symlink(target, path) != 0)
        fail_msg("%s: %s", path, strerror(errno));
}

/* "sys/devices/.../sda": what the kernel makes for it in /sys/block and /sys/class/block. */
static inline void tree_disk(const char *dir, const char *disk)
{
    const char *name = strrchr(disk, '/') + 1;
    char path[3 * PATH_MAX], target[3 * PATH_MAX];

    snprintf(path, sizeof(path), "%s/%s/", dir, disk);
    tree_folders(path);
    snprintf(path, sizeof(path), "%s/sys/block/%s", dir, name);
    snprintf(target, sizeof(target), "../../%s", disk);
    tree_folders(path);
    tree_link(target, path);
    snprintf(path, sizeof(path), "%s/sys/class/block/%s", dir, name);
    snprintf(target, sizeof(target), "../../../%s", disk);
    tree_folders(path);
    tree_link(target, path);
}

static inline void tree_line(const char *dir, char *line, char disk[PATH_MAX])
{
    bool in_disk = strncmp(line, "  ", 2) == 0;
    char path[3 * PATH_MAX], *name = line + (in_disk ? 2 : 0), *value = strchr(name, ' ');

    if (line[0] == '#' || line[0] == '\0')
        return;
    if (strncmp(line, "disk ", 5) == 0) {
        snprintf(disk, PATH_MAX, "%s", line + 5);
        tree_disk(dir, disk);
        return;
    }
    if (value)
        *value++ = '\0';
    snprintf(path, sizeof(path), "%s/%s%s%s", dir, in_disk ? disk : "", in_disk ? "/" : "", name);
    tree_folders(path);
    if (path[strlen(path) - 1] == '/')
        return;
    if (value && strncmp(value, "-> ", 3) == 0)
        tree_link(value + 3, path);
    else
        tree_file(path, value);
}

/* Unpack text into a new temporary folder, whose name goes to dir. */
static inline void tree_make_text(const char *text, char *dir, size_t size)
{
    const char *tmp = getenv("TMPDIR");
    char *copy = strdup(text);
    char *rest = copy;
    char disk[PATH_MAX] = "";

    assert_non_null(copy);
    snprintf(dir, size, "%s/platter-tree-XXXXXX", tmp && strlen(tmp) < 64 ? tmp : "/tmp");
    if (!mkdtemp(dir))
        fail_msg("%s: %s", dir, strerror(errno));
    while (rest)
        tree_line(dir, strsep(&rest, "\n"), disk);
    free(copy);
}

/* The same from tests/data/NAME. */
static inline void tree_make(const char *name, char *dir, size_t size)
{
    const char *src = getenv("PLATTER_SRC");
    char path[PATH_MAX];
    static char text[65536];
    CLEANUP_FCLOSE FILE *f = NULL;
    size_t len;

    snprintf(path, sizeof(path), "%s/tests/data/%s", src ? src : ".", name);
    f = fopen(path, "r");
    if (!f)
        fail_msg("%s: %s", path, strerror(errno));
    len = fread(text, 1, sizeof(text) - 1, f);
    text[len] = '\0';
    tree_make_text(text, dir, size);
}

static inline int tree_remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st;
    (void)kind;
    (void)at;
    return remove(path);
}

static inline void tree_remove(const char *dir)
{
    nftw(dir, tree_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif

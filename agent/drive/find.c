/* SPDX-License-Identifier: MIT */
/* platter_find of discover.h: from what a person types to one drive. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "agent/drive/discover.h"
#include "agent/drive/sim.h"
#include <platter/errors.h>

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* A name as the kernel gives them, cut where it cannot be one. */
struct sys_name {
    char text[NAME_MAX + 1];
};

static void set_name(struct sys_name *name, const char *text)
{
    size_t len = strnlen(text, NAME_MAX);

    memcpy(name->text, text, len);
    name->text[len] = '\0';
}

/* The name that a path under /dev has in sysfs, where '!' stands for '/'. */
static void name_of_path(const char *path, struct sys_name *name)
{
    if (strncmp(path, "/dev/", 5) == 0)
        path += 5;
    set_name(name, path);
    for (char *c = strchr(name->text, '/'); c; c = strchr(c, '/'))
        *c = '!';
}

/* On this machine a path leads to a device number, and that to a name. */
static int name_of_node(const struct platter_sysroot *root, const char *path, struct sys_name *name)
{
    char sys[PATH_MAX];
    struct stat st;

    if (stat(path, &st) != 0)
        return errno == ENOENT || errno == ENOTDIR ? PLATTER_FIND_NONE : -errno;
    if (!S_ISBLK(st.st_mode))
        return PLATTER_FIND_NOT_BLOCK;
    if (platter_sysroot_resolve(root, sys, sizeof(sys), "/sys/dev/block/%u:%u", major(st.st_rdev),
                                minor(st.st_rdev)))
        return PLATTER_FIND_NONE;
    set_name(name, base_name(sys));
    return 0;
}

/* In a captured tree there are links and files, and for nodes the names alone. */
static int name_of_captured(const struct platter_sysroot *root, const char *path,
                            struct sys_name *name)
{
    char full[PATH_MAX], link[PATH_MAX];
    struct stat st;
    ssize_t n;

    if (platter_sysroot_path(root, full, sizeof(full), "%s", path))
        return PLATTER_FIND_NONE;
    n = readlink(full, link, sizeof(link) - 1);
    if (n > 0) {
        link[n] = '\0';
        set_name(name, base_name(link));
        return 0;
    }
    if (stat(full, &st) == 0)
        return PLATTER_FIND_NOT_BLOCK;
    if (strncmp(path, "/dev/", 5) != 0)
        return PLATTER_FIND_NONE;
    name_of_path(path, name);
    return 0;
}

static int name_of(const struct platter_sysroot *root, const char *path, struct sys_name *name)
{
    return root->prefix[0] ? name_of_captured(root, path, name) : name_of_node(root, path, name);
}

static bool ends_with(const char *s, const char *tail)
{
    size_t len = strlen(s), tail_len = strlen(tail);

    return tail_len <= len && strcasecmp(s + len - tail_len, tail) == 0;
}

struct found_list {
    struct platter_found *items;
    unsigned n;
};

static int pick_name(const struct found_list *l, const char *name, struct platter_found *out)
{
    for (unsigned i = 0; i < l->n; i++)
        if (strcmp(l->items[i].name, name) == 0) {
            *out = l->items[i];
            return 0;
        }
    return PLATTER_FIND_NONE;
}

static int pick_id(const struct found_list *l, const char *id, struct platter_found *out)
{
    for (unsigned i = 0; i < l->n; i++)
        if (strcmp(l->items[i].id, id) == 0) {
            *out = l->items[i];
            return 0;
        }
    return PLATTER_FIND_NONE;
}

/* Two paths to one drive are one drive. */
static int pick_serial(const struct found_list *l, const char *tail, struct platter_found *out)
{
    const struct platter_found *hit = NULL;

    for (unsigned i = 0; i < l->n && strlen(tail) >= PLATTER_SERIAL_TAIL_MIN; i++) {
        if (!ends_with(l->items[i].serial, tail))
            continue;
        if (hit && strcmp(hit->id, l->items[i].id) != 0)
            return PLATTER_FIND_AMBIGUOUS;
        if (!hit)
            hit = &l->items[i];
    }
    if (!hit)
        return PLATTER_FIND_NONE;
    *out = *hit;
    return 0;
}

/* The whole drive of a partition; PLATTER_FIND_NONE: name is none. */
static int whole_of(const struct platter_sysroot *root, const char *name, struct sys_name *whole)
{
    char path[PATH_MAX], *slash;
    uint64_t number;

    if (platter_sysroot_read_u64(root, &number, "/sys/class/block/%s/partition", name) ||
        platter_sysroot_resolve(root, path, sizeof(path), "/sys/class/block/%s", name))
        return PLATTER_FIND_NONE;
    slash = strrchr(path, '/');
    *slash = '\0';
    set_name(whole, base_name(path));
    return 0;
}

static int find_by_name(const struct platter_sysroot *root, const struct found_list *l,
                        const char *name, struct platter_found *out)
{
    struct sys_name whole;

    if (whole_of(root, name, &whole) != 0)
        return pick_name(l, name, out);
    if (pick_name(l, whole.text, out) != 0) {
        *out = (struct platter_found){.name = ""};
        snprintf(out->name, sizeof(out->name), "%.63s", whole.text);
    }
    return PLATTER_FIND_PARTITION;
}

/* A word without a slash: the first reading that fits. */
static int find_by_word(const struct platter_sysroot *root, const struct found_list *l,
                        const char *word, struct platter_found *out)
{
    char path[PATH_MAX];
    struct sys_name name;
    struct stat st;
    int r = find_by_name(root, l, word, out);

    snprintf(path, sizeof(path), "/dev/disk/by-id/%s", word);
    if (r == PLATTER_FIND_NONE)
        r = pick_id(l, word, out);
    if (r == PLATTER_FIND_NONE && name_of(root, path, &name) == 0)
        r = find_by_name(root, l, name.text, out);
    if (r == PLATTER_FIND_NONE)
        r = pick_serial(l, word, out);
    if (r == PLATTER_FIND_NONE && !root->prefix[0] && stat(word, &st) == 0)
        r = PLATTER_FIND_NOT_BLOCK;
    return r;
}

int platter_find(const struct platter_sysroot *root, const char *name, struct platter_found *out)
{
    struct found_list l = {NULL, 0};
    struct sys_name sys;
    int r;

    if (strncmp(name, PLATTER_SIM_PREFIX, strlen(PLATTER_SIM_PREFIX)) == 0)
        return platter_sim_found(name, out);
    r = platter_discover(root, true, &l.items, &l.n);
    if (r)
        return r;
    if (!strchr(name, '/')) {
        r = find_by_word(root, &l, name, out);
    } else {
        r = name_of(root, name, &sys);
        if (r == 0)
            r = find_by_name(root, &l, sys.text, out);
    }
    free(l.items);
    return r;
}

static void no_sim_message(const char *name, char *buf, size_t size)
{
    struct platter_model_spec spec;

    if (platter_sim_spec(name, &spec, buf, size) == 0)
        snprintf(buf, size, "%.64s...: too long; write a drive file", name);
}

void platter_find_message(int result, const char *name, const struct platter_found *found,
                          char *buf, size_t size)
{
    switch (result) {
    case PLATTER_FIND_NONE:
        snprintf(buf, size, "%s: no such drive; `platter list` shows what this machine has", name);
        return;
    case PLATTER_FIND_PARTITION:
        snprintf(buf, size, "%s is a partition; name the whole drive: %s", name, found->name);
        return;
    case PLATTER_FIND_NOT_BLOCK:
        snprintf(buf, size,
                 "%s is not a block device; name a whole drive such as sda, or attach a file first "
                 "(losetup --find --show --direct-io=on FILE)",
                 name);
        return;
    case PLATTER_FIND_AMBIGUOUS:
        snprintf(buf, size, "more than one serial ends in %s; give more of it", name);
        return;
    case PLATTER_FIND_NO_SIM:
        no_sim_message(name, buf, size);
        return;
    case -EACCES:
    case -EPERM:
        snprintf(buf, size, "%s: no permission to look at it: try as root", name);
        return;
    default:
        snprintf(buf, size, "%s: %s", name, strerror(result < 0 ? -result : EINVAL));
    }
}

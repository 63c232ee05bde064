/* SPDX-License-Identifier: MIT */
#include "agent/cli/tree.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <platter/errors.h>
#include <platter/series.h>

#define PREFIX PLATTER_PLUGIN_NAME "-"

struct list {
    struct platter_tree_drive *v;
    unsigned n;
};

static int add(struct list *l, const char *dir, const char *host, const char *folder)
{
    struct platter_tree_drive *v = realloc(l->v, (l->n + 1) * sizeof(*v)), *d;

    if (!v)
        return -ENOMEM;
    l->v = v;
    d = &v[l->n];
    snprintf(d->host, sizeof(d->host), "%s", host);
    snprintf(d->drive, sizeof(d->drive), "%s", folder + strlen(PREFIX));
    int len = snprintf(d->dir, sizeof(d->dir), "%s/%s", dir, folder);
    if (len > 0 && (size_t)len < sizeof(d->dir))
        l->n++;
    return 0;
}

static int add_host(struct list *l, const char *dir, const char *host)
{
    DIR *d = opendir(dir);
    int result = 0;

    if (!d)
        return -errno;
    for (const struct dirent *e; result == 0 && (e = readdir(d));)
        if (strncmp(e->d_name, PREFIX, strlen(PREFIX)) == 0 && e->d_name[strlen(PREFIX)])
            result = add(l, dir, host, e->d_name);
    closedir(d);
    return result;
}

/* A host's folder that cannot be read hides none of the others. */
static int add_hosts(struct list *l, const char *tree, const char *host)
{
    DIR *d = opendir(tree);
    char path[PATH_MAX];
    int result = 0;

    if (!d)
        return -errno;
    for (const struct dirent *e; result != -ENOMEM && (e = readdir(d));) {
        int len = snprintf(path, sizeof(path), "%s/%s", tree, e->d_name);
        if (e->d_name[0] == '.' || (size_t)len >= sizeof(path) ||
            (host && strcmp(host, e->d_name) != 0))
            continue;
        result = add_host(l, path, e->d_name);
    }
    closedir(d);
    return result == -ENOMEM ? result : 0;
}

static int by_name(const void *a, const void *b)
{
    const struct platter_tree_drive *x = a, *y = b;
    int order = strcmp(x->drive, y->drive);

    return order ? order : strcmp(x->host, y->host);
}

int platter_tree_list(const char *tree, const char *host, struct platter_tree_drive **list,
                      unsigned *n)
{
    struct list l = {.n = 0};
    int result = host ? 0 : add_host(&l, tree, "");

    if (result == 0 && l.n == 0)
        result = add_hosts(&l, tree, host);
    if (result < 0) {
        free(l.v);
        return result;
    }
    if (l.n)
        qsort(l.v, l.n, sizeof(*l.v), by_name);
    *list = l.v;
    *n = l.n;
    return 0;
}

static bool is(const char *drive, const char *name)
{
    return strcmp(drive, name) == 0;
}

static bool ends_in(const char *drive, const char *name)
{
    size_t len = strlen(drive), tail = strlen(name);

    return tail <= len && strcasecmp(drive + len - tail, name) == 0;
}

static bool has_inside(const char *drive, const char *name)
{
    return strcasestr(drive, name) != NULL;
}

unsigned platter_tree_match(struct platter_tree_drive *list, unsigned n, const char *name)
{
    static bool (*const rules[])(const char *drive, const char *name) = {is, ends_in, has_inside};

    for (size_t r = 0; r < sizeof(rules) / sizeof(*rules); r++) {
        unsigned kept = 0;
        for (unsigned i = 0; i < n; i++)
            if (rules[r](list[i].drive, name)) {
                struct platter_tree_drive match = list[i];
                list[kept++] = match;
            }
        if (kept)
            return kept;
    }
    return 0;
}

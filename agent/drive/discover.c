/* SPDX-License-Identifier: MIT */
#include "agent/drive/discover.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/ident.h"
#include "agent/drive/describe.h"
#include "agent/drive/place.h"
#include <platter/errors.h>

const char *platter_transport_name(enum platter_transport t)
{
    static const char *const names[] = {
        [PLATTER_TRANSPORT_ATA] = "ata",   [PLATTER_TRANSPORT_SAS] = "sas",
        [PLATTER_TRANSPORT_USB] = "usb",   [PLATTER_TRANSPORT_NVME] = "nvme",
        [PLATTER_TRANSPORT_SCSI] = "scsi", [PLATTER_TRANSPORT_VIRTUAL] = "virtual",
        [PLATTER_TRANSPORT_SIM] = "sim",
    };

    return (size_t)t < sizeof(names) / sizeof(names[0]) ? names[t] : "?";
}

struct list {
    struct platter_found *items;
    unsigned n, room;
};

static int list_add(struct list *l, const struct platter_found *f)
{
    if (l->n == l->room) {
        unsigned room = l->room ? 2 * l->room : 16;
        struct platter_found *items = realloc(l->items, room * sizeof(*items));

        if (!items)
            return -ENOMEM;
        l->items = items;
        l->room = room;
    }
    l->items[l->n++] = *f;
    return 0;
}

/* Entries that cannot be read are left out: drives come and go while we look. */
static int list_all(const struct platter_sysroot *root, DIR *dir, struct list *l)
{
    struct platter_found f;
    struct dirent *entry;
    int r = 0;

    while (r == 0 && (entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.' && platter_describe(root, entry->d_name, &f) == 0)
            r = list_add(l, &f);
    return r;
}

static int by_name(const void *a, const void *b)
{
    return strverscmp(((const struct platter_found *)a)->name,
                      ((const struct platter_found *)b)->name);
}

static bool is_fabric(enum platter_transport t)
{
    return t == PLATTER_TRANSPORT_SAS || t == PLATTER_TRANSPORT_SCSI;
}

/* One drive seen over two paths: everything that identifies it is the same. */
static bool is_same_drive(const struct platter_found *a, const struct platter_found *b)
{
    return is_fabric(a->transport) && is_fabric(b->transport) && a->serial[0] && a->wwn[0] &&
           strcmp(a->serial, b->serial) == 0 && strcmp(a->wwn, b->wwn) == 0 &&
           a->geometry.capacity_bytes == b->geometry.capacity_bytes;
}

static void mark_second_paths(struct list *l)
{
    for (unsigned i = 0; i < l->n; i++)
        for (unsigned k = i + 1; k < l->n; k++)
            if (!l->items[k].why_not[0] && is_same_drive(&l->items[i], &l->items[k]))
                snprintf(l->items[k].why_not, sizeof(l->items[k].why_not), "another path to %s",
                         l->items[i].name);
}

static bool is_twin(const struct list *l, unsigned i)
{
    for (unsigned k = 0; k < l->n; k++)
        if (k != i && strcmp(l->items[i].id, l->items[k].id) == 0 &&
            !is_same_drive(&l->items[i], &l->items[k]))
            return true;
    return false;
}

/* All of a set of twins get longer ids, so that it does not matter which one comes first. */
static int tell_apart(const struct platter_sysroot *root, struct list *l, bool by_place)
{
    CLEANUP_FREE bool *twin = calloc(l->n + 1, sizeof(*twin));

    if (!twin)
        return -ENOMEM;
    for (unsigned i = 0; i < l->n; i++)
        twin[i] = is_twin(l, i);
    for (unsigned i = 0; i < l->n; i++) {
        struct platter_found *f = &l->items[i];
        char place[PLATTER_TEXT_MAX], who[2 * PLATTER_TEXT_MAX], model[PLATTER_ID_MAX];

        if (!twin[i])
            continue;
        snprintf(place, sizeof(place), "%s", f->name);
        if (by_place)
            platter_place(root, f->name, place, sizeof(place));
        /* What stands behind the model: a serial, or the place of a drive that has none. */
        platter_id_make(model, f->model, "", "x");
        snprintf(who, sizeof(who), "%s-%s", f->id + strlen(model) - 1, place);
        platter_id_make(f->id, f->model, "", who);
    }
    return 0;
}

static void keep_auto(struct list *l)
{
    unsigned n = 0;

    for (unsigned i = 0; i < l->n; i++)
        if (!l->items[i].why_not[0])
            l->items[n++] = l->items[i];
    l->n = n;
}

int platter_discover(const struct platter_sysroot *root, bool all, struct platter_found **found,
                     unsigned *n)
{
    struct list l = {NULL, 0, 0};
    int fd = platter_sysroot_open(root, "/sys/block");
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    int r;

    if (!dir) {
        r = fd < 0 ? fd : -errno;
        platter_cleanup_close(&fd);
        return r;
    }
    r = list_all(root, dir, &l);
    closedir(dir);
    if (r) {
        free(l.items);
        return r;
    }
    if (l.n > 1)
        qsort(l.items, l.n, sizeof(*l.items), by_name);
    mark_second_paths(&l);
    r = tell_apart(root, &l, true);
    if (r == 0)
        r = tell_apart(root, &l, false);
    if (r) {
        free(l.items);
        return r;
    }
    if (!all)
        keep_auto(&l);
    *found = l.items;
    *n = l.n;
    return 0;
}

/* SPDX-License-Identifier: MIT */
#include "agent/report/graph.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/report/aside.h"
#include "agent/report/draw.h"
#include "agent/store/rrd.h"
#include <platter/errors.h>

const char *platter_graph_name(enum platter_graph_kind kind)
{
    static const char *const names[PLATTER_GRAPHS] = {"throughput", "slow"};

    return (unsigned)kind < PLATTER_GRAPHS ? names[kind] : "?";
}

/* "platter_zone-03.rrd" -> 3; false for any other name. */
static bool zone_of_file(const char *file, const char *type, unsigned *zone)
{
    size_t len = strlen(type);
    const char *digits = file + len + 1;

    if (strncmp(file, type, len) != 0 || file[len] != '-' || strspn(digits, "0123456789") != 2 ||
        strcmp(digits + 2, ".rrd") != 0)
        return false;
    *zone = (unsigned)(digits[0] - '0') * 10 + (unsigned)(digits[1] - '0');
    return *zone < PLATTER_ZONES_MAX;
}

static int zones_of_type(const char *dir, const char *type, uint64_t *zones)
{
    DIR *d = opendir(dir);
    uint64_t found = 0;
    unsigned zone;

    if (!d)
        return -errno;
    for (const struct dirent *e; (e = readdir(d));)
        if (zone_of_file(e->d_name, type, &zone))
            found |= 1ull << zone;
    closedir(d);
    *zones = found;
    return 0;
}

int platter_graph_zones(const char *dir, uint64_t *zones)
{
    uint64_t all = 0;

    for (unsigned i = 0; i < PLATTER_GRAPHS; i++) {
        uint64_t some = 0;
        int result = zones_of_type(dir, platter_draw_type(i), &some);
        if (result < 0)
            return result;
        all |= some;
    }
    *zones = all;
    return 0;
}

/* Whether the RRD of a zone can be read; if not, why says so. */
static bool rrd_readable(const char *dir, const char *type, unsigned zone,
                         struct platter_rrd_info *info, char *why, size_t why_size)
{
    CLEANUP_FREE char *path = NULL;
    char text[128];

    if (asprintf(&path, "%s/%s-%02u.rrd", dir, type, zone) < 0)
        return false;
    if (platter_rrd_info(path, info, text, sizeof(text)) == 0)
        return true;
    snprintf(why, why_size, "left out: %s: %s", path, text);
    return false;
}

int64_t platter_graph_last_update_s(const char *dir)
{
    int64_t last = 0;
    char why[1];

    for (unsigned kind = 0; kind < PLATTER_GRAPHS; kind++) {
        uint64_t zones = 0;
        struct platter_rrd_info info;
        if (zones_of_type(dir, platter_draw_type(kind), &zones) < 0)
            return 0;
        for (unsigned z = 0; z < PLATTER_ZONES_MAX; z++)
            if (zones >> z & 1 &&
                rrd_readable(dir, platter_draw_type(kind), z, &info, why, sizeof(why)) &&
                info.last_update_s > last)
                last = info.last_update_s;
    }
    return last;
}

/* Take the zones whose RRD can be read. why names one that cannot. */
static int choose_zones(const struct platter_graph *g, struct platter_draw_zones *out, char *why,
                        size_t why_size)
{
    const char *type = platter_draw_type(g->kind);
    uint64_t zones = 0;
    struct platter_rrd_info info;
    int result = zones_of_type(g->dir, type, &zones);

    if (result < 0 || zones == 0)
        return result < 0 ? result : -ENOENT;
    for (unsigned z = 0; z < PLATTER_ZONES_MAX; z++) {
        if (!(zones >> z & 1))
            continue;
        out->last = z;
        if (rrd_readable(g->dir, type, z, &info, why, why_size))
            out->zone[out->n++] = z;
    }
    return out->n ? 0 : -EIO;
}

static int render(const struct platter_graph *g, const struct platter_draw_zones *z,
                  const char *output, char *why, size_t why_size)
{
    struct platter_arguments args;
    int result = platter_draw_arguments(g, z, output, &args);

    if (result == 0)
        result = platter_rrd_graph(args.n, (const char *const *)args.v, why, why_size);
    platter_arguments_deinit(&args);
    return result;
}

static int render_aside(const struct platter_graph *g, const struct platter_draw_zones *z,
                        char *why, size_t why_size)
{
    CLEANUP_FREE char *aside = NULL;
    int result = platter_aside_make(g->output, &aside, why, why_size);

    if (result < 0)
        return result;
    return platter_aside_end(aside, g->output, render(g, z, aside, why, why_size), why, why_size);
}

int platter_graph_draw(const struct platter_graph *g, char *why, size_t why_size)
{
    struct platter_draw_zones zones = {.n = 0};

    if (why_size)
        why[0] = '\0';
    int result = choose_zones(g, &zones, why, why_size);
    return result == 0 ? render_aside(g, &zones, why, why_size) : result;
}

/* SPDX-License-Identifier: MIT */
#include "agent/bench/range.h"

#include <errno.h>
#include <string.h>

#include "agent/core/parse.h"

/* "B" last: it begins none of the others, but they end in it. */
static const struct {
    const char *name;
    double bytes;
} units[] = {
    {"KiB", 1024.}, {"MiB", 1048576.}, {"GiB", 1073741824.}, {"TiB", 1099511627776.},
    {"kB", 1e3},    {"KB", 1e3},       {"MB", 1e6},          {"GB", 1e9},
    {"TB", 1e12},   {"B", 1},
};

uint64_t platter_range_usable(const struct platter_geometry *geometry)
{
    return geometry->capacity_bytes - geometry->capacity_bytes % geometry->align_bytes;
}

/* Bytes of a unit at *p, which is moved behind it. */
static double unit_at(const char **p, const struct platter_geometry *g)
{
    if (**p == '%') {
        (*p)++;
        return (double)g->capacity_bytes / 100;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strncmp(*p, units[i].name, strlen(units[i].name)) == 0) {
            *p += strlen(units[i].name);
            return units[i].bytes;
        }
    return g->logical_bytes;
}

/* A place at *p; when there is none *byte stays. */
static int place_at(const char **p, const struct platter_geometry *g, uint64_t *byte)
{
    double value;

    if (**p == '-' || !**p)
        return 0;
    const char *end = platter_scan_number(*p, &value);
    if (!end || value < 0)
        return -EINVAL;
    *p = platter_skip_blanks(end);
    value *= unit_at(p, g);
    /* 2^63 as a double is exact; more is on no drive. */
    if (!(value < 9223372036854775808.))
        return -ERANGE;
    *byte = (uint64_t)value;
    *p = platter_skip_blanks(*p);
    return 0;
}

int platter_range_parse(const char *text, const struct platter_geometry *geometry,
                        uint64_t *first_byte, uint64_t *end_byte)
{
    uint64_t usable = platter_range_usable(geometry), align = geometry->align_bytes;
    uint64_t first = 0, end = usable;
    const char *p = platter_skip_blanks(text);
    int r = place_at(&p, geometry, &first);

    if (r)
        return r;
    if (*p != '-')
        return -EINVAL;
    p = platter_skip_blanks(p + 1);
    r = place_at(&p, geometry, &end);
    if (r)
        return r;
    if (*p || text[strspn(text, " \t-")] == '\0')
        return -EINVAL;
    if (first >= end || end > geometry->capacity_bytes)
        return -ERANGE;
    first -= first % align;
    end += (align - end % align) % align;
    if (end > usable)
        end = usable;
    if (first >= end)
        return -ERANGE;
    *first_byte = first;
    *end_byte = end;
    return 0;
}

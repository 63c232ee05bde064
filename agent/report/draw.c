/* SPDX-License-Identifier: MIT */
#include "agent/report/draw.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/report/palette.h"
#include <platter/errors.h>

/* More zones than this: two to a line of the legend. */
#define LEGEND_LINES 16

#define MINUTE_S 60ll
#define HOUR_S 3600ll
#define DAY_S 86400ll

/* Time axes with dates where rrdtool would number the weeks. */
static const struct axis {
    int64_t up_to_s;  /* longest span */
    const char *grid; /* NULL: rrdtool's own */
} axes[] = {
    {10 * DAY_S, NULL},
    {50 * DAY_S, "DAY:1:WEEK:1:WEEK:1:0:%d %b"},
    {170 * DAY_S, "WEEK:1:MONTH:1:WEEK:2:0:%d %b"},
    {400 * DAY_S, "MONTH:1:MONTH:3:MONTH:1:0:%b %y"},
    {1830 * DAY_S, "MONTH:1:YEAR:1:MONTH:6:0:%b %Y"},
    {INT64_MAX, "MONTH:6:YEAR:1:YEAR:1:0:%Y"},
};

/* Counts are shown per natural unit of time: the bars of a month are days. */
static const struct bin {
    int64_t up_to_s; /* longest span */
    unsigned bin_s;
    const char *word;
} bins[] = {
    {15 * MINUTE_S, 10, "10 s"}, {4 * HOUR_S, 60, "minute"},  {4 * DAY_S, 3600, "hour"},
    {400 * DAY_S, 86400, "day"}, {INT64_MAX, 604800, "week"},
};

/* One command line being made. */
struct drawing {
    const struct platter_graph *graph;
    const struct platter_draw_zones *zones;
    const struct bin *bin;
    struct platter_arguments *args;
};

static bool grow(struct platter_arguments *a)
{
    int size = a->size ? a->size * 2 : 64;
    char **v = realloc(a->v, (size_t)size * sizeof(*v));

    if (!v)
        return false;
    a->v = v;
    a->size = size;
    return true;
}

__attribute__((format(printf, 2, 3))) static void add(struct platter_arguments *a,
                                                      const char *format, ...)
{
    va_list ap;
    char *text = NULL;

    if (a->failed || (a->n == a->size && !grow(a))) {
        a->failed = true;
        return;
    }
    va_start(ap, format);
    if (vasprintf(&text, format, ap) < 0)
        a->failed = true;
    else
        a->v[a->n++] = text;
    va_end(ap);
}

void platter_arguments_deinit(struct platter_arguments *a)
{
    for (int i = 0; i < a->n; i++)
        free(a->v[i]);
    free(a->v);
}

/* Put a backslash before colons, which separate. librrd takes other backslashes as they are. free()
 * it. */
static char *escaped(const char *text)
{
    char *out = malloc(strlen(text) * 2 + 1), *o = out;

    if (!out)
        return NULL;
    for (const char *c = text; *c; c++) {
        if (*c == ':')
            *o++ = '\\';
        *o++ = *c;
    }
    *o = '\0';
    return out;
}

/* Outer dark, inner light. */
static void zone_colour(const struct drawing *d, unsigned zone, char out[8])
{
    double at = d->zones->last ? (double)zone / d->zones->last : 0;

    snprintf(out, 8, "#%06x", (unsigned)(platter_ink_ramp(at) >> 8));
}

static const char *zone_place(const struct drawing *d, unsigned zone)
{
    return d->zones->last == 0      ? ""
           : zone == 0              ? "(outer)"
           : zone == d->zones->last ? "(inner)"
                                    : "";
}

/* End of an entry of the legend: every line, or every other one. */
static const char *entry_end(const struct drawing *d, unsigned i)
{
    bool half = d->zones->n > LEGEND_LINES && i % 2 == 0 && i + 1 < d->zones->n;

    return half ? "   " : "\\l";
}

/* As an entry is printed: rrdtool puts its own gap between any two texts. 17 = colour and name. */
static void legend_head(struct drawing *d, const char *const columns[], unsigned n, int width)
{
    unsigned across = d->zones->n > LEGEND_LINES ? 2 : 1;

    for (unsigned entry = 0; entry < across; entry++) {
        add(d->args, "COMMENT:%-17s", "");
        for (unsigned i = 0; i < n; i++)
            add(d->args, "COMMENT:%*s%s", width, columns[i],
                i + 1 < n            ? ""
                : entry + 1 < across ? "   "
                                     : "\\l");
    }
}

static void throughput_zone(struct drawing *d, unsigned i, const char *path)
{
    struct platter_arguments *a = d->args;
    unsigned z = d->zones->zone[i];
    char colour[8];

    zone_colour(d, z, colour);
    add(a, "DEF:b%02u=%s:throughput:AVERAGE", z, path);
    add(a, "CDEF:m%02u=b%02u,1000000,/", z, z);
    add(a, "VDEF:l%02u=m%02u,MINIMUM", z, z);
    add(a, "VDEF:a%02u=m%02u,AVERAGE", z, z);
    add(a, "VDEF:h%02u=m%02u,MAXIMUM", z, z);
    add(a, "VDEF:e%02u=m%02u,LAST", z, z);
    add(a, "LINE1.5:m%02u%s:zone %02u %-7s", z, colour, z, zone_place(d, z));
    add(a, "GPRINT:l%02u:%%7.1lf", z);
    add(a, "GPRINT:a%02u:%%7.1lf", z);
    add(a, "GPRINT:h%02u:%%7.1lf", z);
    add(a, "GPRINT:e%02u:%%7.1lf%s", z, entry_end(d, i));
}

/*
 * The scale goes down to half the outer zone, by a line that is not drawn: about where a healthy
 * disk's inner zone is, and on a flat drive noise does not fill the picture.
 */
static void throughput_head(struct drawing *d)
{
    static const char *const columns[] = {"min", "avg", "max", "last"};

    add(d->args, "--title=%s: throughput per zone", d->graph->title);
    add(d->args, "--vertical-label=MB/s");
    add(d->args, "--alt-autoscale");
    legend_head(d, columns, 4, 7);
}

static void throughput_foot(struct drawing *d)
{
    add(d->args, "CDEF:floor=m%02u,2,/", d->zones->zone[0]);
    add(d->args, "LINE1:floor");
}

/* Bars from averages over a bin; the totals from the series as it is, so that nothing is rounded.
 */
static void slow_zone(struct drawing *d, unsigned i, const char *path)
{
    struct platter_arguments *a = d->args;
    unsigned z = d->zones->zone[i];
    char colour[8];

    zone_colour(d, z, colour);
    add(a, "DEF:r%02u=%s:slow:AVERAGE", z, path);
    add(a, "DEF:s%02u=%s:slow:AVERAGE:step=%u", z, path, d->bin->bin_s);
    add(a, "CDEF:c%02u=s%02u,%u,*", z, z, d->bin->bin_s);
    add(a, "VDEF:t%02u=r%02u,TOTAL", z, z);
    add(a, "VDEF:h%02u=c%02u,MAXIMUM", z, z);
    add(a, "VDEF:e%02u=c%02u,LAST", z, z);
    add(a, "AREA:c%02u%s:zone %02u %-7s%s", z, colour, z, zone_place(d, z), i ? ":STACK" : "");
    add(a, "GPRINT:t%02u:%%8.0lf", z);
    add(a, "GPRINT:h%02u:%%8.0lf", z);
    add(a, "GPRINT:e%02u:%%8.0lf%s", z, entry_end(d, i));
}

static void slow_head(struct drawing *d)
{
    static const char *const columns[] = {"total", "max", "last"};

    add(d->args, "--title=%s: slow blocks per zone", d->graph->title);
    add(d->args, "--vertical-label=slow blocks per %s", d->bin->word);
    add(d->args, "--lower-limit=0");
    add(d->args, "--upper-limit=5");
    legend_head(d, columns, 3, 8);
}

static void slow_foot(struct drawing *d)
{
    (void)d;
}

/* What tells the kinds apart. */
static const struct kind {
    const char *type; /* of the RRDs */
    void (*head)(struct drawing *d);
    void (*zone)(struct drawing *d, unsigned i, const char *path);
    void (*foot)(struct drawing *d);
} kinds[PLATTER_GRAPHS] = {
    [PLATTER_GRAPH_THROUGHPUT] = {"platter_zone", throughput_head, throughput_zone,
                                  throughput_foot},
    [PLATTER_GRAPH_SLOW] = {"platter_blocks", slow_head, slow_zone, slow_foot},
};

const char *platter_draw_type(enum platter_graph_kind kind)
{
    return kinds[kind].type;
}

static const struct bin *bin_of(int64_t span_s)
{
    const struct bin *b = bins;

    while (span_s > b->up_to_s)
        b++;
    return b;
}

static const char *grid_of(int64_t span_s)
{
    const struct axis *a = axes;

    while (span_s > a->up_to_s)
        a++;
    return a->grid;
}

/* Quiet paper, dark text: the lines are the only colour. */
static void common_arguments(struct drawing *d, const char *output)
{
    static const char *const look[] = {
        "--border=0",
        "--disable-rrdtool-tag",
        "--color=BACK#ffffff",
        "--color=CANVAS#ffffff",
        "--color=FONT#2b2b2b",
        "--color=AXIS#8c8c8c",
        "--color=ARROW#ffffff00",
        "--color=FRAME#ffffff00",
        "--color=GRID#0000000a",
        "--color=MGRID#00000020",
        "--grid-dash=1:0",
        "--font=TITLE:12:DejaVu Sans",
        "--font=AXIS:8:DejaVu Sans",
        "--font=UNIT:8:DejaVu Sans",
        "--font=LEGEND:8:DejaVu Sans Mono",
        "--units-exponent=0",
    };
    const struct platter_graph *g = d->graph;
    const char *grid = grid_of(g->end_s - g->start_s);

    add(d->args, "graph");
    add(d->args, "%s", output);
    add(d->args, "--imgformat=%s", g->imgformat);
    add(d->args, "--start=%lld", (long long)g->start_s);
    add(d->args, "--end=%lld", (long long)g->end_s);
    add(d->args, "--width=%u", g->width);
    add(d->args, "--height=%u", g->height);
    if (grid)
        add(d->args, "--x-grid=%s", grid);
    for (size_t i = 0; i < sizeof(look) / sizeof(*look); i++)
        add(d->args, "%s", look[i]);
}

static int add_zones(struct drawing *d)
{
    const struct kind *kind = &kinds[d->graph->kind];
    char path[PATH_MAX];

    kind->head(d);
    for (unsigned i = 0; i < d->zones->n; i++) {
        snprintf(path, sizeof(path), "%s/%s-%02u.rrd", d->graph->dir, kind->type,
                 d->zones->zone[i]);
        CLEANUP_FREE char *quoted = escaped(path);
        if (!quoted)
            return -ENOMEM;
        kind->zone(d, i, quoted);
    }
    kind->foot(d);
    return d->args->failed ? -ENOMEM : 0;
}

int platter_draw_arguments(const struct platter_graph *g, const struct platter_draw_zones *z,
                           const char *output, struct platter_arguments *out)
{
    struct drawing d = {.graph = g, .zones = z, .bin = bin_of(g->end_s - g->start_s), .args = out};

    *out = (struct platter_arguments){0};
    common_arguments(&d, output);
    return add_zones(&d);
}

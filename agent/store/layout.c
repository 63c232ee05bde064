/* SPDX-License-Identifier: MIT */
#include "agent/store/layout.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "agent/store/disk.h"
#include "agent/store/rrd.h"

#define HEARTBEAT_S 10800u
#define XFF "0.99"
#define DAY_S 86400u

/* How long rows of which width are kept; step 0 = the publishing step. */
static const struct archive {
    uint32_t row_s;
    uint32_t rows;
    bool max; /* MAX too, of the types that have it */
} archives[] = {
    {0, 45 * DAY_S / PLATTER_STEP_S, false},
    {3600, 400 * 24, true},
    {DAY_S, 3653, true},
};
#define N_ARCHIVES (sizeof(archives) / sizeof(archives[0]))

static const char *const types_with_max[] = {"platter_zone", "platter_drive"};

static bool has_max(const struct platter_type *type)
{
    for (size_t i = 0; i < sizeof(types_with_max) / sizeof(types_with_max[0]); i++)
        if (strcmp(types_with_max[i], type->name) == 0)
            return true;
    return false;
}

uint64_t platter_layout_bytes(const struct platter_type *type)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < N_ARCHIVES; i++)
        rows += archives[i].rows * (uint64_t)(archives[i].max && has_max(type) ? 2 : 1);
    return rows * type->n_sources * sizeof(double);
}

#define TEXT_MAX_BYTES 96
#define DEFINITIONS_MAX (PLATTER_SOURCES_MAX + 2 * N_ARCHIVES)

/* -1, 3, 255; "U" where there is no limit. Limits are whole numbers, so no decimal point. */
static void print_limit(char buf[24], double limit)
{
    if (isnan(limit))
        snprintf(buf, 24, "U");
    else
        snprintf(buf, 24, "%lld", (long long)limit);
}

static unsigned define(const struct platter_type *type, uint32_t step_s,
                       char texts[DEFINITIONS_MAX][TEXT_MAX_BYTES])
{
    unsigned n = 0;
    char min[24], max[24];
    for (unsigned i = 0; i < type->n_sources; i++) {
        const struct platter_source *s = &type->sources[i];
        print_limit(min, s->min);
        print_limit(max, s->max);
        snprintf(texts[n++], TEXT_MAX_BYTES, "DS:%s:%s:%u:%s:%s", s->name,
                 s->kind == PLATTER_DERIVE ? "DERIVE" : "GAUGE", HEARTBEAT_S, min, max);
    }
    for (unsigned pass = 0; pass < (has_max(type) ? 2u : 1u); pass++) {
        for (size_t i = 0; i < N_ARCHIVES; i++) {
            uint32_t steps = archives[i].row_s > step_s ? archives[i].row_s / step_s : 1;
            if (pass == 0 || archives[i].max)
                snprintf(texts[n++], TEXT_MAX_BYTES, "RRA:%s:" XFF ":%u:%u",
                         pass ? "MAX" : "AVERAGE", steps, archives[i].rows);
        }
    }
    return n;
}

int platter_layout_create(const char *path, const struct platter_type *type, uint32_t step_s,
                          int64_t begin_s, char *why, size_t why_size)
{
    char texts[DEFINITIONS_MAX][TEXT_MAX_BYTES];
    const char *definitions[DEFINITIONS_MAX];
    unsigned n = define(type, step_s, texts);
    for (unsigned i = 0; i < n; i++)
        definitions[i] = texts[i];
    int r = platter_disk_folders_above(path);
    if (r < 0) {
        snprintf(why, why_size, "%s", strerror(-r));
        return r;
    }
    return platter_rrd_create(path, step_s, begin_s, n, definitions, why, why_size);
}

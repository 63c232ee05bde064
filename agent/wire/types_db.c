/* SPDX-License-Identifier: MIT */
#include "agent/wire/types_db.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <platter/series.h>

/* Text that grows past the end of its buffer: counted, not written. */
struct text {
    char *buf;
    size_t size, len;
};

static void add(struct text *t, const char *more)
{
    size_t room = t->len < t->size ? t->size - t->len : 0;

    snprintf(room ? t->buf + t->len : NULL, room, "%s", more);
    t->len += strlen(more);
}

/* Limits are whole numbers: so no locale has a say in them. */
static void add_limit(struct text *t, double limit)
{
    char text[32] = ":U";

    if (!isnan(limit))
        snprintf(text, sizeof(text), ":%lld", (long long)limit);
    add(t, text);
}

static void add_type(struct text *t, const struct platter_type *type)
{
    static const char *const kinds[] = {[PLATTER_GAUGE] = ":GAUGE", [PLATTER_DERIVE] = ":DERIVE"};

    for (unsigned i = 0; i < type->n_sources; i++) {
        const struct platter_source *s = &type->sources[i];

        add(t, i ? ", " : "");
        add(t, s->name);
        add(t, kinds[s->kind]);
        add_limit(t, s->min);
        add_limit(t, s->max);
    }
}

size_t platter_types_db(char *buf, size_t size)
{
    struct text t = {buf, size, 0};
    unsigned n;
    const struct platter_type *types = platter_series_types(&n);

    for (unsigned i = 0; i < n; i++) {
        if (types[i].stock)
            continue;
        add(&t, types[i].name);
        add(&t, "\t");
        add_type(&t, &types[i]);
        add(&t, "\n");
    }
    return t.len;
}

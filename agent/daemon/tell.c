/* SPDX-License-Identifier: MIT */
#include "agent/daemon/tell.h"

#include <stdio.h>
#include <string.h>

#include "agent/daemon/print_config.h"

/* Texts as they are, everything else as the file would have it. Longer than fits: cut. */
static void write_value(const struct platter_option *option, const struct platter_options *o,
                        struct platter_setting *s)
{
    const char *member = (const char *)o + option->offset;
    if (option->kind == PLATTER_OPTION_TEXT) {
        snprintf(s->value, sizeof(s->value), "%s", member);
        return;
    }
    FILE *f = fmemopen(s->value, sizeof(s->value), "w");
    if (!f)
        return;
    platter_option_write(option, member, f);
    fclose(f);
    s->value[sizeof(s->value) - 1] = '\0';
}

static void write_origin(uint32_t origin, const char *file, struct platter_setting *s)
{
    if (origin == PLATTER_ORIGIN_DEFAULT)
        snprintf(s->origin, sizeof(s->origin), "default");
    else if (origin == PLATTER_ORIGIN_COMMAND)
        snprintf(s->origin, sizeof(s->origin), "command line");
    else
        snprintf(s->origin, sizeof(s->origin), "%.90s:%u", file, origin);
}

void platter_tell_settings(const struct platter_options *o, const char *file,
                           struct platter_settings *out)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    memset(out, 0, sizeof(*out));
    for (unsigned i = 0; i < n && out->n < PLATTER_SETTINGS_MAX; i++) {
        struct platter_setting *s = &out->items[out->n];
        if (!(table[i].where & PLATTER_OPTION_GLOBAL))
            continue;
        snprintf(s->name, sizeof(s->name), "%s", table[i].name);
        write_value(&table[i], o, s);
        write_origin(o->origin[i], file, s);
        out->n++;
    }
}

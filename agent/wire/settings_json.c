/* SPDX-License-Identifier: MIT */
#include "agent/wire/settings_json.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/options.h"
#include <platter/errors.h>

struct platter_json *platter_settings_to_json(const struct platter_settings *s)
{
    struct platter_json *list = platter_json_array_new();

    for (unsigned i = 0; i < s->n; i++) {
        struct platter_json *j = platter_json_object_new();

        platter_json_set_text(j, "name", s->items[i].name);
        platter_json_set_text(j, "value", s->items[i].value);
        platter_json_set_text(j, "origin", s->items[i].origin);
        platter_json_append(list, j);
    }
    return list;
}

void platter_settings_from_json(const struct platter_json *j, struct platter_settings *out)
{
    size_t n = platter_json_count(j);

    out->n = 0;
    for (size_t i = 0; i < n && out->n < PLATTER_SETTINGS_MAX; i++) {
        const struct platter_json *item = platter_json_at(j, i);
        struct platter_setting *s = &out->items[out->n];
        const char *name = platter_json_text(item, "name", "");
        const char *value = platter_json_text(item, "value", NULL);

        if (!*name || strlen(name) >= sizeof(s->name) || !value)
            continue;
        snprintf(s->name, sizeof(s->name), "%s", name);
        snprintf(s->value, sizeof(s->value), "%s", value);
        snprintf(s->origin, sizeof(s->origin), "%s", platter_json_text(item, "origin", "?"));
        out->n++;
    }
}

/* What two texts mean, where both are values of that option. */
static bool mean_the_same(const struct platter_option *option, const char *one, const char *other)
{
    CLEANUP_FREE struct platter_options *a = calloc(2, sizeof(*a));

    if (!a || platter_options_set(&a[0], option->name, one) != PLATTER_OPTION_OK ||
        platter_options_set(&a[1], option->name, other) != PLATTER_OPTION_OK)
        return false;
    return memcmp((const char *)&a[0] + option->offset, (const char *)&a[1] + option->offset,
                  option->size) == 0;
}

const struct platter_setting *platter_settings_differ(const struct platter_settings *s,
                                                      const char *option)
{
    const char *equals = strchr(option, '=');
    size_t len = equals ? (size_t)(equals - option) : 0;

    for (unsigned i = 0; len > 0 && i < s->n; i++) {
        const struct platter_setting *setting = &s->items[i];
        const struct platter_option *known = platter_option_find(setting->name);

        if (strlen(setting->name) != len || memcmp(setting->name, option, len) != 0)
            continue;
        if (strcmp(setting->value, equals + 1) == 0 ||
            (known && mean_the_same(known, setting->value, equals + 1)))
            return NULL;
        return setting;
    }
    return NULL;
}

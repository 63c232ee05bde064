/* SPDX-License-Identifier: MIT */
/* The sections of options.h: what holds for one drive. */
#include <string.h>

#include "agent/core/options.h"

/* * stands for any text, ? for one character. Goes back only to the last *, which is enough. */
static bool glob(const char *pattern, const char *text)
{
    const char *star = NULL, *retry = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

bool platter_section_matches(const struct platter_section *section,
                             const struct platter_drive_names *names)
{
    const char *const all[] = {names->id, names->serial, names->name, names->device};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (all[i] && all[i][0] && glob(section->match, all[i]))
            return true;
    return false;
}

static void copy_over(struct platter_drive_options *out, const struct platter_section *section)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    for (unsigned i = 0; i < n; i++)
        if (section->lines[i])
            memcpy((char *)out + table[i].drive_offset,
                   (const char *)&section->values + table[i].drive_offset, table[i].size);
}

void platter_options_for(const struct platter_options *o, const struct platter_drive_names *names,
                         struct platter_drive_options *out)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    const unsigned both = PLATTER_OPTION_GLOBAL | PLATTER_OPTION_DRIVE;
    memset(out, 0, sizeof(*out));
    for (unsigned i = 0; i < n; i++)
        if ((table[i].where & both) == both)
            memcpy((char *)out + table[i].drive_offset, (const char *)o + table[i].offset,
                   table[i].size);
    for (unsigned i = 0; i < o->n_sections; i++)
        if (platter_section_matches(&o->sections[i], names))
            copy_over(out, &o->sections[i]);
}

/* SPDX-License-Identifier: MIT */
#include "agent/cli/pick.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/cli/cli.h"
#include "agent/cli/look.h"
#include <platter/errors.h>

#define TAIL_MIN 4

static bool by_id(const struct platter_snapshot *s, const char *name)
{
    return strcmp(s->drive, name) == 0;
}

static bool by_label(const struct platter_snapshot *s, const char *name)
{
    return s->label[0] && strcasecmp(s->label, name) == 0;
}

static bool by_device(const struct platter_snapshot *s, const char *name)
{
    return strcmp(s->device, name) == 0 ||
           (strncmp(s->device, "/dev/", 5) == 0 && strcmp(s->device + 5, name) == 0);
}

static bool leads_to(const char *path, const char *device)
{
    CLEANUP_FREE char *real = realpath(path, NULL);

    return real && strcmp(real, device) == 0;
}

/* A link, or the name of one: ata-WDC_WD80EAZZ... */
static bool by_link(const struct platter_snapshot *s, const char *name)
{
    char path[PATH_MAX];

    if (strncmp(s->device, "/dev/", 5) != 0)
        return false;
    if (name[0] == '/')
        return leads_to(name, s->device);
    int len = snprintf(path, sizeof(path), "/dev/disk/by-id/%s", name);
    return len > 0 && (size_t)len < sizeof(path) && leads_to(path, s->device);
}

static bool ends_in(const char *text, const char *tail)
{
    size_t len = strlen(text), n = strlen(tail);

    return n >= TAIL_MIN && n <= len && strcasecmp(text + len - n, tail) == 0;
}

static bool by_tail(const struct platter_snapshot *s, const char *name)
{
    return ends_in(s->serial, name) || ends_in(s->drive, name);
}

int platter_pick(const struct platter_snapshot *drives, unsigned n, const char *name,
                 unsigned *index)
{
    static bool (*const rules[])(const struct platter_snapshot *,
                                 const char *) = {by_id, by_device, by_label, by_link, by_tail};

    for (size_t r = 0; r < sizeof(rules) / sizeof(*rules); r++) {
        unsigned found = 0, at = 0;
        for (unsigned i = 0; i < n; i++)
            if (rules[r](&drives[i], name)) {
                found++;
                at = i;
            }
        if (found > 1)
            return PLATTER_PICK_AMBIGUOUS;
        if (found == 1) {
            *index = at;
            return 0;
        }
    }
    return PLATTER_PICK_NONE;
}

int platter_picked(const struct platter_snapshot *drives, unsigned n, const char *name,
                   unsigned *index)
{
    char known[256] = "";
    size_t used = 0;
    int result = platter_pick(drives, n, name, index);

    for (unsigned i = 0; i < n && used < sizeof(known); i++)
        used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "",
                                 platter_look_name(&drives[i]));
    if (result == PLATTER_PICK_AMBIGUOUS)
        platter_cli_complain("'%s' is more than one drive; say more of it, or its id", name);
    else if (result == PLATTER_PICK_NONE && n == 0)
        platter_cli_complain("the agent watches no drives");
    else if (result == PLATTER_PICK_NONE)
        platter_cli_complain("the agent watches no drive '%s'; it knows %s", name, known);
    if (result == PLATTER_PICK_AMBIGUOUS)
        return PLATTER_EXIT_USAGE;
    return result ? PLATTER_EXIT_NO_INPUT : PLATTER_EXIT_FINE;
}

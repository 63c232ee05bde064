/* SPDX-License-Identifier: MIT */
/* Which drives platterd watches: option `drives` looked up, once, at start. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/core/schedule.h"
#include "agent/daemon/drives.h"
#include "agent/daemon/store_link.h"
#include "agent/daemon/verdict.h"
#include "agent/drive/place.h"
#include "agent/drive/sim_spec.h"
#include <platter/errors.h>

static bool is_known(const struct platter_agent *agent, const char *id)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        if (strcmp(agent->drives[i].found.id, id) == 0)
            return true;
    return false;
}

/* The controller or USB bus that a drive shares with others: their samples would disturb each
 * other. */
static void bus_of(const struct platter_agent *agent, const struct platter_found *found, char *bus,
                   size_t size)
{
    char place[PLATTER_NAME_MAX];
    bus[0] = '\0';
    if (found->transport == PLATTER_TRANSPORT_SIM || found->transport == PLATTER_TRANSPORT_VIRTUAL)
        return;
    platter_place(&agent->root, found->name, place, sizeof(place));
    /* "0000:00:17.0-ata3" -> the controller; "0000:00:14.0-usb-2-1" -> the bus below it */
    size_t len = strcspn(place, "-");
    if (strncmp(place + len, "-usb-", 5) == 0)
        len += 5 + strcspn(place + len + 5, "-");
    if (len < size && strchr(place, ':'))
        snprintf(bus, size, "%.*s", (int)len, place);
}

void platter_drives_configure(struct platter_tracked *t)
{
    const struct platter_found *found = &t->found;
    const struct platter_drive_names names = {found->id, found->serial, found->name, found->device};
    platter_options_for(&t->agent->options, &names, &t->o);
    t->phase_ns = platter_schedule_phase_ns(found->id, t->o.interval_ns);
    t->state.slow_ns = t->o.slow_ns; /* of the samples to come */
}

void platter_drives_place(struct platter_tracked *t, const struct platter_found *found)
{
    t->found = *found;
    t->spindle = platter_found_has_spindle(found);
    bus_of(t->agent, found, t->bus, sizeof(t->bus));
    platter_drives_configure(t);
}

struct platter_tracked *platter_drives_take(struct platter_agent *agent,
                                            const struct platter_found *found)
{
    /* Events hold pointers to entries, so they never move. Pages not written to take no memory. */
    if (!agent->drives)
        agent->drives = calloc(PLATTER_DRIVES_MAX, sizeof(*agent->drives));
    if (!agent->drives || agent->n_drives == PLATTER_DRIVES_MAX) {
        platter_log_say(&agent->log, LOG_WARNING, found->name, "not watched: %s",
                        agent->drives ? "there are too many drives" : "no memory");
        return NULL;
    }
    struct platter_tracked *t = &agent->drives[agent->n_drives++];
    t->agent = agent;
    t->worker.fd = -1;
    platter_watch_init(&t->watch);
    platter_manners_init(&t->manners);
    platter_smart_init(&t->smart);
    platter_drives_place(t, found);
    platter_store_restore(t);
    return t;
}

static int take(struct platter_agent *agent, const struct platter_found *found)
{
    if (is_known(agent, found->id)) {
        platter_log_say(&agent->log, LOG_WARNING, found->name,
                        "the same drive again (%s): watched once", found->id);
        return 0;
    }
    return platter_drives_take(agent, found) || agent->drives ? 0 : -ENOMEM;
}

static int take_all(struct platter_agent *agent)
{
    CLEANUP_FREE struct platter_found *found = NULL;
    unsigned n = 0;
    int r = platter_discover(&agent->root, false, &found, &n);
    if (r < 0) {
        errno = -r;
        platter_log_say(&agent->log, LOG_WARNING, NULL, "/sys/block cannot be read: %m");
        return 0;
    }
    for (unsigned i = 0; r == 0 && i < n; i++)
        r = take(agent, &found[i]);
    return r;
}

static int take_named(struct platter_agent *agent, const char *name)
{
    struct platter_found found;
    char text[512];
    memset(&found, 0, sizeof(found));
    int r = platter_find(&agent->root, name, &found);
    if (r == 0)
        return take(agent, &found);
    platter_find_message(r, name, &found, text, sizeof(text));
    platter_log_say(&agent->log, LOG_WARNING, NULL, "option drives: %s", text);
    return 0;
}

/* A link of udev's, or another path to the node. */
static bool leads_to(const struct platter_agent *agent, const char *name, const char *device)
{
    char path[PATH_MAX], real[PATH_MAX];
    if (agent->root.prefix[0])
        return false;
    snprintf(path, sizeof(path), "%s%s", name[0] == '/' ? "" : "/dev/disk/by-id/", name);
    return realpath(path, real) && strcmp(real, device) == 0;
}

static bool is_called(const struct platter_agent *agent, const struct platter_found *found,
                      const char *name)
{
    size_t len = strlen(name), serial_len = strlen(found->serial);
    if (strcmp(name, found->name) == 0 || strcmp(name, found->device) == 0 ||
        strcmp(name, found->id) == 0 || strcmp(name, found->sim) == 0)
        return true;
    if (len >= PLATTER_SERIAL_TAIL_MIN && len <= serial_len &&
        strcasecmp(found->serial + serial_len - len, name) == 0)
        return true;
    return leads_to(agent, name, found->device);
}

bool platter_drives_wanted(const struct platter_agent *agent, const struct platter_found *found)
{
    char names[PLATTER_DRIVES_TEXT_MAX], *list = names, *name;
    memcpy(names, agent->options.drives, sizeof(names));
    while ((name = platter_drive_list_next(&list)) != NULL)
        if (strcmp(name, "auto") == 0 ? !found->why_not[0] : is_called(agent, found, name))
            return true;
    return false;
}

static bool is_for_one(const struct platter_agent *agent, const struct platter_section *section)
{
    for (unsigned i = 0; i < agent->n_drives; i++) {
        const struct platter_found *found = &agent->drives[i].found;
        const struct platter_drive_names names = {found->id, found->serial, found->name,
                                                  found->device};
        if (platter_section_matches(section, &names))
            return true;
    }
    return false;
}

void platter_drives_say_sections(struct platter_agent *agent)
{
    for (unsigned i = 0; i < agent->options.n_sections; i++)
        if (!is_for_one(agent, &agent->options.sections[i]))
            platter_log_say(&agent->log, LOG_NOTICE, NULL,
                            "drive \"%s\" (line %u of the configuration): no such drive is here; "
                            "`platter list` shows ids and serials",
                            agent->options.sections[i].match, agent->options.sections[i].line);
}

static void say_what_is_watched(struct platter_agent *agent)
{
    struct platter_log *log = &agent->log;
    if (agent->n_drives == 0)
        platter_log_say(log, LOG_WARNING, NULL,
                        "no drive to watch (drives = %s); serving all the same",
                        agent->options.drives);
    else
        platter_log_say(log, LOG_NOTICE, NULL, "watches %u drive%s", agent->n_drives,
                        agent->n_drives == 1 ? "" : "s");
    for (unsigned i = 0; i < agent->n_drives; i++)
        platter_log_say(log, LOG_INFO, agent->drives[i].found.name, "watched as %s%s",
                        agent->drives[i].found.id,
                        agent->drives[i].spindle ? ", which may sleep" : "");
}

int platter_drives_init(struct platter_agent *agent)
{
    char names[PLATTER_DRIVES_TEXT_MAX], *list = names, *name;
    int r = 0;
    memcpy(names, agent->options.drives, sizeof(names));
    while (r == 0 && (name = platter_drive_list_next(&list)) != NULL)
        r = strcmp(name, "auto") == 0 ? take_all(agent) : take_named(agent, name);
    if (r < 0) {
        errno = -r;
        platter_log_say(&agent->log, LOG_ERR, NULL, "drives: %m");
        free(agent->drives);
        return PLATTER_EXIT_OS;
    }
    say_what_is_watched(agent);
    platter_drives_say_sections(agent);
    return 0;
}

void platter_drives_deinit(struct platter_agent *agent)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        platter_verdict_free(&agent->drives[i]);
    free(agent->drives);
    agent->drives = NULL;
    agent->n_drives = 0;
}

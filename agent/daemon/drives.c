/* SPDX-License-Identifier: MIT */
/* Which drives platterd watches: option `drives` looked up, once, at start. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/schedule.h"
#include "agent/daemon/tracked.h"
#include <platter/errors.h>

/* Rotating, and with heads and a spindle that can be worn: simulated and virtual ones have none. */
static bool really_rotates(const struct platter_found *found)
{
    return found->geometry.rotating && found->transport != PLATTER_TRANSPORT_SIM &&
           found->transport != PLATTER_TRANSPORT_VIRTUAL;
}

static bool is_known(const struct platter_agent *agent, const char *id)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        if (strcmp(agent->drives[i].found.id, id) == 0)
            return true;
    return false;
}

static int take(struct platter_agent *agent, const struct platter_found *found)
{
    if (is_known(agent, found->id)) {
        platter_log_say(&agent->log, LOG_WARNING, found->name,
                        "the same drive again (%s): watched once", found->id);
        return 0;
    }
    /* Events hold pointers to entries, so they never move. Pages not written to take no memory. */
    if (!agent->drives)
        agent->drives = calloc(PLATTER_DRIVES_MAX, sizeof(*agent->drives));
    if (!agent->drives)
        return -ENOMEM;
    if (agent->n_drives == PLATTER_DRIVES_MAX) {
        platter_log_say(&agent->log, LOG_WARNING, found->name,
                        "not watched: %d drives are the most", PLATTER_DRIVES_MAX);
        return 0;
    }
    struct platter_tracked *t = &agent->drives[agent->n_drives++];
    t->agent = agent;
    t->found = *found;
    t->worker.fd = -1;
    t->off = agent->options.sample == PLATTER_SAMPLE_OFF;
    t->gated = platter_schedule_gated(agent->options.sample, really_rotates(found));
    t->phase_ns = platter_schedule_phase_ns(found->id, agent->options.interval_ns);
    return 0;
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

/* Cut the next name out of a comma list; NULL at its end. */
static char *next_name(char **list)
{
    char *name;
    while ((name = strsep(list, ",")) != NULL) {
        name += strspn(name, " \t");
        for (size_t n = strlen(name); n > 0 && strchr(" \t", name[n - 1]); n--)
            name[n - 1] = '\0';
        if (*name)
            return name;
    }
    return NULL;
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
                        agent->drives[i].gated ? ", only right after somebody else used it" : "");
}

int platter_drives_init(struct platter_agent *agent)
{
    char names[PLATTER_DRIVES_TEXT_MAX], *list = names, *name;
    int r = 0;
    memcpy(names, agent->options.drives, sizeof(names));
    while (r == 0 && (name = next_name(&list)) != NULL)
        r = strcmp(name, "auto") == 0 ? take_all(agent) : take_named(agent, name);
    if (r < 0) {
        errno = -r;
        platter_log_say(&agent->log, LOG_ERR, NULL, "drives: %m");
        free(agent->drives);
        return PLATTER_EXIT_OS;
    }
    say_what_is_watched(agent);
    return 0;
}

void platter_drives_deinit(struct platter_agent *agent)
{
    free(agent->drives);
    agent->drives = NULL;
    agent->n_drives = 0;
}

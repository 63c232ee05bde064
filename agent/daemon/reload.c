/* SPDX-License-Identifier: MIT */
#include "agent/daemon/reload.h"

#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "agent/daemon/drives.h"
#include "agent/daemon/events.h"
#include "agent/daemon/print_config.h"
#include "agent/daemon/process.h"
#include "agent/daemon/sampler.h"
#include <platter/errors.h>

/* "interval = 5min" */
static char *setting(const struct platter_option *option, const void *member)
{
    char *text = NULL;
    size_t len;
    FILE *f = open_memstream(&text, &len);
    if (!f)
        return NULL;
    fprintf(f, "%s = ", option->name);
    platter_option_write(option, member, f);
    if (fclose(f) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static void take_one(struct platter_agent *agent, const struct platter_options *fresh, unsigned i)
{
    unsigned n;
    const struct platter_option *option = &platter_options_table(&n)[i];
    void *old = (char *)&agent->options + option->offset;
    const void *new = (const char *)fresh + option->offset;
    if (memcmp(old, new, option->size) == 0) {
        agent->options.origin[i] = fresh->origin[i];
        return;
    }
    CLEANUP_FREE char *text = setting(option, new);
    if (!(option->where & PLATTER_OPTION_LIVE)) {
        platter_log_say(&agent->log, LOG_WARNING, NULL,
                        "%s: needs a restart of platterd; the old value stays until then",
                        text ? text : option->name);
        return;
    }
    memcpy(old, new, option->size);
    agent->options.origin[i] = fresh->origin[i];
    platter_log_say(&agent->log, LOG_NOTICE, NULL, "%s: holds from now on",
                    text ? text : option->name);
}

/* Where in the file they stand does not matter. */
static bool is_same_section(const struct platter_section *a, const struct platter_section *b)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    bool same = strcmp(a->match, b->match) == 0;
    for (unsigned i = 0; same && i < n; i++)
        same = !a->lines[i] == !b->lines[i] &&
               (!a->lines[i] ||
                memcmp((const char *)&a->values + table[i].drive_offset,
                       (const char *)&b->values + table[i].drive_offset, table[i].size) == 0);
    return same;
}

static void take_sections(struct platter_agent *agent, const struct platter_options *fresh)
{
    struct platter_options *o = &agent->options;
    bool same = o->n_sections == fresh->n_sections;
    for (unsigned i = 0; same && i < o->n_sections; i++)
        same = is_same_section(&o->sections[i], &fresh->sections[i]);
    o->n_sections = fresh->n_sections;
    memcpy(o->sections, fresh->sections, sizeof(o->sections));
    if (same)
        return;
    platter_log_say(&agent->log, LOG_NOTICE, NULL, "%u section%s of drives: hold from now on",
                    o->n_sections, o->n_sections == 1 ? "" : "s");
}

static void configure(struct platter_tracked *t)
{
    uint64_t interval_ns = t->o.interval_ns;
    platter_drives_configure(t);
    if (t->o.interval_ns != interval_ns && t->begin_ns && !t->sampling)
        platter_sampler_again(t, 0);
}

int platter_reload(struct platter_agent *agent)
{
    struct platter_options fresh;
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    int status = platter_settings_read(agent, &fresh);
    if (status) {
        platter_log_say(&agent->log, LOG_ERR, NULL,
                        "the new configuration is not taken; the old one stays");
        platter_events_add(agent, NULL, "reloaded", PLATTER_WARNING,
                           "the new configuration is wrong: the old one stays");
        return status;
    }
    for (unsigned i = 0; i < n; i++)
        if (table[i].where & PLATTER_OPTION_GLOBAL)
            take_one(agent, &fresh, i);
    take_sections(agent, &fresh);
    for (unsigned i = 0; i < agent->n_drives; i++)
        configure(&agent->drives[i]);
    platter_drives_say_sections(agent);
    platter_log_say(&agent->log, LOG_NOTICE, NULL, "the configuration was read again");
    platter_events_add(agent, NULL, "reloaded", PLATTER_INFO, "the configuration was read again");
    platter_sampler_tick(agent);
    return 0;
}

static void on_hangup(evutil_socket_t sig, short what, void *user)
{
    struct platter_agent *agent = user;
    (void)sig;
    (void)what;
    if (!agent->stop_round)
        platter_reload(agent);
}

int platter_reload_init(struct platter_agent *agent)
{
    agent->on_reload = evsignal_new(agent->base, SIGHUP, on_hangup, agent);
    if (agent->on_reload && event_add(agent->on_reload, NULL) == 0)
        return 0;
    platter_log_say(&agent->log, LOG_ERR, NULL, "SIGHUP: %m");
    platter_reload_deinit(agent);
    return PLATTER_EXIT_OS;
}

void platter_reload_deinit(struct platter_agent *agent)
{
    if (agent->on_reload)
        event_free(agent->on_reload);
    agent->on_reload = NULL;
}

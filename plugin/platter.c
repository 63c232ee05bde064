/* SPDX-License-Identifier: MIT */
/*
 * The collectd plugin's shim: the only file that sees collectd's headers. It turns collectd's
 * configuration block into ours and updates into value lists; the rest is host-neutral (agent.c,
 * feed.c).
 *
 * No callback here ever fails: collectd exits on a configuration callback that does, and suspends a
 * read callback for up to a day.
 */
#include "collectd/core/daemon/collectd.h"

#include "collectd/core/daemon/configfile.h"
#include "collectd/core/daemon/plugin.h"
#include "collectd/core/daemon/utils_cache.h"
#include "collectd/core/utils/common/common.h"

#include "plugin/agent.h"
#include "plugin/feed.h"
#include "plugin/hostconf.h"
#include <platter/series.h>

#define READ_INTERVAL_S 10
#define VALUES_MAX 16
#define SETTLE_NS 25000000
#define SETTLE_TRIES 40 /* 1 s */

static int dispatch(const struct platter_update *u, void *user);
static void log_text(int level, const char *text, void *user);
static void notify(const struct platter_event *e, void *user);
static void settle(void *user);

/* collectd's configuration, init and shutdown callbacks get no argument to keep this in. They and
 * the read callback never run at the same time. */
static struct {
    struct platter_host host;
    struct platter_hostconf conf;
    struct platter_feed feed;
    struct platter_agent agent;
    bool started;
    bool one_writer; /* collectd's write threads cannot overtake each other */
    struct {
        size_t sent;     /* values since the last settle */
        cdtime_t oldest; /* of them */
        bool unseen;     /* they do not show up in collectd's cache */
    } round;
} self = {.host = {.update = dispatch, .log = log_text, .notify = notify, .settle = settle}};

static void log_text(int level, const char *text, void *user)
{
    (void)user;
    plugin_log(level < LOG_ERR     ? LOG_ERR
               : level > LOG_DEBUG ? LOG_DEBUG
                                   : level,
               "platter plugin: %s", text);
}

/* Whether the round's values are in collectd's cache: as many of ours as were sent, or all that it
 * has of ours, are as new as the round's oldest. */
static bool arrived(void)
{
    char **names = NULL;
    cdtime_t *times = NULL;
    size_t n = 0, found = 0;
    if (uc_get_names(&names, &times, &n) != 0)
        return true;
    for (size_t i = 0; i < n; i++) {
        found += strstr(names[i], "/" PLATTER_PLUGIN_NAME "-") && times[i] >= self.round.oldest;
        sfree(names[i]);
    }
    sfree(names);
    sfree(times);
    return found >= self.round.sent;
}

/* collectd's write threads (five by default) take values from one queue; a round of rows has to go
 * through before the next one, which could overtake it and make it "too old". Where a filter keeps
 * values from the cache nothing can be waited for but a moment. */
static void settle(void *user)
{
    (void)user;
    const struct timespec pause = {.tv_nsec = SETTLE_NS};
    if (self.round.sent == 0 || self.one_writer)
        return;
    nanosleep(&pause, NULL);
    for (unsigned i = 0; !self.round.unseen && !arrived(); i++) {
        self.round.unseen = i == SETTLE_TRIES;
        nanosleep(&pause, NULL);
    }
    self.round.sent = 0;
}

static int dispatch(const struct platter_update *u, void *user)
{
    (void)user;
    value_t values[PLATTER_SOURCES_MAX];
    value_list_t vl = VALUE_LIST_INIT;
    for (unsigned i = 0; i < u->type->n_sources; i++) {
        if (u->type->sources[i].kind == PLATTER_GAUGE)
            values[i].gauge = u->values[i].gauge;
        else
            values[i].derive = (derive_t)u->values[i].derive;
    }
    vl.values = values;
    vl.values_len = u->type->n_sources;
    vl.time = TIME_T_TO_CDTIME_T(u->time_s);
    vl.interval = TIME_T_TO_CDTIME_T(u->step_s);
    sstrncpy(vl.plugin, PLATTER_PLUGIN_NAME, sizeof vl.plugin);
    sstrncpy(vl.plugin_instance, u->drive, sizeof vl.plugin_instance);
    sstrncpy(vl.type, u->type->name, sizeof vl.type);
    sstrncpy(vl.type_instance, u->instance, sizeof vl.type_instance);
    int rc = plugin_dispatch_values(&vl);
    if (rc == 0 && (self.round.sent++ == 0 || vl.time < self.round.oldest))
        self.round.oldest = vl.time;
    return rc;
}

/* collectd knows three severities: what is only news is OKAY. The drive and what it is about are in
 * the message too: some targets show that alone. */
static void notify(const struct platter_event *e, void *user)
{
    (void)user;
    notification_t n = {
        .severity = e->severity == PLATTER_FAILURE   ? NOTIF_FAILURE
                    : e->severity == PLATTER_WARNING ? NOTIF_WARNING
                                                     : NOTIF_OKAY,
        .time = TIME_T_TO_CDTIME_T(e->time_s),
    };
    ssnprintf(n.message, sizeof n.message, "%s%s%s: %s", e->drive, *e->drive ? ": " : "", e->code,
              e->text);
    sstrncpy(n.host, hostname_g, sizeof n.host);
    sstrncpy(n.plugin, PLATTER_PLUGIN_NAME, sizeof n.plugin);
    sstrncpy(n.plugin_instance, e->drive, sizeof n.plugin_instance);
    sstrncpy(n.type, "platter_drive", sizeof n.type);
    sstrncpy(n.type_instance, e->code, sizeof n.type_instance);
    plugin_dispatch_notification(&n);
}

static void register_type(const struct platter_type *type)
{
    data_source_t sources[PLATTER_SOURCES_MAX] = {0};
    data_set_t set = {.ds_num = type->n_sources, .ds = sources};
    sstrncpy(set.type, type->name, sizeof set.type);
    for (unsigned i = 0; i < type->n_sources; i++) {
        const struct platter_source *source = &type->sources[i];
        sstrncpy(sources[i].name, source->name, sizeof sources[i].name);
        sources[i].type = source->kind == PLATTER_GAUGE ? DS_TYPE_GAUGE : DS_TYPE_DERIVE;
        sources[i].min = source->min;
        sources[i].max = source->max;
    }
    plugin_register_data_set(&set);
}

/* A value as text; buf is for those that are none. Returns NULL: it cannot be one. */
static const char *value_text(const oconfig_value_t *value, char *buf, size_t size)
{
    switch (value->type) {
    case OCONFIG_TYPE_STRING:
        return value->value.string;
    case OCONFIG_TYPE_BOOLEAN:
        return value->value.boolean ? "true" : "false";
    case OCONFIG_TYPE_NUMBER:
        return platter_hostconf_number(value->value.number, buf, size) == 0 ? buf : NULL;
    default:
        return NULL;
    }
}

static void take_item(const oconfig_item_t *item)
{
    const char *values[VALUES_MAX];
    char numbers[VALUES_MAX][40], why[256];
    int n = item->values_num;
    if (item->children_num > 0 || n > VALUES_MAX) {
        plugin_log(LOG_ERR, "platter plugin: %s: %s; ignored", item->key,
                   n > VALUES_MAX ? "too many values" : "there is no such block");
        return;
    }
    for (int i = 0; i < n; i++) {
        values[i] = value_text(&item->values[i], numbers[i], sizeof numbers[i]);
        if (!values[i]) {
            plugin_log(LOG_ERR, "platter plugin: %s: not a usable number; ignored", item->key);
            return;
        }
    }
    int rc = platter_hostconf_set(&self.conf, item->key, values, (size_t)n, why, sizeof why);
    if (rc < 0)
        plugin_log(LOG_ERR, "platter plugin: %s %s: %s; ignored", item->key, n ? values[0] : "",
                   rc == -EINVAL ? why : "no memory");
}

static int config(oconfig_item_t *block)
{
    for (int i = 0; i < block->children_num; i++)
        take_item(&block->children[i]);
    return 0;
}

static void poll_agent(void)
{
    struct timespec boot;
    clock_gettime(CLOCK_BOOTTIME, &boot);
    platter_agent_poll(&self.agent, (int64_t)boot.tv_sec, (int64_t)time(NULL));
}

static int read_values(user_data_t *user)
{
    (void)user;
    if (self.started)
        poll_agent();
    return 0;
}

/* The first read callback comes at once and connects, or starts the agent: collectd has become a
 * daemon by then, and its write threads take what is dispatched. */
static int init(void)
{
    if (self.started)
        return 0;
    platter_feed_init(&self.feed, &self.host, &self.conf.select, self.conf.series);
    platter_agent_init(&self.agent, &self.conf, &self.host, &self.feed,
                       PLATTER_SBINDIR "/platterd");
    self.one_writer = global_option_get_long("WriteThreads", 0) == 1;
    self.started = true;
    return 0;
}

static int shut_down(void)
{
    if (self.started) {
        platter_agent_stop(&self.agent);
        platter_feed_deinit(&self.feed);
    }
    self.started = false;
    platter_hostconf_deinit(&self.conf);
    return 0;
}

/* The plugin only empties a socket here; the rows' own interval is the agent's step. */
static cdtime_t read_interval(void)
{
    cdtime_t longest = TIME_T_TO_CDTIME_T(READ_INTERVAL_S);
    cdtime_t asked = plugin_get_interval();
    return asked > 0 && asked < longest ? asked : longest;
}

void module_register(void)
{
    unsigned n;
    const struct platter_type *types = platter_series_types(&n);
    for (unsigned i = 0; i < n; i++)
        if (!types[i].stock)
            register_type(&types[i]);
    platter_hostconf_init(&self.conf);
    plugin_register_complex_config(PLATTER_PLUGIN_NAME, config);
    plugin_register_init(PLATTER_PLUGIN_NAME, init);
    plugin_register_complex_read(NULL, PLATTER_PLUGIN_NAME, read_values, read_interval(), NULL);
    plugin_register_shutdown(PLATTER_PLUGIN_NAME, shut_down);
}

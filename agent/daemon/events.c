/* SPDX-License-Identifier: MIT */
#include "agent/daemon/events.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/server.h"
#include <platter/errors.h>
#include <platter/version.h>

struct platter_event_kept {
    uint64_t seq;
    int64_t time_s;
    double size;
    enum platter_severity severity;
    char texts[]; /* drive, code, zones, text, each with its NUL */
};

/* Of these the drive does not recover by itself. */
static const char *const failures[] = {"gone", "unreadable", "read_error"};

static struct platter_event_kept *pack(const struct platter_event *e)
{
    const char *texts[] = {e->drive, e->code, e->zones, e->text};
    size_t len = 0;
    for (size_t i = 0; i < 4; i++)
        len += strlen(texts[i]) + 1;
    struct platter_event_kept *kept = malloc(sizeof(*kept) + len);
    if (!kept)
        return NULL;
    kept->seq = e->seq;
    kept->time_s = e->time_s;
    kept->size = e->size;
    kept->severity = e->severity;
    char *p = kept->texts;
    for (size_t i = 0; i < 4; i++)
        p = stpcpy(p, texts[i]) + 1;
    return kept;
}

static void unpack(const struct platter_event_kept *kept, struct platter_event *e)
{
    const char *drive = kept->texts, *code = drive + strlen(drive) + 1;
    const char *zones = code + strlen(code) + 1, *text = zones + strlen(zones) + 1;
    platter_event_init(e, kept->time_s, drive, code, kept->severity, text);
    snprintf(e->zones, sizeof(e->zones), "%s", zones);
    e->seq = kept->seq;
    e->size = kept->size;
}

static int64_t wall_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int platter_events_init(struct platter_agent *agent)
{
    struct platter_events *events = calloc(1, sizeof(*events));
    if (events)
        events->ring = calloc(PLATTER_EVENTS_MAX, sizeof(struct platter_event_kept *));
    if (!events || !events->ring) {
        free(events);
        platter_log_say(&agent->log, LOG_ERR, NULL, "events: %m");
        return PLATTER_EXIT_OS;
    }
    events->epoch = wall_ms();
    events->first_seq = 1;
    agent->events = events;
    return 0;
}

int platter_events_begin(struct platter_agent *agent)
{
    platter_events_add(agent, NULL, "started", PLATTER_INFO,
                       "platterd %s has started: it watches %u drive%s", PLATTER_VERSION,
                       agent->n_drives, agent->n_drives == 1 ? "" : "s");
    return 0;
}

void platter_events_deinit(struct platter_agent *agent)
{
    struct platter_events *events = agent->events;
    if (!events)
        return;
    for (unsigned i = 0; i < PLATTER_EVENTS_MAX; i++)
        free(events->ring[i]);
    free(events->ring);
    free(events);
    agent->events = NULL;
}

/* One that could not be packed leaves a gap in what is kept, none in the numbers. */
static void keep(struct platter_events *events, const struct platter_event *e)
{
    struct platter_event_kept **place = &events->ring[e->seq % PLATTER_EVENTS_MAX];
    free(*place);
    *place = pack(e);
    if (events->last_seq - events->first_seq >= PLATTER_EVENTS_MAX)
        events->first_seq = events->last_seq - PLATTER_EVENTS_MAX + 1;
}

/* Numbers are given already: they stay. */
static bool has_begun(const struct platter_events *events)
{
    return events->last_seq != events->start_seq;
}

void platter_events_restore(struct platter_events *events, const struct platter_event *e)
{
    if (has_begun(events) || e->seq <= events->last_seq)
        return;
    if (events->last_seq == 0)
        events->first_seq = e->seq;
    events->last_seq = events->start_seq = e->seq;
    keep(events, e);
}

void platter_events_resume(struct platter_events *events, uint64_t last_seq, int64_t epoch)
{
    if (has_begun(events))
        return;
    if (last_seq != events->last_seq)
        events->first_seq = last_seq + 1;
    events->last_seq = events->start_seq = last_seq;
    if (epoch > 0)
        events->epoch = epoch;
}

static void add(struct platter_agent *agent, struct platter_event *e)
{
    struct platter_events *events = agent->events;
    e->seq = ++events->last_seq;
    keep(events, e);
    if (events->store)
        events->store(events->store_user, e);
    platter_server_event(agent, e);
}

void platter_events_add(struct platter_agent *agent, const char *drive, const char *code,
                        enum platter_severity severity, const char *format, ...)
{
    struct platter_event e;
    char text[PLATTER_TEXT_MAX];
    va_list ap;
    if (!agent->events)
        return;
    va_start(ap, format);
    vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    platter_event_init(&e, platter_wall_s(), drive, code, severity, text);
    add(agent, &e);
}

void platter_events_trouble(struct platter_agent *agent, const char *drive, const char *code,
                            const char *text)
{
    enum platter_severity severity = PLATTER_WARNING;
    for (size_t i = 0; i < sizeof(failures) / sizeof(failures[0]); i++)
        if (strcmp(failures[i], code) == 0)
            severity = PLATTER_FAILURE;
    platter_events_add(agent, drive, code, severity, "%s", text);
}

int platter_events_get(const struct platter_events *events, uint64_t seq, struct platter_event *out)
{
    if (seq < events->first_seq || seq > events->last_seq)
        return -ENOENT;
    const struct platter_event_kept *kept = events->ring[seq % PLATTER_EVENTS_MAX];
    if (!kept || kept->seq != seq)
        return -ENOENT;
    unpack(kept, out);
    return 0;
}

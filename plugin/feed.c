/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "plugin/feed.h"

/* A box has not more drives than this; an agent that names more is broken. */
#define DRIVES_MAX 1024

struct platter_feed_drive {
    char id[PLATTER_ID_MAX];
    int64_t last_s;
    uint64_t round; /* in which it last had a row */
    bool stale_said;
};

/* Text from outside must not forge lines in the host's log. */
static void one_line(char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
}

void platter_host_log(const struct platter_host *host, int level, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    one_line(text);
    host->log(level, text, host->user);
}

void platter_feed_init(struct platter_feed *f, const struct platter_host *host,
                       const struct platter_select *select, enum platter_series_set series)
{
    *f = (struct platter_feed){.host = host, .select = select, .series = series, .round = 1};
    platter_lines_init(&f->lines);
}

void platter_feed_deinit(struct platter_feed *f)
{
    platter_lines_deinit(&f->lines);
    free(f->drives);
    f->drives = NULL;
    f->n_drives = 0;
}

static void bad(struct platter_feed *f, const char *why)
{
    f->counts.bad++;
    if (f->bad_said)
        return;
    f->bad_said = true;
    platter_host_log(f->host, LOG_WARNING,
                     "a line from the agent was not understood (%s): it is left out; further ones "
                     "are counted, not reported. Are plugin and agent of one version?",
                     why);
}

/* The entry of a drive, made at first sight. NULL: no memory, or too many. */
static struct platter_feed_drive *find_drive(struct platter_feed *f, const char *id)
{
    for (size_t i = 0; i < f->n_drives; i++)
        if (strcmp(f->drives[i].id, id) == 0)
            return &f->drives[i];
    if (f->n_drives == DRIVES_MAX)
        return NULL;
    struct platter_feed_drive *grown = realloc(f->drives, (f->n_drives + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    f->drives = grown;
    struct platter_feed_drive *drive = &grown[f->n_drives++];
    *drive = (struct platter_feed_drive){.last_s = INT64_MIN};
    snprintf(drive->id, sizeof drive->id, "%s", id);
    return drive;
}

/* Taking rows takes time itself: now_s is of the begin. */
#define AHEAD_S 60

/* Whether a row may be written: hosts and RRDs refuse a second value for a time, and a row from the
 * future would lock out all rows before it. */
static bool in_time(struct platter_feed *f, struct platter_feed_drive *drive,
                    const struct platter_snapshot *s)
{
    bool ahead = s->time_s > f->now_s + s->step_s + AHEAD_S;
    if (s->time_s > drive->last_s && !ahead) {
        drive->stale_said = false;
        return true;
    }
    /* A step that the last connection broke off is sent again as a whole. */
    if (f->step_done_s > 0 && s->time_s <= drive->last_s && s->time_s > f->step_done_s)
        return false;
    f->counts.stale++;
    if (!drive->stale_said)
        platter_host_log(f->host, LOG_WARNING,
                         "%s: a row of %" PRId64 " is %s (%" PRId64 "): dropped, as are further "
                         "such rows. Was the clock set?",
                         s->drive, s->time_s, ahead ? "later than now" : "not newer than the last",
                         ahead ? f->now_s : drive->last_s);
    drive->stale_said = true;
    return false;
}

static int count_update(const struct platter_update *u, void *user)
{
    struct platter_feed *f = user;
    if (f->host->update(u, f->host->user) == 0)
        f->counts.updates++;
    else
        f->counts.refused++;
    return 0; /* one bad update loses that one only */
}

void platter_feed_next_round(struct platter_feed *f)
{
    f->round++;
    if (f->host->settle)
        f->host->settle(f->host->user);
}

static void take_snapshot(struct platter_feed *f, const struct platter_snapshot *s)
{
    if (!platter_select_wants(f->select, s->drive))
        return;
    if (s->step_s == 0 || s->time_s <= 0) {
        bad(f, "a snapshot without time or step");
        return;
    }
    struct platter_feed_drive *drive = find_drive(f, s->drive);
    if (!drive) {
        if (!f->full_said)
            platter_host_log(f->host, LOG_ERR, "%s: more drives than memory: left out", s->drive);
        f->full_said = true;
        return;
    }
    if (!in_time(f, drive, s))
        return;
    if (drive->round == f->round)
        platter_feed_next_round(f);
    drive->round = f->round;
    drive->last_s = s->time_s;
    f->counts.snapshots++;
    platter_series_walk(s, f->series, count_update, f);
}

static void take_hello(struct platter_feed *f, const struct platter_message *m)
{
    memcpy(f->version, m->version, sizeof f->version);
    one_line(f->version);
    f->step_s = m->step_s;
    f->protocol = m->protocol;
    f->settings = m->settings;
    if (f->event_epoch != m->event_epoch)
        f->event_cursor = 0;
    f->event_epoch = m->event_epoch;
    f->greeted = true;
    if (m->protocol > PLATTER_PROTOCOL && !f->protocol_said) {
        f->protocol_said = true;
        platter_host_log(f->host, LOG_ERR,
                         "the agent speaks protocol %" PRId64 ", this plugin %d: what it says may "
                         "be misunderstood. Install a plugin of version %s",
                         m->protocol, PLATTER_PROTOCOL, f->version);
    }
}

static void take_step(struct platter_feed *f, int64_t time_s)
{
    if (time_s > f->step_done_s && time_s <= f->now_s + f->step_s)
        f->step_done_s = time_s;
}

static void take_event(struct platter_feed *f, const struct platter_event *e)
{
    if (e->seq <= f->event_cursor)
        return;
    f->event_cursor = e->seq;
    if ((e->drive[0] && !platter_select_wants(f->select, e->drive)) || !f->host->notify)
        return;
    f->counts.events++;
    f->host->notify(e, f->host->user);
}

static void take_error(struct platter_feed *f, const char *text)
{
    if (!f->error_said)
        platter_host_log(f->host, LOG_WARNING, "the agent refused our request: %s", text);
    f->error_said = true;
}

static int take_line(char *line, size_t len, void *user)
{
    struct platter_feed *f = user;
    struct platter_message *m = &f->message;
    char why[160];
    int rc = platter_message_parse(line, len, m, why, sizeof why);
    if (rc == -EPROTO) {
        bad(f, why);
        return 0;
    }
    if (rc < 0)
        return rc;
    switch (m->kind) {
    case PLATTER_MESSAGE_HELLO:
        take_hello(f, m);
        break;
    case PLATTER_MESSAGE_SNAPSHOT:
        take_snapshot(f, &m->snapshot);
        break;
    case PLATTER_MESSAGE_STEP:
        take_step(f, m->time_s);
        break;
    case PLATTER_MESSAGE_EVENT:
        take_event(f, &m->event);
        break;
    case PLATTER_MESSAGE_LOG:
        platter_host_log(f->host, m->level, "agent: %s", m->text);
        break;
    case PLATTER_MESSAGE_ERROR:
        take_error(f, m->text);
        break;
    case PLATTER_MESSAGE_OTHER:
        break;
    }
    return 0;
}

int platter_feed_bytes(struct platter_feed *f, const void *bytes, size_t n, int64_t now_s)
{
    uint64_t too_long = f->lines.too_long;
    f->now_s = now_s;
    int rc = platter_lines_feed(&f->lines, bytes, n, take_line, f);
    for (; too_long < f->lines.too_long; too_long++)
        bad(f, "longer than any line of ours");
    return rc;
}

void platter_feed_end(struct platter_feed *f)
{
    if (platter_lines_pending(&f->lines))
        bad(f, "cut off by the end of the connection");
    platter_lines_deinit(&f->lines);
    platter_lines_init(&f->lines);
    f->greeted = false;
}

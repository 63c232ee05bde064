/* SPDX-License-Identifier: MIT */
#include "agent/store/series_rrd.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "agent/core/rng.h"
#include "agent/store/layout.h"
#include "agent/store/rrd.h"
#include "agent/store/zone_files.h"
#include <platter/errors.h>

struct file {
    char *path;
    uint64_t hash;
    const struct platter_type *type;
    char drive[PLATTER_ID_MAX];
    uint32_t step_s;
    bool checked; /* is there, is an RRD, has our step */
    bool refused; /* said why; until we are started again */
    bool failing; /* said why; tried again at every flush */
    bool stale;   /* an old stamp has been said */
    int64_t last_s;
    struct platter_rrd_row *rows;
    unsigned n_rows, size;
};

/* Into how many zones a drive is cut. */
struct cut {
    char drive[PLATTER_ID_MAX];
    unsigned n_zones;
    bool checked; /* no files of another number are in the way */
};

struct platter_series_rrd {
    char *folder, *host;
    char *daemon; /* rrdcached; NULL = none */
    platter_say say;
    void *user;
    struct file *files;
    unsigned n_files;
    struct cut *cuts;
    unsigned n_cuts;
    uint64_t dropped; /* rows, since this was last said */
};

__attribute__((format(printf, 5, 6))) static void say(const struct platter_series_rrd *r,
                                                      const struct file *f, int level,
                                                      const char *code, const char *format, ...)
{
    char text[PATH_MAX + 256];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    r->say(r->user, level, code, f->drive, text);
}

int platter_series_rrd_new(const char *folder, const char *host, const char *daemon,
                           platter_say sayer, void *user, struct platter_series_rrd **out)
{
    struct platter_series_rrd *r = calloc(1, sizeof(*r));
    if (!r)
        return -ENOMEM;
    *r = (struct platter_series_rrd){
        .folder = strdup(folder), .host = strdup(host), .say = sayer, .user = user};
    if (daemon && *daemon)
        r->daemon = strdup(daemon);
    if (!r->folder || !r->host || (daemon && *daemon && !r->daemon)) {
        platter_series_rrd_free(r);
        return -ENOMEM;
    }
    *out = r;
    return 0;
}

void platter_series_rrd_free(struct platter_series_rrd *r)
{
    if (!r)
        return;
    for (unsigned i = 0; i < r->n_files; i++) {
        free(r->files[i].path);
        free(r->files[i].rows);
    }
    free(r->files);
    free(r->cuts);
    free(r->folder);
    free(r->host);
    free(r->daemon);
    free(r);
}

/* ---- Taking in ------------------------------------------------------------------------------ */

static struct file *new_file(struct platter_series_rrd *r, const struct platter_update *u,
                             const char *path, uint64_t hash)
{
    struct file *more = realloc(r->files, (r->n_files + 1) * sizeof(*more));
    if (!more)
        return NULL;
    r->files = more;
    struct file *f = &more[r->n_files];
    *f = (struct file){.path = strdup(path), .hash = hash, .type = u->type, .step_s = u->step_s};
    snprintf(f->drive, sizeof(f->drive), "%s", u->drive);
    if (!f->path)
        return NULL;
    r->n_files++;
    return f;
}

static int file_of(struct platter_series_rrd *r, const struct platter_update *u, struct file **out)
{
    char path[PATH_MAX];
    int n = snprintf(path, sizeof(path), "%s/%s/" PLATTER_PLUGIN_NAME "-%s/%s%s%s.rrd", r->folder,
                     r->host, u->drive, u->type->name, *u->instance ? "-" : "", u->instance);
    if (n < 0 || (size_t)n >= sizeof(path))
        return -ENAMETOOLONG;
    uint64_t hash = platter_hash(path, (size_t)n);
    for (unsigned i = 0; i < r->n_files; i++) {
        if (r->files[i].hash == hash && strcmp(r->files[i].path, path) == 0) {
            *out = &r->files[i];
            return 0;
        }
    }
    *out = new_file(r, u, path, hash);
    return *out ? 0 : -ENOMEM;
}

/* Room for one more row: more memory, or in the place of the oldest. */
static int make_place(struct platter_series_rrd *r, struct file *f)
{
    if (f->n_rows == PLATTER_SERIES_RRD_WAITING_MAX) {
        memmove(f->rows, f->rows + 1, --f->n_rows * sizeof(*f->rows));
        r->dropped++;
    }
    if (f->n_rows < f->size)
        return 0;
    unsigned size = f->size ? f->size * 2 : 4;
    struct platter_rrd_row *more = realloc(f->rows, size * sizeof(*more));
    if (!more)
        return -ENOMEM;
    f->rows = more;
    f->size = size;
    return 0;
}

static int add_update(const struct platter_update *u, void *user)
{
    struct platter_series_rrd *r = user;
    struct file *f = NULL;
    int result = file_of(r, u, &f);
    if (result < 0 || f->refused)
        return result;
    if (u->time_s <= f->last_s || u->step_s != f->step_s) {
        if (!f->stale)
            say(r, f, LOG_WARNING, "old_stamp",
                "%s: a row stamped %" PRId64 " is dropped: the last one was %" PRId64, f->path,
                u->time_s, f->last_s);
        f->stale = true;
        return 0;
    }
    result = make_place(r, f);
    if (result < 0)
        return result;
    struct platter_rrd_row *row = &f->rows[f->n_rows++];
    row->time_s = f->last_s = u->time_s;
    memcpy(row->values, u->values, u->type->n_sources * sizeof(row->values[0]));
    f->stale = false;
    return 0;
}

static int know_cut(struct platter_series_rrd *r, const struct platter_snapshot *s)
{
    unsigned i = 0;
    while (i < r->n_cuts && strcmp(r->cuts[i].drive, s->drive) != 0)
        i++;
    if (i < r->n_cuts || s->n_zones == 0)
        return 0;
    struct cut *more = realloc(r->cuts, (i + 1) * sizeof(*more));
    if (!more)
        return -ENOMEM;
    r->cuts = more;
    more[i] = (struct cut){.n_zones = s->n_zones};
    memcpy(more[i].drive, s->drive, sizeof(more[i].drive));
    r->n_cuts++;
    return 0;
}

int platter_series_rrd_add(struct platter_series_rrd *r, const struct platter_snapshot *s)
{
    bool sane = s->drive[0] && s->drive[0] != '.' && !strchr(s->drive, '/') && s->step_s > 0 &&
                s->time_s >= s->step_s && s->n_zones <= PLATTER_ZONES_MAX;
    int result = sane ? know_cut(r, s) : -EINVAL;
    return result ? result : platter_series_walk(s, PLATTER_SERIES_ALL, add_update, r);
}

bool platter_series_rrd_pending(const struct platter_series_rrd *r)
{
    for (unsigned i = 0; i < r->n_files; i++)
        if (r->files[i].n_rows)
            return true;
    return false;
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* Never overwritten: somebody may still get something out of it. */
static int move_aside(const struct platter_series_rrd *r, const struct file *f, int64_t now_s,
                      const char *why)
{
    char aside[PATH_MAX + 32];
    snprintf(aside, sizeof(aside), "%s.broken-%" PRId64, f->path, now_s);
    if (rename(f->path, aside) < 0)
        return -errno;
    say(r, f, LOG_WARNING, "rrd_broken", "%s was broken (%s): renamed to %s, a new one begins",
        f->path, why, strrchr(aside, '/') + 1);
    return 0;
}

static void refuse(const struct platter_series_rrd *r, struct file *f, uint64_t step_s)
{
    f->refused = true;
    f->n_rows = 0;
    say(r, f, LOG_WARNING, "rrd_step",
        "%s was made with a step of %" PRIu64 " s, not of %u s: left alone; move it aside", f->path,
        step_s, f->step_s);
}

/* Its rows wait; it is tried again at the next flush. */
static void fail(const struct platter_series_rrd *r, struct file *f, const char *why)
{
    if (!f->failing)
        say(r, f, LOG_WARNING, "rrd_unusable", "%s: %s", f->path, why);
    f->failing = true;
}

/* What is older than the file's last row went in before we were started. */
static void drop_old(const struct platter_series_rrd *r, struct file *f, int64_t last_s)
{
    unsigned old = 0;
    while (old < f->n_rows && f->rows[old].time_s <= last_s)
        old++;
    if (old && f->rows[old - 1].time_s < last_s && !f->stale) {
        say(r, f, LOG_WARNING, "old_stamp",
            "%s: %u rows up to %" PRId64 " are dropped: the last one in it is %" PRId64, f->path,
            old, f->rows[old - 1].time_s, last_s);
        f->stale = true;
    }
    f->n_rows -= old;
    memmove(f->rows, f->rows + old, f->n_rows * sizeof(*f->rows));
    if (f->last_s < last_s)
        f->last_s = last_s;
}

/* Make sure that a file of ours is there. 0; 1: not now, or never, which was said. */
static int check(struct platter_series_rrd *r, struct file *f, int64_t now_s,
                 bool (*room)(void *user, uint64_t bytes))
{
    struct platter_rrd_info info;
    char why[256] = "";
    int result = platter_rrd_info(f->path, &info, why, sizeof(why));
    /* What rrdcached still holds of it is older than what we have. */
    if (result == 0 && r->daemon)
        result = platter_rrd_flush(f->path, r->daemon, why, sizeof(why));
    if (result == 0 && r->daemon)
        result = platter_rrd_info(f->path, &info, why, sizeof(why));
    if (result == 0 && info.step_s != f->step_s) {
        refuse(r, f, info.step_s);
        return 1;
    }
    if (result == 0)
        drop_old(r, f, info.last_update_s);
    if (result == -EPROTO)
        result = move_aside(r, f, now_s, why) == 0 ? -ENOENT : -EIO;
    if (result == -ENOENT && !room(r->user, platter_layout_bytes(f->type)))
        return 1;
    if (result == -ENOENT)
        result = platter_layout_create(f->path, f->type, f->step_s, f->rows[0].time_s - f->step_s,
                                       why, sizeof(why));
    if (result < 0)
        fail(r, f, why);
    f->checked = result == 0;
    return result == 0 ? 0 : 1;
}

static unsigned flush_file(struct platter_series_rrd *r, struct file *f, int64_t now_s,
                           bool (*room)(void *user, uint64_t bytes))
{
    char why[256] = "";
    int result = -ENOENT;
    /* Once more when it has been taken away or broken since it was looked at. */
    for (int tries = 0; result < 0 && tries < 2; tries++) {
        if (!f->checked && check(r, f, now_s, room) != 0)
            return 0;
        if (f->n_rows == 0)
            return 0;
        result =
            platter_rrd_update(f->path, f->type, f->rows, f->n_rows, r->daemon, why, sizeof(why));
        f->checked = result == 0;
    }
    if (result < 0) {
        fail(r, f, why);
        return 0;
    }
    f->failing = false;
    unsigned written = f->n_rows;
    f->n_rows = 0;
    return written;
}

static void check_cut(const struct platter_series_rrd *r, struct cut *cut, int64_t now_s)
{
    char folder[PATH_MAX], aside[PATH_MAX], text[PATH_MAX + 128];
    int n = snprintf(folder, sizeof(folder), "%s/%s/" PLATTER_PLUGIN_NAME "-%s", r->folder, r->host,
                     cut->drive);
    if (cut->checked || n < 0 || (size_t)n >= sizeof(folder))
        return;
    n = platter_zone_files_aside(folder, cut->n_zones, now_s, aside, sizeof(aside));
    cut->checked = n >= 0;
    if (n > 0)
        snprintf(text, sizeof(text),
                 "RRD files of %d zones, now it has %u: kept in %s, new ones begin", n,
                 cut->n_zones, aside);
    else if (n < 0)
        snprintf(text, sizeof(text), "%s: its files of another number of zones cannot be moved: %s",
                 folder, strerror(-n));
    if (n != 0)
        r->say(r->user, n > 0 ? LOG_NOTICE : LOG_WARNING, n > 0 ? "zones" : "zones_mixed",
               cut->drive, text);
}

unsigned platter_series_rrd_flush(struct platter_series_rrd *r, int64_t now_s,
                                  bool (*room)(void *user, uint64_t bytes))
{
    unsigned written = 0;
    char text[96];
    snprintf(text, sizeof(text), "%" PRIu64 " rows were dropped while they waited to be written",
             r->dropped);
    if (r->dropped)
        r->say(r->user, LOG_WARNING, "rows_dropped", "", text);
    r->dropped = 0;
    for (unsigned i = 0; i < r->n_cuts; i++)
        check_cut(r, &r->cuts[i], now_s);
    for (unsigned i = 0; i < r->n_files; i++)
        if (r->files[i].n_rows)
            written += flush_file(r, &r->files[i], now_s, room);
    return written;
}

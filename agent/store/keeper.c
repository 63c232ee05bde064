/* SPDX-License-Identifier: MIT */
#include "agent/store/keeper.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#include "agent/store/disk.h"
#include "agent/store/flush.h"
#include "agent/store/own_disk.h"
#include "agent/store/state_db.h"
#include <platter/errors.h>

/* Far more drives and events than a machine has between two flushes. */
#define DRIVES_MAX 1024u
#define EVENTS_MAX 4096u

/* One of the drives our files are on, as far as it was told us. */
struct own {
    bool hold; /* sleeps, or waits for others */
    uint64_t awake_ns;
};

struct platter_keeper {
    char folder[PATH_MAX];
    uint64_t every_ns, last_ns;
    platter_say say;
    void *user;
    struct platter_state_db *db;     /* NULL: no room for one yet */
    struct platter_series_rrd *rrds; /* NULL: none wanted */
    struct platter_own_disk disk;
    struct own own[PLATTER_OWN_DISKS_MAX];
    bool full, failing;
    struct platter_saved_drive *drives; /* to be written */
    unsigned n_drives;
    struct platter_event *events;
    unsigned n_events;
    struct platter_blobs judging;
    uint64_t flushes;
    bool run_begun;           /* and can be ended */
    char why[PATH_MAX + 384]; /* the last flush did not save; "" = it did */
};

/* ---- Room ----------------------------------------------------------------------------------- */

static bool has_room(void *user, uint64_t bytes)
{
    const struct platter_keeper *k = user;
    return platter_disk_has_room(k->folder, bytes, k->full);
}

/* What the RRD files have to say. */
static void pass_on(void *user, int level, const char *code, const char *drive, const char *text)
{
    const struct platter_keeper *k = user;
    k->say(k->user, level, code, drive, text);
}

/* Looked at before every flush; said when it changes. */
static void look_for_room(struct platter_keeper *k)
{
    char text[PATH_MAX + 64];
    bool was_full = k->full;
    k->full = !has_room(k, 0);
    if (k->full)
        snprintf(k->why, sizeof(k->why),
                 "%s: less than 50 MB or 1 %% of the disk is free: nothing is saved until there is "
                 "room; measuring goes on",
                 k->folder);
    snprintf(text, sizeof(text), "%s: there is room again: saving", k->folder);
    if (k->full && !was_full)
        k->say(k->user, LOG_WARNING, "disk_full", "", k->why);
    else if (!k->full && was_full)
        k->say(k->user, LOG_NOTICE, "disk_room", "", text);
}

/* ---- Begin and end -------------------------------------------------------------------------- */

static int make_folder(const char *folder)
{
    int r = platter_disk_folders_above(folder);
    return r == 0 && mkdir(folder, 0750) < 0 && errno != EEXIST ? -errno : r;
}

static bool db_is_there(const struct platter_keeper *k)
{
    char path[PATH_MAX + 16];
    struct stat st;
    snprintf(path, sizeof(path), "%s/" PLATTER_STATE_DB_NAME, k->folder);
    return lstat(path, &st) == 0;
}

static int open_all(struct platter_keeper *k, const struct platter_keeper_rules *rules, char *why,
                    size_t why_size)
{
    char folder[PATH_MAX + 8];
    int r = make_folder(k->folder);
    if (r < 0) {
        snprintf(why, why_size, "%s: %s; make it, or set state-dir", k->folder, strerror(-r));
        return r;
    }
    look_for_room(k);
    if (!k->full || db_is_there(k))
        r = platter_state_db_open(k->folder, rules->wait_ms, &k->db, why, why_size);
    snprintf(folder, sizeof(folder), "%s/rrd", k->folder);
    if (r == 0 && rules->rrd)
        r = platter_series_rrd_new(folder, rules->host, rules->rrdcached, pass_on, k, &k->rrds);
    if (platter_own_disk_find("", k->folder, &k->disk) < 0)
        memset(&k->disk, 0, sizeof(k->disk)); /* then nothing is held for one */
    return r;
}

static void release(struct platter_keeper *k)
{
    platter_state_db_free(k->db);
    platter_series_rrd_free(k->rrds);
    free(k->drives);
    free(k->events);
    platter_blobs_clear(&k->judging);
    free(k);
}

int platter_keeper_new(const struct platter_keeper_rules *rules, uint64_t now_ns, platter_say say,
                       void *user, struct platter_keeper **out, char *why, size_t why_size)
{
    struct platter_keeper *k = calloc(1, sizeof(*k));
    if (!k || strlen(rules->folder) >= sizeof(k->folder)) {
        int r = k ? -ENAMETOOLONG : -ENOMEM;
        snprintf(why, why_size, "state-dir: %s", strerror(-r));
        free(k);
        return r;
    }
    snprintf(k->folder, sizeof(k->folder), "%s", rules->folder);
    k->every_ns = rules->every_ns;
    k->last_ns = now_ns;
    k->say = say;
    k->user = user;
    int r = open_all(k, rules, why, why_size);
    if (r == 0)
        *out = k;
    else
        release(k);
    return r;
}

void platter_keeper_free(struct platter_keeper *k, uint64_t now_ns, int64_t now_s)
{
    if (!k)
        return;
    platter_keeper_flush(k, now_ns, now_s);
    if (k->run_begun && !k->why[0])
        platter_event_db_end_run(platter_state_db_events(k->db));
    release(k);
}

void platter_kept_deinit(struct platter_kept *kept)
{
    free(kept->drives);
    free(kept->events);
    platter_blobs_clear(&kept->judging);
    *kept = (struct platter_kept){.drives = NULL};
}

/* A disk that takes no write: then this run's events are counted by nobody that is known later. */
static void begin_run(struct platter_keeper *k, int64_t now_ms, int64_t *epoch)
{
    if (k->full)
        return;
    k->run_begun = platter_event_db_begin_run(platter_state_db_events(k->db), now_ms, epoch) == 0;
}

int platter_keeper_load(struct platter_keeper *k, int64_t now_ms, unsigned max_events,
                        struct platter_kept *kept)
{
    struct platter_kept found = {.drives = NULL};
    int r = 0;
    if (k->db) {
        struct platter_event_db *events = platter_state_db_events(k->db);
        r = platter_event_db_last(events, &found.last_event);
        if (r == 0)
            r = platter_event_db_load(events, max_events, &found.events, &found.n_events);
        if (r == 0)
            r = platter_state_db_load(k->db, &found.drives, &found.n_drives);
        if (r == 0)
            r = platter_state_db_load_judging(k->db, &found.judging);
        if (r == 0)
            begin_run(k, now_ms, &found.epoch);
    }
    if (r < 0)
        platter_kept_deinit(&found);
    else
        *kept = found;
    return r;
}

/* ---- Taking in ------------------------------------------------------------------------------ */

int platter_keeper_publish(struct platter_keeper *k, const struct platter_snapshot *s)
{
    const char *name = strncmp(s->device, "/dev/", 5) == 0 ? s->device + 5 : s->device;
    for (unsigned i = 0; i < k->disk.n; i++) {
        if (strcmp(k->disk.names[i], name) != 0)
            continue;
        k->own[i].hold =
            s->gated || s->power == PLATTER_POWER_STANDBY || s->power == PLATTER_POWER_SLEEP;
    }
    return k->rrds ? platter_series_rrd_add(k->rrds, s) : 0;
}

int platter_keeper_state(struct platter_keeper *k, const struct platter_saved_drive *drive)
{
    unsigned i = 0;
    if (!drive->id[0] || drive->state.n_zones > PLATTER_ZONES_MAX)
        return -EINVAL;
    while (i < k->n_drives && strcmp(k->drives[i].id, drive->id) != 0)
        i++;
    if (i == k->n_drives) {
        struct platter_saved_drive *more =
            i < DRIVES_MAX ? realloc(k->drives, (i + 1) * sizeof(*more)) : NULL;
        if (!more)
            return -ENOMEM;
        k->drives = more;
        k->n_drives++;
    }
    k->drives[i] = *drive;
    return 0;
}

int platter_keeper_event(struct platter_keeper *k, const struct platter_event *event)
{
    struct platter_event *more =
        k->n_events < EVENTS_MAX ? realloc(k->events, (k->n_events + 1) * sizeof(*more)) : NULL;
    if (!more)
        return -ENOMEM;
    k->events = more;
    more[k->n_events++] = *event;
    return 0;
}

int platter_keeper_judging(struct platter_keeper *k, const char *drive, size_t size, size_t offset,
                           const void *bytes, size_t len)
{
    int r = platter_blobs_part(&k->judging, drive, size, offset, bytes, len);
    return r > 0 ? 0 : r;
}

void platter_keeper_awake(struct platter_keeper *k, const char *name, uint64_t now_ns)
{
    for (unsigned i = 0; i < k->disk.n; i++)
        if (strcmp(k->disk.names[i], name) == 0)
            k->own[i].awake_ns = now_ns;
}

const char *platter_keeper_why(const struct platter_keeper *k)
{
    return k->why;
}

uint64_t platter_keeper_flushes(const struct platter_keeper *k)
{
    return k->flushes;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static int save_all(struct platter_keeper *k)
{
    int r = platter_state_db_begin(k->db);
    for (unsigned i = 0; r == 0 && i < k->n_drives; i++)
        r = platter_state_db_save(k->db, &k->drives[i]);
    for (unsigned i = 0; r == 0 && i < k->n_events; i++)
        r = platter_event_db_add(platter_state_db_events(k->db), &k->events[i]);
    if (r == 0)
        r = platter_state_db_save_judging(k->db, &k->judging);
    return r ? r : platter_state_db_commit(k->db);
}

static void save_failed(struct platter_keeper *k)
{
    snprintf(k->why, sizeof(k->why),
             "%s/" PLATTER_STATE_DB_NAME ": %s: held in memory, tried again", k->folder,
             platter_state_db_why(k->db));
    platter_state_db_rollback(k->db);
    if (!k->failing)
        k->say(k->user, LOG_WARNING, "not_saved", "", k->why);
    k->failing = true;
}

/* Its counters of another number of zones. */
static void set_aside(const struct platter_keeper *k, const struct platter_saved_drive *drive)
{
    char text[PATH_MAX + 128];
    int n = platter_state_db_set_aside(k->db, drive);
    if (n <= 0)
        return;
    snprintf(text, sizeof(text),
             "counters of %d zones are kept in %s/" PLATTER_STATE_DB_NAME ".zones%d.bak", n,
             k->folder, n);
    k->say(k->user, LOG_NOTICE, "zones", drive->id, text);
}

static void save(struct platter_keeper *k)
{
    if (k->n_drives == 0 && k->n_events == 0 && k->judging.n == 0)
        return;
    for (unsigned i = 0; i < k->n_drives; i++)
        set_aside(k, &k->drives[i]);
    if (save_all(k) < 0) {
        save_failed(k);
        return;
    }
    if (k->failing)
        k->say(k->user, LOG_NOTICE, "saved", "", "state.db is written again");
    k->failing = false;
    k->why[0] = '\0';
    k->n_drives = k->n_events = 0;
    platter_blobs_clear(&k->judging);
}

/* The disk was full when we began. */
static void open_late(struct platter_keeper *k)
{
    if (k->db || platter_state_db_open(k->folder, 0, &k->db, k->why, sizeof(k->why)) == 0)
        return;
    if (!k->failing)
        k->say(k->user, LOG_WARNING, "not_saved", "", k->why);
    k->failing = true;
}

void platter_keeper_flush(struct platter_keeper *k, uint64_t now_ns, int64_t now_s)
{
    k->last_ns = now_ns;
    k->flushes++;
    look_for_room(k);
    if (k->full)
        return;
    if (!k->failing)
        k->why[0] = '\0';
    open_late(k);
    if (k->db)
        save(k);
    if (k->rrds)
        platter_series_rrd_flush(k->rrds, now_s, has_room);
}

static struct platter_flush_sight look(const struct platter_keeper *k, uint64_t now_ns)
{
    struct platter_flush_sight sight = {
        .now_ns = now_ns,
        .last_ns = k->last_ns,
        .every_ns = k->every_ns,
        .flash = k->disk.flash,
        .pending = k->n_drives || k->n_events || (k->rrds && platter_series_rrd_pending(k->rrds)),
    };
    for (unsigned i = 0; i < k->disk.n; i++) {
        if (!k->own[i].hold)
            continue;
        if (!sight.hold || k->own[i].awake_ns < sight.awake_ns)
            sight.awake_ns = k->own[i].awake_ns;
        sight.hold = true;
    }
    return sight;
}

uint64_t platter_keeper_tick(struct platter_keeper *k, uint64_t now_ns, int64_t now_s)
{
    struct platter_flush_sight sight = look(k, now_ns);
    if (platter_flush_due(&sight)) {
        platter_keeper_flush(k, now_ns, now_s);
        sight = look(k, now_ns);
    }
    return platter_flush_next_ns(&sight);
}

/* SPDX-License-Identifier: MIT */
#include "agent/store/state_db.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/store/db.h"
#include <platter/errors.h>

struct platter_state_db {
    struct platter_db *db;
    struct platter_query *save_drive, *save_zone, *forget_zones, *add_event, *first_seen;
};

/* Statement i makes version i + 1 of version i. */
static const char *const versions[][2] = {
    {platter_saved_tables,
     "CREATE TABLE event(seq INTEGER PRIMARY KEY, time INTEGER, drive TEXT, code TEXT, "
     "severity INTEGER, text TEXT);"},
};
_Static_assert(sizeof(versions) / sizeof(versions[0]) == PLATTER_STATE_DB_VERSION, "versions");

static int prepare(struct platter_state_db *s)
{
    int r = platter_saved_drive_query(s->db, &s->save_drive);
    if (r == 0)
        r = platter_saved_zone_query(s->db, &s->save_zone);
    if (r == 0)
        r = platter_query_new(s->db, "INSERT OR IGNORE INTO event VALUES(?,?,?,?,?,?)",
                              &s->add_event);
    if (r == 0)
        r = platter_query_new(s->db, "SELECT first_seen FROM drive WHERE id = ?", &s->first_seen);
    return r ? r
             : platter_query_new(s->db, "DELETE FROM zone WHERE drive = ? AND zone >= ?",
                                 &s->forget_zones);
}

/* Before the tables are changed: a copy to go back to. One that is there is of an earlier try. */
static int copy_version(struct platter_db *db, const char *path, int version)
{
    char copy[PATH_MAX];
    int n = snprintf(copy, sizeof(copy), "%s.v%d.bak", path, version);
    if (n < 0 || (size_t)n >= sizeof(copy))
        return -ENAMETOOLONG;
    int r = platter_db_copy(db, copy);
    return r == -EEXIST ? 0 : r;
}

static int change_tables(struct platter_db *db, int version)
{
    char pragma[48];
    int r = platter_db_exec(db, "BEGIN IMMEDIATE");
    for (int v = version; r == 0 && v < PLATTER_STATE_DB_VERSION; v++) {
        r = platter_db_exec(db, versions[v][0]);
        if (r == 0)
            r = platter_db_exec(db, versions[v][1]);
    }
    snprintf(pragma, sizeof(pragma), "PRAGMA user_version = %d", PLATTER_STATE_DB_VERSION);
    if (r == 0)
        r = platter_db_exec(db, pragma);
    return r ? r : platter_db_exec(db, "COMMIT");
}

/* Look before anything is written. */
static int adopt(struct platter_db *db, const char *path)
{
    int version = 0;
    int r = platter_db_version(db, &version);
    if (r == 0 && version > PLATTER_STATE_DB_VERSION)
        return PLATTER_STATE_DB_NEWER;
    if (r == 0)
        r = platter_db_check(db);
    if (r == 0 && version < 0)
        r = -EUCLEAN;
    if (r == 0 && version > 0 && version < PLATTER_STATE_DB_VERSION)
        r = copy_version(db, path, version);
    if (r == 0)
        r = platter_db_accept(db);
    return r || version == PLATTER_STATE_DB_VERSION ? r : change_tables(db, version);
}

static const struct {
    int result;
    const char *what_to_do;
} advice[] = {
    {PLATTER_STATE_DB_NEWER, "it was made by a newer platter: install that one again, or move the "
                             "file aside and restart"},
    {-EUCLEAN, "it is damaged: move it aside (it is not touched) and restart"},
    {-EROFS, "make it writable and restart"},
    {-EBUSY, "another platter-store has it: end the other agent, or give this one a state-dir of "
             "its own"},
    {-ENOSPC, "the disk is full: make room and restart"},
    {-EACCES, "give platterd's user the right to write there, or set state-dir"},
};

static void explain(int result, const char *path, const char *text, char *why, size_t why_size)
{
    for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++) {
        if (advice[i].result != result)
            continue;
        snprintf(why, why_size, "%s: %s%s%s", path, text, *text ? "; " : "", advice[i].what_to_do);
        return;
    }
    snprintf(why, why_size, "%s: %s", path, *text ? text : strerror(-result));
}

static int open_file(const char *path, unsigned wait_ms, struct platter_state_db *s, char *why,
                     size_t why_size)
{
    char text[256] = "";
    int r = platter_db_open(path, wait_ms, &s->db, text, sizeof(text));
    if (r == 0) {
        r = adopt(s->db, path);
        if (r == 0)
            r = prepare(s);
        if (r < 0)
            snprintf(text, sizeof(text), "%s", platter_db_why(s->db));
    }
    if (r != 0)
        explain(r, path, text, why, why_size);
    return r;
}

int platter_state_db_open(const char *folder, unsigned wait_ms, struct platter_state_db **out,
                          char *why, size_t why_size)
{
    char path[PATH_MAX];
    int n = snprintf(path, sizeof(path), "%s/" PLATTER_STATE_DB_NAME, folder);
    struct platter_state_db *s = calloc(1, sizeof(*s));
    int r = n < 0 || (size_t)n >= sizeof(path) ? -ENAMETOOLONG : s ? 0 : -ENOMEM;
    if (r < 0)
        snprintf(why, why_size, "%s: %s", folder, strerror(-r));
    else
        r = open_file(path, wait_ms, s, why, why_size);
    if (r == 0)
        *out = s;
    else
        platter_state_db_free(s);
    return r;
}

void platter_state_db_free(struct platter_state_db *s)
{
    if (!s)
        return;
    platter_query_free(s->save_drive);
    platter_query_free(s->save_zone);
    platter_query_free(s->forget_zones);
    platter_query_free(s->add_event);
    platter_query_free(s->first_seen);
    platter_db_free(s->db);
    free(s);
}

const char *platter_state_db_why(const struct platter_state_db *s)
{
    return platter_db_why(s->db);
}

/* Give every row to take. */
static int each_row(struct platter_query *q,
                    void (*take)(const struct platter_query *q, struct platter_saved_drive *drive),
                    struct platter_saved_drive *drive)
{
    int r;
    while ((r = platter_query_step(q)) > 0)
        take(q, drive);
    return r;
}

static int load_zones(struct platter_state_db *s, struct platter_saved_drive *drive)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = platter_query_new(s->db, "SELECT * FROM zone WHERE drive = ?", &q);
    if (r == 0)
        r = platter_query_bind_text(q, 1, drive->id);
    return r ? r : each_row(q, platter_saved_take_zone, drive);
}

static int load_drives(struct platter_state_db *s, struct platter_saved_drive **drives, unsigned *n)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = platter_query_new(s->db, "SELECT * FROM drive ORDER BY first_seen, id", &q);
    while (r == 0 && (r = platter_query_step(q)) > 0) {
        struct platter_saved_drive *more = realloc(*drives, (*n + 1) * sizeof(**drives));
        if (!more)
            return -ENOMEM;
        *drives = more;
        platter_saved_take_drive(q, &more[(*n)++]);
        r = 0;
    }
    return r;
}

int platter_state_db_load(struct platter_state_db *s, struct platter_saved_drive **drives,
                          unsigned *n)
{
    CLEANUP_FREE struct platter_saved_drive *found = NULL;
    unsigned n_found = 0;
    int r = load_drives(s, &found, &n_found);
    for (unsigned i = 0; r == 0 && i < n_found; i++)
        r = load_zones(s, &found[i]);
    if (r < 0)
        return r;
    *drives = TAKE_PTR(found);
    *n = n_found;
    return 0;
}

int platter_state_db_last_event(struct platter_state_db *s, uint64_t *seq)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = platter_query_new(s->db, "SELECT max(seq) FROM event", &q);
    if (r == 0)
        r = platter_query_step(q);
    if (r < 0)
        return r;
    *seq = (uint64_t)platter_query_int(q, 0);
    return 0;
}

int platter_state_db_begin(struct platter_state_db *s)
{
    return platter_db_exec(s->db, "BEGIN IMMEDIATE");
}

int platter_state_db_commit(struct platter_state_db *s)
{
    return platter_db_exec(s->db, "COMMIT");
}

void platter_state_db_rollback(struct platter_state_db *s)
{
    platter_db_exec(s->db, "ROLLBACK");
}

/* The date of first sight stays what it was. */
static int keep_first_seen(struct platter_state_db *s, struct platter_saved_drive *row)
{
    int r = platter_query_bind_text(s->first_seen, 1, row->id);
    if (r == 0)
        r = platter_query_step(s->first_seen);
    if (r > 0) {
        row->first_seen_s = platter_query_int(s->first_seen, 0);
        r = platter_query_step(s->first_seen); /* to its end */
    }
    return r;
}

static int save_zones(struct platter_state_db *s, const struct platter_saved_drive *drive)
{
    int r = 0;
    for (unsigned i = 0; r == 0 && i < drive->state.n_zones; i++) {
        r = platter_saved_bind_zone(s->save_zone, drive, i);
        if (r == 0)
            r = platter_query_step(s->save_zone);
    }
    if (r == 0)
        r = platter_query_bind_text(s->forget_zones, 1, drive->id);
    if (r == 0)
        r = platter_query_bind_int(s->forget_zones, 2, drive->state.n_zones);
    return r ? r : platter_query_step(s->forget_zones);
}

int platter_state_db_save(struct platter_state_db *s, const struct platter_saved_drive *drive)
{
    struct platter_saved_drive row = *drive;
    if (row.state.n_zones > PLATTER_ZONES_MAX || !row.id[0])
        return -EINVAL;
    int r = keep_first_seen(s, &row);
    if (r == 0)
        r = platter_saved_bind_drive(s->save_drive, &row);
    if (r == 0)
        r = platter_query_step(s->save_drive);
    return r ? r : save_zones(s, &row);
}

int platter_state_db_add_event(struct platter_state_db *s, const struct platter_saved_event *event)
{
    struct platter_query *q = s->add_event;
    int r = platter_query_bind_int(q, 1, (int64_t)event->seq);
    if (r == 0)
        r = platter_query_bind_int(q, 2, event->time_s);
    if (r == 0)
        r = platter_query_bind_text(q, 3, event->drive);
    if (r == 0)
        r = platter_query_bind_text(q, 4, event->code);
    if (r == 0)
        r = platter_query_bind_int(q, 5, event->severity);
    if (r == 0)
        r = platter_query_bind_text(q, 6, event->text);
    return r ? r : platter_query_step(q);
}

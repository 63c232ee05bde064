/* SPDX-License-Identifier: MIT */
#include "agent/store/state_db.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/store/db.h"
#include "agent/store/judging_db.h"
#include <platter/errors.h>

struct platter_state_db {
    struct platter_db *db;
    struct platter_query *save_drive, *save_zone, *forget_zones, *first_seen;
    struct platter_query *save_bad, *forget_bad;
    struct platter_event_db events;
    char path[PATH_MAX];
};

/* Statement i makes version i + 1 of version i. */
static const char *const versions[][3] = {
    {platter_saved_tables, platter_event_table, ""},
    {platter_event_table_2, platter_saved_bad_table, platter_judging_table},
};
_Static_assert(sizeof(versions) / sizeof(versions[0]) == PLATTER_STATE_DB_VERSION, "versions");

static int prepare(struct platter_state_db *s)
{
    int r = platter_saved_drive_query(s->db, &s->save_drive);
    if (r == 0)
        r = platter_saved_zone_query(s->db, &s->save_zone);
    if (r == 0)
        r = platter_saved_bad_query(s->db, &s->save_bad);
    if (r == 0)
        r = platter_query_new(s->db, "DELETE FROM bad_place WHERE drive = ?", &s->forget_bad);
    if (r == 0)
        r = platter_event_db_init(&s->events, s->db);
    if (r == 0)
        r = platter_query_new(s->db, "SELECT first_seen FROM drive WHERE id = ?", &s->first_seen);
    return r ? r
             : platter_query_new(s->db, "DELETE FROM zone WHERE drive = ? AND zone >= ?",
                                 &s->forget_zones);
}

/* Before something is changed that cannot be changed back: a copy to go back to. One that is there
 * is of an earlier try. */
static int keep_copy(struct platter_db *db, const char *path, const char *name)
{
    char copy[PATH_MAX];
    int n = snprintf(copy, sizeof(copy), "%s.%s.bak", path, name);
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
        for (size_t i = 0; r == 0 && i < sizeof(versions[v]) / sizeof(versions[v][0]); i++)
            r = platter_db_exec(db, versions[v][i]);
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
    char name[16];
    int r = platter_db_version(db, &version);
    snprintf(name, sizeof(name), "v%d", version);
    if (r == 0 && version > PLATTER_STATE_DB_VERSION)
        return PLATTER_STATE_DB_NEWER;
    if (r == 0)
        r = platter_db_check(db);
    if (r == 0 && version < 0)
        r = -EUCLEAN;
    if (r == 0 && version > 0 && version < PLATTER_STATE_DB_VERSION)
        r = keep_copy(db, path, name);
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
        memcpy(s->path, path, sizeof(s->path));
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
    platter_query_free(s->save_bad);
    platter_query_free(s->forget_bad);
    platter_event_db_deinit(&s->events);
    platter_query_free(s->first_seen);
    platter_db_free(s->db);
    free(s);
}

struct platter_event_db *platter_state_db_events(struct platter_state_db *s)
{
    return &s->events;
}

int platter_state_db_save_judging(struct platter_state_db *s, const struct platter_blobs *blobs)
{
    return platter_judging_db_save(s->db, blobs);
}

int platter_state_db_load_judging(struct platter_state_db *s, struct platter_blobs *blobs)
{
    return platter_judging_db_load(s->db, blobs);
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

/* The rows of one drive. */
static int load_rows(struct platter_state_db *s, const char *sql,
                     void (*take)(const struct platter_query *q, struct platter_saved_drive *drive),
                     struct platter_saved_drive *drive)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = platter_query_new(s->db, sql, &q);
    if (r == 0)
        r = platter_query_bind_text(q, 1, drive->id);
    return r ? r : each_row(q, take, drive);
}

static int load_zones_and_places(struct platter_state_db *s, struct platter_saved_drive *drive)
{
    int r = load_rows(s, "SELECT * FROM zone WHERE drive = ?", platter_saved_take_zone, drive);
    return r ? r
             : load_rows(s, "SELECT * FROM bad_place WHERE drive = ? ORDER BY place",
                         platter_saved_take_bad, drive);
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
        r = load_zones_and_places(s, &found[i]);
    if (r < 0)
        return r;
    *drives = TAKE_PTR(found);
    *n = n_found;
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

static int zones_of(struct platter_state_db *s, const char *id, unsigned *zones)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = platter_query_new(s->db, "SELECT zones FROM drive WHERE id = ?", &q);
    if (r == 0)
        r = platter_query_bind_text(q, 1, id);
    if (r == 0)
        r = platter_query_step(q);
    if (r < 0)
        return r;
    *zones = r > 0 ? (unsigned)platter_query_int(q, 0) : 0;
    return 0;
}

int platter_state_db_set_aside(struct platter_state_db *s, const struct platter_saved_drive *drive)
{
    unsigned before = 0, now = drive->state.n_zones;
    char name[32];
    int r = zones_of(s, drive->id, &before);
    if (r < 0 || before == 0 || now == 0 || before == now)
        return r;
    snprintf(name, sizeof(name), "zones%u", before);
    r = keep_copy(s->db, s->path, name);
    return r < 0 ? r : (int)before;
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

static int save_bad_places(struct platter_state_db *s, const struct platter_saved_drive *drive)
{
    int r = platter_query_bind_text(s->forget_bad, 1, drive->id);
    if (r == 0)
        r = platter_query_step(s->forget_bad);
    for (unsigned i = 0; r == 0 && i < drive->bad.n; i++) {
        r = platter_saved_bind_bad(s->save_bad, drive, i);
        if (r == 0)
            r = platter_query_step(s->save_bad);
    }
    return r;
}

int platter_state_db_save(struct platter_state_db *s, const struct platter_saved_drive *drive)
{
    struct platter_saved_drive row = *drive;
    if (row.state.n_zones > PLATTER_ZONES_MAX || row.bad.n > PLATTER_BAD_PLACES_MAX || !row.id[0])
        return -EINVAL;
    int r = keep_first_seen(s, &row);
    if (r == 0)
        r = platter_saved_bind_drive(s->save_drive, &row);
    if (r == 0)
        r = platter_query_step(s->save_drive);
    if (r == 0)
        r = save_zones(s, &row);
    return r ? r : save_bad_places(s, &row);
}

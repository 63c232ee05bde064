/* SPDX-License-Identifier: MIT */
/*
 * state.db: what platterd knows of each drive from one run to the next, and its events. SQLite, so
 * that people can look into it while the agent is stopped: `sqlite3 state.db 'select * from zone'`.
 * PRAGMA user_version is the version of its tables.
 */
#ifndef PLATTER_STORE_STATE_DB_H
#define PLATTER_STORE_STATE_DB_H

#include <stddef.h>
#include <stdint.h>

#include "agent/store/blobs.h"
#include "agent/store/event_db.h"
#include "agent/store/saved.h"

#define PLATTER_STATE_DB_NAME "state.db"
#define PLATTER_STATE_DB_VERSION 2

struct platter_state_db;

enum platter_state_db_result {
    PLATTER_STATE_DB_NEWER = 1, /* made by a newer platter: left untouched */
};

/*
 * Open state.db in a folder, or make it; tables of an older version are brought up to date after a
 * copy (state.db.v1.bak). A file that cannot be used is never changed. Returns 0, a result above,
 * or -errno (agent/store/db.h); why: a sentence with what to do.
 */
int platter_state_db_open(const char *folder, unsigned wait_ms, struct platter_state_db **out,
                          char *why, size_t why_size);
void platter_state_db_free(struct platter_state_db *s);
const char *platter_state_db_why(const struct platter_state_db *s);

/* Every drive, in the order of first sight; *drives is to be freed with free(). */
int platter_state_db_load(struct platter_state_db *s, struct platter_saved_drive **drives,
                          unsigned *n);
/* Its events, for as long as it is open. */
struct platter_event_db *platter_state_db_events(struct platter_state_db *s);

/* What is saved between begin and commit is saved whole or not at all. */
int platter_state_db_begin(struct platter_state_db *s);
int platter_state_db_commit(struct platter_state_db *s);
void platter_state_db_rollback(struct platter_state_db *s);
/*
 * Outside of begin and commit, before a drive is saved: if it is in there with another number of
 * zones, whose counters go, a copy of all is kept in <folder>/state.db.zones<N>.bak; one that is
 * there stays. Returns that N; 0: no need; -errno.
 */
int platter_state_db_set_aside(struct platter_state_db *s, const struct platter_saved_drive *drive);
int platter_state_db_save(struct platter_state_db *s, const struct platter_saved_drive *drive);

/* What is judged of each drive: judging_db.h. */
int platter_state_db_save_judging(struct platter_state_db *s, const struct platter_blobs *blobs);
int platter_state_db_load_judging(struct platter_state_db *s, struct platter_blobs *blobs);
#endif

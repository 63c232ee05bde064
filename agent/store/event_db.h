/* SPDX-License-Identifier: MIT */
/* The events in state.db, and who counted them. A part of struct platter_state_db. */
#ifndef PLATTER_STORE_EVENT_DB_H
#define PLATTER_STORE_EVENT_DB_H

#include <stdint.h>

#include "agent/store/db.h"
#include <platter/event.h>

struct platter_event_db {
    struct platter_db *db;
    struct platter_query *add;
    int64_t epoch; /* of this run */
};

/* SQL: the table of version 1, and what version 2 adds. */
extern const char platter_event_table[], platter_event_table_2[];

/* The database is the caller's, and outlives it. */
int platter_event_db_init(struct platter_event_db *e, struct platter_db *db);
void platter_event_db_deinit(struct platter_event_db *e);

/* One that is there already stays as it is. */
int platter_event_db_add(struct platter_event_db *e, const struct platter_event *event);
/* The number of the last one; 0 = none yet. */
int platter_event_db_last(struct platter_event_db *e, uint64_t *seq);
/* The last `max`, the oldest first; *events is to be freed with free(). */
int platter_event_db_load(struct platter_event_db *e, unsigned max, struct platter_event **events,
                          unsigned *n);

/*
 * Who counts: *epoch is that of the last run if it was ended, which says that every number it gave
 * is in here; else now_ms, another numbering. Until it is ended in its turn, this run counts as
 * broken off.
 */
int platter_event_db_begin_run(struct platter_event_db *e, int64_t now_ms, int64_t *epoch);
int platter_event_db_end_run(struct platter_event_db *e);

#endif

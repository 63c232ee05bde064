/* SPDX-License-Identifier: MIT */
/* What is kept of a drive from one run to the next, and how state.db writes it. */
#ifndef PLATTER_STORE_SAVED_H
#define PLATTER_STORE_SAVED_H

#include <stdint.h>

#include "agent/core/bad_places.h"
#include "agent/core/manners.h"
#include "agent/core/state.h"
#include "agent/store/db.h"
#include <platter/snapshot.h>

/* A drive as it is kept. Of `state` only what is counted: n_zones, samples, rev_ns and each zone's
 * counts, contended, cached; the gauges are 0, "never measured". Plain data. */
struct platter_saved_drive {
    char id[PLATTER_ID_MAX];
    char model[PLATTER_NAME_MAX];
    char serial[PLATTER_NAME_MAX];
    char wwn[PLATTER_NAME_MAX];
    char label[PLATTER_NAME_MAX];
    char device[PLATTER_NAME_MAX];
    char boot[40];        /* boot_id: the times of `manners` mean something in that boot alone */
    int64_t first_seen_s; /* saving never changes it */
    int64_t last_seen_s;
    uint64_t next_sample;
    uint64_t bytes_read; /* by platter, and samples thrown away: struct platter_cost */
    uint64_t discarded;
    struct platter_manners manners;
    struct platter_bad_places bad;
    struct platter_state state;
};

/* SQL for both tables of drives. */
extern const char platter_saved_tables[];

/* INSERT OR REPLACE, one row a drive; one row a zone after its drive and number. */
int platter_saved_drive_query(struct platter_db *db, struct platter_query **out);
int platter_saved_zone_query(struct platter_db *db, struct platter_query **out);
int platter_saved_bind_drive(struct platter_query *q, const struct platter_saved_drive *drive);
int platter_saved_bind_zone(struct platter_query *q, const struct platter_saved_drive *drive,
                            unsigned zone);

/* From a row of SELECT * of either table; a zone outside the drive's is ignored. */
void platter_saved_take_drive(const struct platter_query *q, struct platter_saved_drive *drive);
void platter_saved_take_zone(const struct platter_query *q, struct platter_saved_drive *drive);

/* The same for its bad places, after its id and their number in order. */
extern const char platter_saved_bad_table[];
int platter_saved_bad_query(struct platter_db *db, struct platter_query **out);
int platter_saved_bind_bad(struct platter_query *q, const struct platter_saved_drive *drive,
                           unsigned i);
/* One past the list's end, or that cannot be, is ignored. Rows in order of their number. */
void platter_saved_take_bad(const struct platter_query *q, struct platter_saved_drive *drive);

#endif

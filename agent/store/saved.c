/* SPDX-License-Identifier: MIT */
#include "agent/store/saved.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum kind { TEXT, U64, I64, UINT, FLAG, ENUM };

/* Where a column of a table is in a struct of ours. */
struct column {
    enum kind kind;
    size_t offset, size;
};

#define DRIVE(kind, m)                                   \
    {                                                    \
        kind, offsetof(struct platter_saved_drive, m),   \
            sizeof(((struct platter_saved_drive *)0)->m) \
    }
#define ZONE(m)                                                                                \
    {                                                                                          \
        U64, offsetof(struct platter_held_zone, m), sizeof(((struct platter_held_zone *)0)->m) \
    }

#define BAD(kind, m)                                                                            \
    {                                                                                           \
        kind, offsetof(struct platter_bad_place, m), sizeof(((struct platter_bad_place *)0)->m) \
    }

const char platter_saved_tables[] =
    "CREATE TABLE drive(id TEXT PRIMARY KEY, model TEXT, serial TEXT, wwn TEXT, label TEXT, "
    "device TEXT, boot TEXT, first_seen INTEGER, last_seen INTEGER, next_sample INTEGER, "
    "samples INTEGER, zones INTEGER, rev_ns INTEGER, bytes_read INTEGER, discarded INTEGER, "
    "skipped INTEGER, wakes INTEGER, head_loads INTEGER, seen INTEGER, proven INTEGER, "
    "proven_ns INTEGER, foreign_ns INTEGER, ours_ns INTEGER, stretch_ns INTEGER, wear_ns INTEGER, "
    "power INTEGER, stretch_known INTEGER, stretch_start_stops INTEGER, "
    "stretch_power_cycles INTEGER, stretch_head_loads INTEGER, last_known INTEGER, "
    "last_start_stops INTEGER, last_power_cycles INTEGER, last_head_loads INTEGER);"
    "CREATE TABLE zone(drive TEXT, zone INTEGER, lt5 INTEGER, lt10 INTEGER, lt20 INTEGER, "
    "lt50 INTEGER, lt150 INTEGER, lt500 INTEGER, ge500 INTEGER, error INTEGER, slow INTEGER, "
    "revolutions INTEGER, contended INTEGER, cached INTEGER, PRIMARY KEY(drive, zone)) "
    "WITHOUT ROWID;";

/* In the order of the table's columns. */
static const struct column drive_columns[] = {
    DRIVE(TEXT, id),
    DRIVE(TEXT, model),
    DRIVE(TEXT, serial),
    DRIVE(TEXT, wwn),
    DRIVE(TEXT, label),
    DRIVE(TEXT, device),
    DRIVE(TEXT, boot),
    DRIVE(I64, first_seen_s),
    DRIVE(I64, last_seen_s),
    DRIVE(U64, next_sample),
    DRIVE(U64, state.samples),
    DRIVE(UINT, state.n_zones),
    DRIVE(U64, state.rev_ns),
    DRIVE(U64, bytes_read),
    DRIVE(U64, discarded),
    DRIVE(U64, manners.skipped),
    DRIVE(U64, manners.wakes),
    DRIVE(U64, manners.head_loads),
    DRIVE(FLAG, manners.seen),
    DRIVE(FLAG, manners.proven),
    DRIVE(U64, manners.proven_ns),
    DRIVE(U64, manners.foreign_ns),
    DRIVE(U64, manners.ours_ns),
    DRIVE(U64, manners.stretch_ns),
    DRIVE(U64, manners.wear_ns),
    DRIVE(ENUM, manners.power),
    DRIVE(FLAG, manners.stretch_wear.known),
    DRIVE(U64, manners.stretch_wear.start_stops),
    DRIVE(U64, manners.stretch_wear.power_cycles),
    DRIVE(U64, manners.stretch_wear.head_loads),
    DRIVE(FLAG, manners.last_wear.known),
    DRIVE(U64, manners.last_wear.start_stops),
    DRIVE(U64, manners.last_wear.power_cycles),
    DRIVE(U64, manners.last_wear.head_loads),
};
static const struct column zone_columns[] = {
    ZONE(counts.by_class[PLATTER_LT5]),
    ZONE(counts.by_class[PLATTER_LT10]),
    ZONE(counts.by_class[PLATTER_LT20]),
    ZONE(counts.by_class[PLATTER_LT50]),
    ZONE(counts.by_class[PLATTER_LT150]),
    ZONE(counts.by_class[PLATTER_LT500]),
    ZONE(counts.by_class[PLATTER_GE500]),
    ZONE(counts.by_class[PLATTER_ERROR]),
    ZONE(counts.slow),
    ZONE(counts.revolutions),
    ZONE(contended),
    ZONE(cached),
};

const char platter_saved_bad_table[] =
    "CREATE TABLE bad_place(drive TEXT, place INTEGER, first_byte INTEGER, bytes INTEGER, "
    "error INTEGER, since INTEGER, until INTEGER, PRIMARY KEY(drive, place)) WITHOUT ROWID;";

static const struct column bad_columns[] = {
    BAD(U64, offset_bytes), BAD(UINT, len_bytes), BAD(FLAG, error),
    BAD(I64, since_s),      BAD(I64, until_s),
};

#define N_BAD_COLUMNS ((int)(sizeof(bad_columns) / sizeof(bad_columns[0])))
#define N_DRIVE_COLUMNS ((int)(sizeof(drive_columns) / sizeof(drive_columns[0])))
#define N_ZONE_COLUMNS ((int)(sizeof(zone_columns) / sizeof(zone_columns[0])))

/* SQLite has no unsigned numbers: what no counter reaches is cut. */
static int64_t number_of(const struct column *c, const void *member)
{
    uint64_t v = 0;
    if (c->kind == I64)
        return *(const int64_t *)member;
    if (c->kind == FLAG)
        return *(const bool *)member;
    if (c->size == sizeof(uint32_t)) /* UINT, ENUM */
        v = *(const uint32_t *)member;
    else
        memcpy(&v, member, c->size);
    return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

static int bind(struct platter_query *q, int first, const struct column *columns, int n,
                const void *from)
{
    int r = 0;
    for (int i = 0; r == 0 && i < n; i++) {
        const char *member = (const char *)from + columns[i].offset;
        r = columns[i].kind == TEXT
                ? platter_query_bind_text(q, first + i, member)
                : platter_query_bind_int(q, first + i, number_of(&columns[i], member));
    }
    return r;
}

static void take_number(const struct column *c, int64_t v, void *member)
{
    uint64_t counter = v > 0 ? (uint64_t)v : 0;
    uint32_t small = counter > UINT32_MAX ? UINT32_MAX : (uint32_t)counter;
    if (c->kind == FLAG)
        *(bool *)member = v != 0;
    else if (c->kind == I64)
        *(int64_t *)member = v;
    else if (c->kind == U64)
        *(uint64_t *)member = counter;
    else
        memcpy(member, &small, c->size);
}
_Static_assert(sizeof(enum platter_power) == sizeof(uint32_t), "take_number copies uint32_t");

static void take(const struct platter_query *q, int first, const struct column *columns, int n,
                 void *into)
{
    for (int i = 0; i < n; i++) {
        char *member = (char *)into + columns[i].offset;
        if (columns[i].kind == TEXT)
            platter_query_text(q, first + i, member, columns[i].size);
        else
            take_number(&columns[i], platter_query_int(q, first + i), member);
    }
}

static int insert_query(struct platter_db *db, const char *table, int n, struct platter_query **out)
{
    char sql[512];
    size_t len = (size_t)snprintf(sql, sizeof(sql), "INSERT OR REPLACE INTO %s VALUES(", table);
    for (int i = 0; i < n; i++)
        len += (size_t)snprintf(sql + len, sizeof(sql) - len, "%s?", i ? "," : "");
    snprintf(sql + len, sizeof(sql) - len, ")");
    return platter_query_new(db, sql, out);
}

int platter_saved_drive_query(struct platter_db *db, struct platter_query **out)
{
    return insert_query(db, "drive", N_DRIVE_COLUMNS, out);
}

int platter_saved_zone_query(struct platter_db *db, struct platter_query **out)
{
    return insert_query(db, "zone", 2 + N_ZONE_COLUMNS, out);
}

int platter_saved_bind_drive(struct platter_query *q, const struct platter_saved_drive *drive)
{
    return bind(q, 1, drive_columns, N_DRIVE_COLUMNS, drive);
}

int platter_saved_bind_zone(struct platter_query *q, const struct platter_saved_drive *drive,
                            unsigned zone)
{
    int r = platter_query_bind_text(q, 1, drive->id);
    if (r == 0)
        r = platter_query_bind_int(q, 2, zone);
    return r ? r : bind(q, 3, zone_columns, N_ZONE_COLUMNS, &drive->state.zones[zone]);
}

void platter_saved_take_drive(const struct platter_query *q, struct platter_saved_drive *drive)
{
    memset(drive, 0, sizeof(*drive));
    take(q, 0, drive_columns, N_DRIVE_COLUMNS, drive);
    if (drive->state.n_zones > PLATTER_ZONES_MAX)
        drive->state.n_zones = PLATTER_ZONES_MAX;
    if (drive->manners.power > PLATTER_POWER_UNKNOWN)
        drive->manners.power = PLATTER_POWER_UNKNOWN;
}

void platter_saved_take_zone(const struct platter_query *q, struct platter_saved_drive *drive)
{
    int64_t zone = platter_query_int(q, 1);
    if (zone >= 0 && zone < (int64_t)drive->state.n_zones)
        take(q, 2, zone_columns, N_ZONE_COLUMNS, &drive->state.zones[zone]);
}

int platter_saved_bad_query(struct platter_db *db, struct platter_query **out)
{
    return insert_query(db, "bad_place", 2 + N_BAD_COLUMNS, out);
}

int platter_saved_bind_bad(struct platter_query *q, const struct platter_saved_drive *drive,
                           unsigned i)
{
    int r = platter_query_bind_text(q, 1, drive->id);
    if (r == 0)
        r = platter_query_bind_int(q, 2, i);
    return r ? r : bind(q, 3, bad_columns, N_BAD_COLUMNS, &drive->bad.place[i]);
}

void platter_saved_take_bad(const struct platter_query *q, struct platter_saved_drive *drive)
{
    struct platter_bad_place place = {.error = false};
    take(q, 2, bad_columns, N_BAD_COLUMNS, &place);
    if (place.len_bytes && place.since_s > 0 && place.until_s > 0 &&
        drive->bad.n < PLATTER_BAD_PLACES_MAX)
        drive->bad.place[drive->bad.n++] = place;
}

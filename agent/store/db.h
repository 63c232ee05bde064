/* SPDX-License-Identifier: MIT */
/*
 * The gate to SQLite. Errors are negative errnos, their text is platter_db_why():
 *   -EUCLEAN  not a database, or a damaged one      -EROFS   cannot be written
 *   -EBUSY    another process has it                -ENOSPC  the disk is full
 * and whatever the system said. One process at a time has a database, and has it alone.
 */
#ifndef PLATTER_STORE_DB_H
#define PLATTER_STORE_DB_H

#include <stddef.h>
#include <stdint.h>

struct platter_db;

/*
 * Open, or make an empty one. Nothing is written to a database that is there until
 * platter_db_accept, so that one which is refused stays as it is, byte for byte. wait_ms: how long
 * to wait for another process to let go. Returns 0 or -errno, with `why`.
 */
int platter_db_open(const char *path, unsigned wait_ms, struct platter_db **out, char *why,
                    size_t why_size);
/* From now on it is ours to write: WAL, every commit on the disk. */
int platter_db_accept(struct platter_db *db);
void platter_db_free(struct platter_db *db);

/* What the last error was, for people. */
const char *platter_db_why(const struct platter_db *db);

/* PRAGMA quick_check. 0, -EUCLEAN, or another -errno. */
int platter_db_check(struct platter_db *db);
int platter_db_version(struct platter_db *db, int *version);

/* A copy of it as it is now, in a file that must not be there yet (-EEXIST). */
int platter_db_copy(struct platter_db *db, const char *path);

/* Statements without values or results, one or several. */
int platter_db_exec(struct platter_db *db, const char *sql);

/* A statement with values. Parameters count from 1, columns from 0; a NULL text or a number that is
 * not one reads as "" or 0. */
struct platter_query;
int platter_query_new(struct platter_db *db, const char *sql, struct platter_query **out);
void platter_query_free(struct platter_query *q);
/* The text is copied. */
int platter_query_bind_text(struct platter_query *q, int i, const char *text);
int platter_query_bind_int(struct platter_query *q, int i, int64_t value);
/* The bytes are copied. */
int platter_query_bind_blob(struct platter_query *q, int i, const void *bytes, size_t size);
/* 1: a row is there; 0: no more, ready for the next values; -errno. */
int platter_query_step(struct platter_query *q);
void platter_query_text(const struct platter_query *q, int column, char *buf, size_t size);
int64_t platter_query_int(const struct platter_query *q, int column);
/* Valid until the next step; NULL with size 0: there are none. */
const void *platter_query_blob(const struct platter_query *q, int column, size_t *size);

static inline void platter_cleanup_query(struct platter_query **q)
{
    platter_query_free(*q);
}
#define CLEANUP_QUERY __attribute__((cleanup(platter_cleanup_query)))

#endif

/* SPDX-License-Identifier: MIT */
#include "agent/store/db.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <platter/errors.h>

struct platter_db {
    sqlite3 *handle;
    char why[256];
};

struct platter_query {
    struct platter_db *db;
    sqlite3_stmt *handle;
};

static const struct {
    int code;
    int error;
} errors[] = {
    {SQLITE_NOTADB, EUCLEAN}, {SQLITE_CORRUPT, EUCLEAN},   {SQLITE_READONLY, EROFS},
    {SQLITE_BUSY, EBUSY},     {SQLITE_LOCKED, EBUSY},      {SQLITE_FULL, ENOSPC},
    {SQLITE_NOMEM, ENOMEM},   {SQLITE_PERM, EACCES},       {SQLITE_AUTH, EACCES},
    {SQLITE_TOOBIG, EFBIG},   {SQLITE_CONSTRAINT, EEXIST},
};

/* SQLite's code as ours; of files that cannot be opened or read the system's own. */
static int error_of(sqlite3 *handle, int code)
{
    int system = handle ? sqlite3_system_errno(handle) : 0;
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if ((code & 0xff) == errors[i].code)
            return -errors[i].error;
    return system > 0 ? -system : -EIO;
}

static int failed(struct platter_db *db, int code)
{
    int r = error_of(db->handle, code);
    snprintf(db->why, sizeof(db->why), "%s", sqlite3_errmsg(db->handle));
    return r < 0 ? r : -EIO;
}

const char *platter_db_why(const struct platter_db *db)
{
    return db->why;
}

int platter_db_exec(struct platter_db *db, const char *sql)
{
    int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? 0 : failed(db, code);
}

static int open_handle(struct platter_db *db, const char *path, unsigned wait_ms)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX |
                SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(path, &db->handle, flags, NULL);
    if (!db->handle)
        return -ENOMEM;
    if (code != SQLITE_OK)
        return failed(db, code);
    sqlite3_busy_timeout(db->handle, (int)wait_ms);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (sqlite3_db_readonly(db->handle, "main") == 1) {
        snprintf(db->why, sizeof(db->why), "it cannot be written");
        return -EROFS;
    }
    /* Takes the lock, and keeps it. */
    return platter_db_exec(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -512; "
                               "SELECT count(*) FROM sqlite_schema;");
}

int platter_db_open(const char *path, unsigned wait_ms, struct platter_db **out, char *why,
                    size_t why_size)
{
    struct platter_db *db = calloc(1, sizeof(*db));
    if (!db) {
        snprintf(why, why_size, "%s", strerror(ENOMEM));
        return -ENOMEM;
    }
    int r = open_handle(db, path, wait_ms);
    if (r == 0) {
        *out = db;
        return 0;
    }
    snprintf(why, why_size, "%s", db->why[0] ? db->why : strerror(-r));
    platter_db_free(db);
    return r;
}

int platter_db_accept(struct platter_db *db)
{
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    return platter_db_exec(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; "
                               "PRAGMA journal_size_limit = 1048576;");
}

void platter_db_free(struct platter_db *db)
{
    if (!db)
        return;
    sqlite3_close_v2(db->handle);
    free(db);
}

int platter_db_check(struct platter_db *db)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    char text[128];
    int r = platter_query_new(db, "PRAGMA quick_check(1)", &q);
    if (r == 0)
        r = platter_query_step(q);
    if (r <= 0)
        return r < 0 ? r : -EUCLEAN;
    platter_query_text(q, 0, text, sizeof(text));
    if (strcmp(text, "ok") == 0)
        return 0;
    snprintf(db->why, sizeof(db->why), "%s", text);
    return -EUCLEAN;
}

int platter_db_version(struct platter_db *db, int *version)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = platter_query_new(db, "PRAGMA user_version", &q);
    if (r == 0)
        r = platter_query_step(q);
    if (r <= 0)
        return r < 0 ? r : -EUCLEAN;
    *version = (int)platter_query_int(q, 0);
    return 0;
}

int platter_db_copy(struct platter_db *db, const char *path)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    if (access(path, F_OK) == 0) {
        snprintf(db->why, sizeof(db->why), "it is there already");
        return -EEXIST;
    }
    int r = platter_query_new(db, "VACUUM INTO ?1", &q);
    if (r == 0)
        r = platter_query_bind_text(q, 1, path);
    return r == 0 ? platter_query_step(q) : r;
}

int platter_query_new(struct platter_db *db, const char *sql, struct platter_query **out)
{
    struct platter_query *q = calloc(1, sizeof(*q));
    if (!q)
        return -ENOMEM;
    q->db = db;
    int code = sqlite3_prepare_v2(db->handle, sql, -1, &q->handle, NULL);
    if (code != SQLITE_OK) {
        free(q);
        return failed(db, code);
    }
    *out = q;
    return 0;
}

void platter_query_free(struct platter_query *q)
{
    if (!q)
        return;
    sqlite3_finalize(q->handle);
    free(q);
}

int platter_query_bind_text(struct platter_query *q, int i, const char *text)
{
    int code = sqlite3_bind_text(q->handle, i, text, -1, SQLITE_TRANSIENT);
    return code == SQLITE_OK ? 0 : failed(q->db, code);
}

int platter_query_bind_int(struct platter_query *q, int i, int64_t value)
{
    int code = sqlite3_bind_int64(q->handle, i, value);
    return code == SQLITE_OK ? 0 : failed(q->db, code);
}

int platter_query_bind_blob(struct platter_query *q, int i, const void *bytes, size_t size)
{
    int code = sqlite3_bind_blob64(q->handle, i, bytes, size, SQLITE_TRANSIENT);
    return code == SQLITE_OK ? 0 : failed(q->db, code);
}

int platter_query_step(struct platter_query *q)
{
    int code = sqlite3_step(q->handle);
    if (code == SQLITE_ROW)
        return 1;
    int r = code == SQLITE_DONE ? 0 : failed(q->db, code);
    sqlite3_reset(q->handle);
    return r;
}

void platter_query_text(const struct platter_query *q, int column, char *buf, size_t size)
{
    const unsigned char *text = sqlite3_column_text(q->handle, column);
    snprintf(buf, size, "%s", text ? (const char *)text : "");
}

const void *platter_query_blob(const struct platter_query *q, int column, size_t *size)
{
    const void *bytes = sqlite3_column_blob(q->handle, column);
    *size = bytes ? (size_t)sqlite3_column_bytes(q->handle, column) : 0;
    return bytes;
}

int64_t platter_query_int(const struct platter_query *q, int column)
{
    return sqlite3_column_int64(q->handle, column);
}

/* SPDX-License-Identifier: MIT */
#include "agent/store/judging_db.h"

#include <errno.h>

const char platter_judging_table[] =
    "CREATE TABLE judging(drive TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;";

static int save_one(struct platter_query *q, const struct platter_blob *blob)
{
    int r = platter_query_bind_text(q, 1, blob->drive);
    if (r == 0)
        r = platter_query_bind_blob(q, 2, blob->bytes, blob->size);
    return r ? r : platter_query_step(q);
}

int platter_judging_db_save(struct platter_db *db, const struct platter_blobs *blobs)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = blobs->n ? platter_query_new(db, "INSERT OR REPLACE INTO judging VALUES(?,?)", &q) : 0;
    for (unsigned i = 0; r == 0 && i < blobs->n; i++)
        if (blobs->blobs[i].have == blobs->blobs[i].size)
            r = save_one(q, &blobs->blobs[i]);
    return r;
}

int platter_judging_db_load(struct platter_db *db, struct platter_blobs *blobs)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = platter_query_new(db, "SELECT drive, data FROM judging", &q);
    while (r == 0 && (r = platter_query_step(q)) > 0) {
        char drive[PLATTER_ID_MAX];
        size_t size = 0;
        platter_query_text(q, 0, drive, sizeof(drive));
        const void *bytes = platter_query_blob(q, 1, &size);
        r = platter_blobs_part(blobs, drive, size, 0, bytes, size);
        /* A row that cannot be is left out. */
        r = r == -ENOMEM ? r : 0;
    }
    return r;
}

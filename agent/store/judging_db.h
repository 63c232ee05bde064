/* SPDX-License-Identifier: MIT */
/* What is judged of each drive (agent/core/judging.h), as bytes in state.db. */
#ifndef PLATTER_STORE_JUDGING_DB_H
#define PLATTER_STORE_JUDGING_DB_H

#include "agent/store/blobs.h"
#include "agent/store/db.h"

/* SQL for its table. */
extern const char platter_judging_table[];

/* Save every complete one. 0 or -errno. */
int platter_judging_db_save(struct platter_db *db, const struct platter_blobs *blobs);
/* Add every one that is there. 0 or -errno. */
int platter_judging_db_load(struct platter_db *db, struct platter_blobs *blobs);

#endif

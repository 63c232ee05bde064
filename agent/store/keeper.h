/* SPDX-License-Identifier: MIT */
/*
 * The keeper: what platter-store holds in memory and when it goes to the disk. States, events and
 * rows are taken in at any time; a flush writes state.db and the RRD files.
 */
#ifndef PLATTER_STORE_KEEPER_H
#define PLATTER_STORE_KEEPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/store/saved.h"
#include "agent/store/series_rrd.h"

struct platter_keeper_rules {
    const char *folder; /* state-dir; RRD files go to its rrd folder */
    const char *host;   /* the folder of this machine's RRD files */
    uint64_t every_ns;  /* option flush; 0 = by medium */
    bool rrd;
    unsigned wait_ms; /* for another process to let go of state.db */
};

struct platter_keeper;

/*
 * Open what is in the folder (it is made if need be). Returns 0, or what platter_state_db_open
 * does: then nothing is kept, and why says what to do. A disk that is too full for a new state.db
 * is no error: it is made when there is room.
 */
int platter_keeper_new(const struct platter_keeper_rules *rules, uint64_t now_ns, platter_say say,
                       void *user, struct platter_keeper **out, char *why, size_t why_size);
/* Writes what is left. */
void platter_keeper_free(struct platter_keeper *k, uint64_t now_ns, int64_t now_s);

/* What was there: as platter_state_db_load and _last_event. */
int platter_keeper_load(struct platter_keeper *k, struct platter_saved_drive **drives, unsigned *n,
                        uint64_t *last_event);

/* Each returns 0 or -errno. */
int platter_keeper_publish(struct platter_keeper *k, const struct platter_snapshot *s);
int platter_keeper_state(struct platter_keeper *k, const struct platter_saved_drive *drive);
int platter_keeper_event(struct platter_keeper *k, const struct platter_saved_event *event);
/* Somebody used this drive just now ("sda"). */
void platter_keeper_awake(struct platter_keeper *k, const char *name, uint64_t now_ns);

/* Flush if it is time to, or anyway. Returns when to be called again. */
uint64_t platter_keeper_tick(struct platter_keeper *k, uint64_t now_ns, int64_t now_s);
void platter_keeper_flush(struct platter_keeper *k, uint64_t now_ns, int64_t now_s);

#endif

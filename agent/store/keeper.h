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

#include "agent/store/blobs.h"
#include "agent/store/saved.h"
#include "agent/store/series_rrd.h"

struct platter_keeper_rules {
    const char *folder; /* state-dir; RRD files go to its rrd folder */
    const char *host;   /* the folder of this machine's RRD files */
    uint64_t every_ns;  /* option flush; 0 = by medium */
    bool rrd;
    const char *rrdcached; /* its address; NULL or "" = none */
    unsigned wait_ms;      /* for another process to let go of state.db */
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

/* What the last run left. */
struct platter_kept {
    struct platter_saved_drive *drives; /* in the order of first sight */
    unsigned n_drives;
    struct platter_event *events; /* the last ones, the oldest first */
    unsigned n_events;
    struct platter_blobs judging;
    uint64_t last_event; /* its number; 0 = none yet */
    int64_t epoch;       /* who counts them (event_db.h); 0 = cannot be told */
};
/* A new run begins. Returns 0 or -errno; on 0 *kept is to be released. */
int platter_keeper_load(struct platter_keeper *k, int64_t now_ms, unsigned max_events,
                        struct platter_kept *kept);
void platter_kept_deinit(struct platter_kept *kept);

/* Each returns 0 or -errno. */
int platter_keeper_publish(struct platter_keeper *k, const struct platter_snapshot *s);
int platter_keeper_state(struct platter_keeper *k, const struct platter_saved_drive *drive);
int platter_keeper_event(struct platter_keeper *k, const struct platter_event *event);
/* A part of what is judged of a drive: as platter_blobs_part. */
int platter_keeper_judging(struct platter_keeper *k, const char *drive, size_t size, size_t offset,
                           const void *bytes, size_t len);
/* Why the last flush did not save, a sentence for people; "" = it did. */
const char *platter_keeper_why(const struct platter_keeper *k);
/* How many flushes there have been. */
uint64_t platter_keeper_flushes(const struct platter_keeper *k);
/* Somebody used this drive just now ("sda"). */
void platter_keeper_awake(struct platter_keeper *k, const char *name, uint64_t now_ns);

/* Flush if it is time to, or anyway. Returns when to be called again. */
uint64_t platter_keeper_tick(struct platter_keeper *k, uint64_t now_ns, int64_t now_s);
void platter_keeper_flush(struct platter_keeper *k, uint64_t now_ns, int64_t now_s);

#endif

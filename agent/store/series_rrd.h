/* SPDX-License-Identifier: MIT */
/*
 * Our own RRD files: every series of the table, in the paths and with the sources that collectd's
 * rrdtool plugin would give them (<folder>/<host>/platter-<drive>/<type>[-<instance>].rrd), and
 * with enough rows for ten years. Rows wait in memory until they are flushed.
 *
 * A file that is there is never overwritten: one that is no RRD any more (empty, zeroed, cut off
 * by a power failure) is renamed to <file>.broken-<time> and a new one begins; one with another
 * step is left as it is, and so is its series; those of another number of zones are moved aside
 * (zone_files.h).
 */
#ifndef PLATTER_STORE_SERIES_RRD_H
#define PLATTER_STORE_SERIES_RRD_H

#include <stdbool.h>
#include <stddef.h>

#include <platter/series.h>

/* Steps that wait at most; then the oldest are dropped. Two days. */
#define PLATTER_SERIES_RRD_WAITING_MAX 288

/* What is to be said: level as of syslog(3), a stable code, the drive it is about. */
typedef void (*platter_say)(void *user, int level, const char *code, const char *drive,
                            const char *text);

struct platter_series_rrd;

/* daemon: rrdcached's address, through which rows go then; NULL or "" = straight into the files.
 * The texts are copied. Returns 0 or -ENOMEM. */
int platter_series_rrd_new(const char *folder, const char *host, const char *daemon,
                           platter_say say, void *user, struct platter_series_rrd **out);
void platter_series_rrd_free(struct platter_series_rrd *r);

/* Take every series of a snapshot in. Returns 0, -ENOMEM, or -EINVAL: a drive, step or time that
 * cannot be. */
int platter_series_rrd_add(struct platter_series_rrd *r, const struct platter_snapshot *s);
bool platter_series_rrd_pending(const struct platter_series_rrd *r);

/* Write what waits. now_s: for the name of what is moved aside. room: whether a new file of so many
 * bytes may be made; one that may not waits. Returns how many rows were written. */
unsigned platter_series_rrd_flush(struct platter_series_rrd *r, int64_t now_s,
                                  bool (*room)(void *user, uint64_t bytes));

#endif

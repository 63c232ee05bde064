/* SPDX-License-Identifier: MIT */
/*
 * What was published in the last 24 h, for readers that were away. A row is kept as what differs
 * from the drive's row before it, byte by byte; figures are rounded to the 24 bits of a float, so
 * that most bytes do not differ. A row of ten zones takes some 300 bytes. What exceeds the budget
 * goes, the oldest step first.
 */
#ifndef PLATTER_DAEMON_HISTORY_H
#define PLATTER_DAEMON_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include <platter/snapshot.h>

#define PLATTER_HISTORY_BYTES ((size_t)1024 * 1024)
#define PLATTER_HISTORY_S 86400

struct platter_history;

/* Returns NULL: no memory. */
struct platter_history *platter_history_new(size_t budget_bytes, int64_t keep_s);
/* NULL is fine. */
void platter_history_free(struct platter_history *h);

/* A row of the step that is being published. Returns 0 or -ENOMEM: the row is left out. */
int platter_history_add(struct platter_history *h, const struct platter_snapshot *s);
/* The step is complete. time_s is greater than that of the last one. Returns 0, or -ENOMEM: the
 * step's rows are left out. */
int platter_history_end(struct platter_history *h, int64_t time_s);

/* Time of the oldest and newest complete step; 0 = there is none. */
int64_t platter_history_first_s(const struct platter_history *h);
int64_t platter_history_last_s(const struct platter_history *h);
/* Bytes that all of it takes. */
size_t platter_history_bytes(const struct platter_history *h);

/* Called for each row, and with s NULL at the end of each step: anything but 0 ends the replay
 * there and is returned (after a row it is ignored: steps are whole). */
typedef int (*platter_history_fn)(int64_t time_s, const struct platter_snapshot *s, void *user);

/* Everything of steps later than since_s, the oldest first. Returns 0, -ENOMEM or fn's. */
int platter_history_replay(const struct platter_history *h, int64_t since_s, platter_history_fn fn,
                           void *user);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The journal of a scan: what is needed to go on after Ctrl-C, a crash or a power failure. Text: a
 * head that names drive, range and method, then checkpoints, each of which ends in a line with the
 * hash of its bytes. It appears under its name with the first checkpoint in it; others are appended
 * and synced. What was torn off behind the last whole checkpoint is left out when it is read.
 */
#ifndef PLATTER_BENCH_SCAN_JOURNAL_H
#define PLATTER_BENCH_SCAN_JOURNAL_H

#include <stddef.h>

#include "agent/bench/scan_tally.h"

struct platter_scan_journal;

enum platter_scan_journal_result {
    PLATTER_JOURNAL_BROKEN = 1, /* no journal, or not one whole checkpoint is in it */
    PLATTER_JOURNAL_OTHER = 2,  /* of another drive: that one is in `other` */
};

/*
 * A journal to be written at the first checkpoint; a file that is there then is kept as FILE.old.
 * drive: the id. Returns 0 or -ENOMEM.
 */
int platter_scan_journal_new(const char *path, const char *drive,
                             struct platter_scan_journal **out);

/*
 * Read a journal and go on with it: *s (not initialised before) is as it was at the last
 * checkpoint; to be ended by platter_scan_deinit(). Returns 0, a result above, -ENOENT, -ENOMEM or
 * -errno.
 */
int platter_scan_journal_open(const char *path, const char *drive, struct platter_scan *s,
                              struct platter_scan_journal **out, char *other, size_t other_size);

/* Add a checkpoint. Clears s->n_slow_new. Returns 0 or -errno (the one before still holds). */
int platter_scan_journal_checkpoint(struct platter_scan_journal *j, struct platter_scan *s);

/* Whether there is a file: a checkpoint was written or read. */
bool platter_scan_journal_written(const struct platter_scan_journal *j);

/* Close; remove: the scan is over, and the file goes. NULL is fine. */
void platter_scan_journal_free(struct platter_scan_journal *j, bool remove);

#endif

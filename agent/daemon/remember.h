/* SPDX-License-Identifier: MIT */
/* What is to be known of each drive in the next run: from what is tracked, and back. */
#ifndef PLATTER_DAEMON_REMEMBER_H
#define PLATTER_DAEMON_REMEMBER_H

#include "agent/daemon/tracked.h"
#include "agent/store/saved.h"

/* Every drive that was ever seen, as it is to be saved. */
struct platter_remember {
    char boot[40]; /* this boot's id: times of others are worth nothing */
    struct platter_saved_drive *drives;
    unsigned n;
};

void platter_remember_init(struct platter_remember *r, const struct platter_sysroot *root);
void platter_remember_deinit(struct platter_remember *r);

/* NULL = not known. Pointers are valid until the next entry is made. */
struct platter_saved_drive *platter_remember_find(const struct platter_remember *r, const char *id);
/* The same, a new entry if need be; NULL: no memory. */
struct platter_saved_drive *platter_remember_entry(struct platter_remember *r, const char *id);

/* Take a drive in as it is now. Returns its entry; NULL: no memory. */
const struct platter_saved_drive *platter_remember_drive(struct platter_remember *r,
                                                         const struct platter_tracked *t);
/* Begin where the last run ended: counters, slot, manners. Gauges are not: of their age nothing is
 * known. */
void platter_remember_restore(const struct platter_remember *r,
                              const struct platter_saved_drive *saved, struct platter_tracked *t);

#endif

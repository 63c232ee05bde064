/* SPDX-License-Identifier: MIT */
/* Which of the agent's drives a person means. */
#ifndef PLATTER_CLI_PICK_H
#define PLATTER_CLI_PICK_H

#include <platter/snapshot.h>

enum platter_pick_result {
    PLATTER_PICK_NONE = 1,
    PLATTER_PICK_AMBIGUOUS = 2, /* more than one */
};

/*
 * By id, label, device (sda, /dev/sda, a link to it), or the tail of a serial or an id of 4
 * characters or more; case does not matter in labels and tails. Returns 0 (*index set) or a result.
 */
int platter_pick(const struct platter_snapshot *drives, unsigned n, const char *name,
                 unsigned *index);

/* The same; what is wrong is said. Returns an exit status. */
int platter_picked(const struct platter_snapshot *drives, unsigned n, const char *name,
                   unsigned *index);

#endif

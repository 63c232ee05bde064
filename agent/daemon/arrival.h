/* SPDX-License-Identifier: MIT */
/* What a block device that appeared, changed or went away means for the drives that are watched. */
#ifndef PLATTER_DAEMON_ARRIVAL_H
#define PLATTER_DAEMON_ARRIVAL_H

#include "agent/daemon/tracked.h"

/* /sys/block/NAME is no more. diskseq 0 = not told. */
void platter_arrival_removed(struct platter_agent *agent, const char *name, uint64_t diskseq);

/* Those whose entry in sysfs is no more. */
void platter_arrival_check(struct platter_agent *agent);

/*
 * See who is at /sys/block/NAME: the same drive as before, one that was known and has moved,
 * another one in its place, a new one. Returns 0; -errno or PLATTER_DESCRIBE_NO_DRIVE: nothing is
 * to be seen yet.
 */
int platter_arrival_look(struct platter_agent *agent, const char *name);

/* Whether it is worth a word that a device of that name cannot be used. */
bool platter_arrival_matters(const struct platter_agent *agent, const char *name);

#endif

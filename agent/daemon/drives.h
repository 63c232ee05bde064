/* SPDX-License-Identifier: MIT */
/* Which drives platterd watches: option `drives`, at start and when one appears later. */
#ifndef PLATTER_DAEMON_DRIVES_H
#define PLATTER_DAEMON_DRIVES_H

#include "agent/daemon/tracked.h"

/* Whether option `drives` takes a drive: as one of `auto`, or by name, device, id, link, or the
 * tail of its serial. */
bool platter_drives_wanted(const struct platter_agent *agent, const struct platter_found *found);

/* Watch a drive from now on. Returns its entry, or NULL: no room or no memory, said. */
struct platter_tracked *platter_drives_take(struct platter_agent *agent,
                                            const struct platter_found *found);

/* What follows from what was found: again after a drive has come back elsewhere. */
void platter_drives_place(struct platter_tracked *t, const struct platter_found *found);

/* Set t->o and what hangs on it from the options: again after they have changed. */
void platter_drives_configure(struct platter_tracked *t);

/* Say which sections of the file are for no drive that is here. */
void platter_drives_say_sections(struct platter_agent *agent);

#endif

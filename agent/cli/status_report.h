/* SPDX-License-Identifier: MIT */
/* The first screen: a line for each drive, the worst first. */
#ifndef PLATTER_CLI_STATUS_REPORT_H
#define PLATTER_CLI_STATUS_REPORT_H

#include <platter/snapshot.h>

/* Sorts the drives. now_s: Unix time, for "asleep since 03:12". Returns 0 or -ENOMEM. */
int platter_status_print(struct platter_snapshot *drives, unsigned n, int64_t now_s);

/* That nothing is saved, and why: a paragraph below them. */
void platter_status_say_not_saved(const char *why);

/* What `platter status` exits with: the worst of all; nothing watched = cannot tell. */
int platter_status_exit(const struct platter_snapshot *drives, unsigned n);

#endif

/* SPDX-License-Identifier: MIT */
/* What a drive of the agent is called and looks like, the same in every command. */
#ifndef PLATTER_CLI_LOOK_H
#define PLATTER_CLI_LOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "agent/cli/table.h"
#include <platter/snapshot.h>

/* How a verdict looks, how bad it is, and what to exit with. Not knowing is worse than knowing that
 * all is well, and better than knowing that it is not. */
struct platter_look {
    int verdict, rank, exit_status;
    enum platter_tint tint;
};
const struct platter_look *platter_look_of(int verdict);

/* qsort: the worst first, then by device (sdb before sdaa). */
int platter_look_worst_first(const void *a, const void *b);

/* Its label, else "sda", else its id. Borrowed. */
const char *platter_look_name(const struct platter_snapshot *s);
/* Its pool, else where the name does not say it, its device; "" = the name says it all. */
const char *platter_look_where(const struct platter_snapshot *s);
/* "WDC WD2002FAEX-007BA0" -> "WD2002FAEX-007BA0": what tells models apart. Borrowed. */
const char *platter_look_model(const struct platter_snapshot *s);
bool platter_look_asleep(const struct platter_snapshot *s);

/* All blocks of all zones: slow ones of 1000; NaN = none yet. */
double platter_look_slow(const struct platter_snapshot *s);
/* Mean of the access times of all zones, s; NaN = none. */
double platter_look_access(const struct platter_snapshot *s);

/* A moment in local time, as short as it can be seen from now: "03:12", "Sat 03:12", "2 Nov",
 * "2025-11-02"; "?" when it is 0. */
void platter_look_moment(char *buf, size_t size, int64_t time_s, int64_t now_s);

/* Copy at most columns of text, with an ellipsis ("~" without UTF-8) where it was cut. */
void platter_look_cut(char *buf, size_t size, const char *text, unsigned columns, bool utf8);

#endif

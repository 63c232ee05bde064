/* SPDX-License-Identifier: MIT */
/* Everything about one drive, for people. */
#ifndef PLATTER_CLI_SHOW_REPORT_H
#define PLATTER_CLI_SHOW_REPORT_H

#include <platter/snapshot.h>

/* now_s: Unix time. Returns 0 or -ENOMEM. */
int platter_show_print(const struct platter_snapshot *s, int64_t now_s);

#endif

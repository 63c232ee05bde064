/* SPDX-License-Identifier: MIT */
/* Find a drive that a person named, and say what is wrong when there is none. */
#ifndef PLATTER_CLI_FOUND_H
#define PLATTER_CLI_FOUND_H

#include "agent/drive/discover.h"

/* The exit status for a result of platter_find() or platter_open(). */
int platter_found_exit(int find_result);
int platter_opened_exit(int open_result);

/* platter_find() on this machine. Returns an exit status; what is wrong has been said. */
int platter_found(const struct platter_sysroot *root, const char *name, struct platter_found *out);

#endif

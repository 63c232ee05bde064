/* SPDX-License-Identifier: MIT */
/* platterd --print-config: what holds, and where each value is from. */
#ifndef PLATTER_DAEMON_PRINT_CONFIG_H
#define PLATTER_DAEMON_PRINT_CONFIG_H

#include <stdio.h>

#include "agent/core/options.h"

/* A value as the file would have it, quotes where it needs them. */
void platter_option_write(const struct platter_option *option, const void *member, FILE *to);

/* All of it, in a form that platter_config_read() takes; `file` is its name in the comments. */
void platter_print_config(const struct platter_options *o, const char *file, FILE *to);

#endif

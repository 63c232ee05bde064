/* SPDX-License-Identifier: MIT */
/* The configuration file (platter.conf(5)): the gate to libconfuse. */
#ifndef PLATTER_DAEMON_CONFIG_H
#define PLATTER_DAEMON_CONFIG_H

#include <stddef.h>

#include "agent/core/options.h"
#include "agent/daemon/log.h"

#define PLATTER_CONFIG_FILE PLATTER_SYSCONFDIR "/platter/platter.conf"

/*
 * Read a file over the options. Everything that is wrong in it is said on stderr with file, line,
 * key and what was expected. Returns 0, -ENOENT and other -errnos of opening it (nothing said), or
 * -EINVAL (said); o is changed on 0 only.
 */
int platter_config_read(const char *path, struct platter_options *o);

/* What is wrong with a setting, without file and line: "zones: \"ten\" is not a whole number ...".
 * where: PLATTER_OPTION_GLOBAL, or PLATTER_OPTION_DRIVE in a section. */
void platter_config_complaint(enum platter_option_result result, unsigned where, const char *name,
                              const char *value, char *buf, size_t size);

#endif

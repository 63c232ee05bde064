/* SPDX-License-Identifier: MIT */
/* What this agent's options are and where each is from, as its hello tells. */
#ifndef PLATTER_DAEMON_TELL_H
#define PLATTER_DAEMON_TELL_H

#include "agent/core/options.h"
#include "agent/wire/settings_json.h"

/* file: what the lines of the origins are of. */
void platter_tell_settings(const struct platter_options *o, const char *file,
                           struct platter_settings *out);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef PLATTER_CLI_MOMENT_H
#define PLATTER_CLI_MOMENT_H

#include <stdint.h>

/* What a person may call a moment: Unix time, or "2026-11-30", "2026-11-30 18:00" in local time.
 * Returns 0 or -EINVAL. */
int platter_parse_moment(const char *text, int64_t *out_s);

#endif

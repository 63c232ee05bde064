/* SPDX-License-Identifier: MIT */
/* What a scan changed in SMART: pending sectors come to light when they are read. */
#ifndef PLATTER_CLI_SCAN_SMART_H
#define PLATTER_CLI_SCAN_SMART_H

#include <platter/smart.h>

#include "agent/drive/discover.h"

/* Read it now. 0, or anything else: it is not to be had (no ATA drive, no permission). */
int platter_scan_smart_read(const struct platter_found *found, int64_t time_s,
                            struct platter_smart *out);

/* A sentence, or none where either is NULL: not read. */
void platter_scan_smart_print(const struct platter_smart *before,
                              const struct platter_smart *after);

#endif

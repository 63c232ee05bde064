/* SPDX-License-Identifier: MIT */
/*
 * The gate to libatasmart: fetches SMART pages of an awake drive. The caller has asked for the
 * power state first (drive/power.h): opening with libatasmart sends IDENTIFY. Our core decodes
 * (core/smart.h).
 */
#ifndef PLATTER_DRIVE_ATASMART_H
#define PLATTER_DRIVE_ATASMART_H

#include "agent/core/smart.h"

struct platter_smart_pages {
    uint8_t data[PLATTER_SMART_PAGE_BYTES];
    uint8_t thresholds[PLATTER_SMART_PAGE_BYTES];
    bool has_thresholds;
    enum platter_smart_status status;
};

enum platter_atasmart_result {
    PLATTER_ATASMART_NOT_SUPPORTED = 1, /* no ATA drive, or SMART is off */
};

/* Read the pages of a device by its path. 0, a result, or -errno. */
int platter_atasmart_read(const char *device, struct platter_smart_pages *out);

#endif

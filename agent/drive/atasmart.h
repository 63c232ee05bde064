/* SPDX-License-Identifier: MIT */
/*
 * The gate to libatasmart: fetches SMART pages of an awake drive. The caller has asked for the
 * power state first (drive/power.h): opening with libatasmart sends IDENTIFY. Our core decodes
 * (core/smart.h).
 *
 * libatasmart would enable SMART where it is off, and try commands of bridge vendors to find out
 * how to speak to a drive. Neither happens here: a drive is asked first, through our own
 * pass-through, whether SMART is on, and libatasmart is told to use the form of ATA PASS-THROUGH
 * that this was answered in.
 */
#ifndef PLATTER_DRIVE_ATASMART_H
#define PLATTER_DRIVE_ATASMART_H

#include "agent/core/smart.h"
#include "agent/drive/passthrough.h"

struct platter_smart_pages {
    uint8_t data[PLATTER_SMART_PAGE_BYTES];
    uint8_t thresholds[PLATTER_SMART_PAGE_BYTES];
    bool has_thresholds;
    enum platter_smart_status status;
};

/* Other numbers than enum platter_smart_result: a worker's report has one or the other. */
enum platter_atasmart_result {
    PLATTER_ATASMART_NOT_SUPPORTED = 16, /* no ATA drive, or SMART is off */
};

/* Read the pages of a device by its path; form as platter_ata_ask. 0, a result, or -errno (-EPERM:
 * CAP_SYS_RAWIO). */
int platter_atasmart_read(const char *device, enum platter_ata_form *form,
                          struct platter_smart_pages *out);

/*
 * The pages in what libatasmart calls a blob: chunks of a tag of four letters, a length (32 bits,
 * big-endian) and bytes; tags not known are skipped. Returns 0 or -EPROTO: cut off, lengths that
 * cannot be, or no data page.
 */
int platter_atasmart_parse(const uint8_t *blob, size_t len, struct platter_smart_pages *out);

/* Whether the answer of IDENTIFY DEVICE says that SMART is there and on (ACS-3, words 82 to 87). */
bool platter_identify_smart(const uint8_t identify[512]);

#endif

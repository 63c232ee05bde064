/* SPDX-License-Identifier: MIT */
/*
 * Decoding of SMART pages: outside input of 512 bytes, checked before a byte of it is believed.
 * Layouts: ATA/ATAPI Command Set (ACS-3), SMART READ DATA and SMART READ THRESHOLDS; attribute
 * meanings are the vendors'. Vendor-specific raw formats are a later step: what
 * is not understood here stays raw.
 */
#ifndef PLATTER_CORE_SMART_H
#define PLATTER_CORE_SMART_H

#include <stddef.h>

#include <platter/smart.h>

#define PLATTER_SMART_PAGE_BYTES 512

enum platter_smart_result {
    PLATTER_SMART_EMPTY = 1,    /* all 0x00 or all 0xff */
    PLATTER_SMART_CHECKSUM = 2, /* bytes do not add up to 0 modulo 256 */
};

/* Whether a page is one: 0 or enum platter_smart_result. */
int platter_smart_page_check(const uint8_t page[PLATTER_SMART_PAGE_BYTES]);

/*
 * Decode. thresholds may be NULL or no page (then all 0). status as SMART RETURN STATUS said.
 * time_s: now. Temperature from 194, then 190, low byte, believed between -20 and 100 degrees, a
 * raw value of 0 is no sensor; never from 231. Power-on hours from 9, low 32 bits, believed up to
 * 200 000. 4, 12, 193: low 32 bits. 5 and 197: the low 16 bits (raw 0x002b002b is 43) unless these
 * are 0. Raw values of all ones are "not supported". Returns 0 or enum platter_smart_result; then
 * out is as platter_smart_init left it.
 */
int platter_smart_decode(const uint8_t data[PLATTER_SMART_PAGE_BYTES], const uint8_t *thresholds,
                         enum platter_smart_status status, int64_t time_s,
                         struct platter_smart *out);

#endif

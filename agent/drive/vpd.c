/* SPDX-License-Identifier: MIT */
#include "agent/drive/vpd.h"

#include <string.h>

#include "agent/core/ident.h"

#define HEADER 4
#define DESCRIPTOR_HEADER 4
#define TYPE_VENDOR_ID 1
#define VENDOR_LEN 8
#define ATA_MODEL_LEN 40

static size_t be16(const uint8_t *p)
{
    return (size_t)p[0] << 8 | p[1];
}

/* Length of a page with its header, never more than what is there; 0: not this page. */
static size_t page_len(const uint8_t *page, size_t len, uint8_t code)
{
    size_t told;

    if (len < HEADER || page[1] != code)
        return 0;
    told = HEADER + be16(page + 2);
    return told < len ? told : len;
}

void platter_vpd_serial(const uint8_t *page, size_t len, char *serial, size_t size)
{
    size_t end = page_len(page, len, 0x80);

    platter_text_clean(serial, size, page + (end ? HEADER : 0), end ? end - HEADER : 0);
}

void platter_vpd_ata_model(const uint8_t *page, size_t len, char *model, size_t size)
{
    size_t end = page_len(page, len, 0x83);

    model[0] = '\0';
    for (size_t at = HEADER; at + DESCRIPTOR_HEADER <= end;) {
        const uint8_t *d = page + at;
        size_t next = at + DESCRIPTOR_HEADER + d[3];

        if (next > end)
            return;
        if ((d[1] & 0x3f) == TYPE_VENDOR_ID && d[3] >= VENDOR_LEN + ATA_MODEL_LEN &&
            memcmp(d + DESCRIPTOR_HEADER, "ATA     ", VENDOR_LEN) == 0) {
            platter_text_clean(model, size, d + DESCRIPTOR_HEADER + VENDOR_LEN, ATA_MODEL_LEN);
            return;
        }
        at = next;
    }
}

uint32_t platter_vpd_rpm(const uint8_t *page, size_t len)
{
    size_t rpm = page_len(page, len, 0xb1) >= 6 ? be16(page + 4) : 0;

    /* 1 = solid state; the rest below 401h and FFFFh are reserved. */
    return rpm > 0x400 && rpm < 0xffff ? (uint32_t)rpm : 0;
}

bool platter_vpd_is_ata(const uint8_t *page, size_t len)
{
    /* By which command the drive was identified: IDENTIFY DEVICE, not that of a packet device. */
    return page_len(page, len, 0x89) > 56 && page[56] == 0xec;
}

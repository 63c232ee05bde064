/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/sense.h"

#include <string.h>

#include "tests/vm/drive/bytes.h"

#define FIXED 0x70
#define DESCRIPTOR 0x72
#define VALID 0x80
#define RECOVERED 0x01
#define MEDIUM 0x03
#define ABORTED 0x0b
#define ATA_ERROR 0x01 /* in the status register */
#define ATA_UNC 0x40   /* in the error register */

static const char *const names[LAB_SENSE_FORMATS] = {"descriptor", "fixed", "garbage", "empty"};

bool lab_sense_find(const char *name, enum lab_sense_format *out)
{
    for (unsigned i = 0; i < LAB_SENSE_FORMATS; i++) {
        if (strcmp(name, names[i]) == 0) {
            *out = (enum lab_sense_format)i;
            return true;
        }
    }
    return false;
}

static uint8_t *begin(struct lab_reply *r)
{
    r->status = LAB_CHECK_CONDITION;
    memset(r->sense, 0, sizeof r->sense);
    return r->sense;
}

void lab_sense_set(struct lab_reply *r, uint8_t key, uint8_t asc, uint8_t ascq)
{
    uint8_t *s = begin(r);

    s[0] = FIXED;
    s[2] = key;
    s[7] = 10;
    s[12] = asc;
    s[13] = ascq;
}

static void descriptor(struct lab_reply *r, uint8_t key, uint8_t asc, uint8_t ascq, uint8_t len)
{
    uint8_t *s = begin(r);

    s[0] = DESCRIPTOR;
    s[1] = key;
    s[2] = asc;
    s[3] = ascq;
    s[7] = len;
}

void lab_sense_set_lba(struct lab_reply *r, uint8_t key, uint8_t asc, uint8_t ascq, uint64_t lba)
{
    if (lba <= UINT32_MAX) {
        lab_sense_set(r, key, asc, ascq);
        r->sense[0] |= VALID;
        lab_put_be(r->sense + 3, 4, lba);
        return;
    }
    descriptor(r, key, asc, ascq, 12);
    r->sense[9] = 10; /* an information descriptor: type 0, 10 bytes more */
    r->sense[10] = VALID;
    lab_put_be(r->sense + 12, 8, lba);
}

/* ATA Status Return descriptor. */
static void put_descriptor(uint8_t *d, const struct lab_taskfile *t)
{
    d[0] = 9;
    d[1] = 12;
    d[2] = t->ext;
    d[3] = t->error;
    lab_put_be(d + 4, 2, t->count);
    for (unsigned i = 0; i < 3; i++) {
        d[6 + 2 * i] = (uint8_t)(t->lba >> (24 + 8 * i));
        d[7 + 2 * i] = (uint8_t)(t->lba >> (8 * i));
    }
    d[12] = t->device;
    d[13] = t->status;
}

static void put_fixed(uint8_t *s, const struct lab_taskfile *t)
{
    s[3] = t->error;
    s[4] = t->status;
    s[5] = t->device;
    s[6] = (uint8_t)t->count;
    s[8] = (uint8_t)((t->ext ? 0x80 : 0) | (t->count > 0xff ? 0x40 : 0) |
                     (t->lba > 0xffffff ? 0x20 : 0));
    lab_put_le(s + 9, 3, t->lba);
}

void lab_sense_set_ata(struct lab_reply *r, enum lab_sense_format format,
                       const struct lab_taskfile *t)
{
    bool failed = t->status & ATA_ERROR, unreadable = failed && t->error & ATA_UNC;
    uint8_t key = unreadable ? MEDIUM : failed ? ABORTED : RECOVERED;
    uint8_t asc = unreadable ? 0x11 : 0x00;
    uint8_t ascq = unreadable ? 0x04 : failed ? 0x00 : 0x1d;

    if (format == LAB_SENSE_FIXED) {
        lab_sense_set(r, key, asc, ascq);
        put_fixed(r->sense, t);
    } else if (format == LAB_SENSE_GARBAGE) {
        memset(begin(r), 0xa5, LAB_SENSE_BYTES);
    } else {
        descriptor(r, key, asc, ascq, format == LAB_SENSE_EMPTY ? 0 : 14);
        if (format == LAB_SENSE_DESCRIPTOR)
            put_descriptor(r->sense + 8, t);
    }
}

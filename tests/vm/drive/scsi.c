/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/scsi.h"

#include <string.h>

#include "tests/vm/drive/ata.h"
#include "tests/vm/drive/bytes.h"

#define MEDIUM_ERROR 3
#define ILLEGAL_REQUEST 5
#define INVALID_OPCODE 0x20
#define OUT_OF_RANGE 0x21
#define INVALID_FIELD 0x24
#define LOW_POWER 0x5e
#define SERVICE_READ_CAPACITY_16 0x10
#define PAGE_CACHING 0x08
#define PAGE_CONTROL 0x0a
#define PAGE_ALL 0x3f

static void ready(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    (void)d;
    (void)cdb;
    (void)r;
}

static void request_sense(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    uint8_t ascq = lab_power_ascq(&d->power), asc = ascq ? LOW_POWER : 0;

    memset(r->data, 0, 18);
    if (cdb[1] & 1) {
        r->data[0] = 0x72;
        r->data[2] = asc;
        r->data[3] = ascq;
        r->len_bytes = 8;
    } else {
        r->data[0] = 0x70;
        r->data[7] = 10;
        r->data[12] = asc;
        r->data[13] = ascq;
        r->len_bytes = 18;
    }
    r->max_bytes = cdb[4];
}

static void capacity_10(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    uint64_t last = lab_drive_sectors(d) - 1;

    (void)cdb;
    lab_put_be(r->data, 4, last < UINT32_MAX ? last : UINT32_MAX);
    lab_put_be(r->data + 4, 4, LAB_SECTOR_BYTES);
    r->len_bytes = 8;
}

static void capacity_16(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    if ((cdb[1] & 0x1f) != SERVICE_READ_CAPACITY_16) {
        lab_sense_set(r, ILLEGAL_REQUEST, INVALID_FIELD, 0);
        return;
    }
    memset(r->data, 0, 32);
    lab_put_be(r->data, 8, lab_drive_sectors(d) - 1);
    lab_put_be(r->data + 8, 4, LAB_SECTOR_BYTES);
    r->data[13] = d->spec.physical_bytes > LAB_SECTOR_BYTES ? 3 : 0; /* 2^3 sectors a block */
    r->len_bytes = 32;
    r->max_bytes = lab_get_be(cdb + 10, 4);
}

static size_t mode_pages(uint8_t wanted, uint8_t *p)
{
    size_t len = 0;

    if (wanted == PAGE_CACHING || wanted == PAGE_ALL) {
        p[len] = PAGE_CACHING;
        p[len + 1] = 18;
        p[len + 2] = 4; /* write cache */
        len += 20;
    }
    if (wanted == PAGE_CONTROL || wanted == PAGE_ALL) {
        p[len] = PAGE_CONTROL;
        p[len + 1] = 10;
        len += 12;
    }
    return len;
}

static void mode_sense(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    bool ten = cdb[0] == 0x5a;
    unsigned header = ten ? 8 : 4, size = ten ? 2 : 1;

    (void)d;
    memset(r->data, 0, sizeof r->data);
    size_t len = mode_pages(cdb[2] & 0x3f, r->data + header);
    if (len == 0) {
        lab_sense_set(r, ILLEGAL_REQUEST, INVALID_FIELD, 0);
        return;
    }
    r->len_bytes = header + len;
    lab_put_be(r->data, size, r->len_bytes - size);
    r->max_bytes = lab_get_be(cdb + (ten ? 7 : 4), size);
}

static void start_stop(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    (void)r;
    if (cdb[4] & 1)
        lab_drive_wake(d);
    else
        lab_power_set(&d->power, LAB_STANDBY);
}

/* Where and how much, in a CDB of 6, 10, 12 or 16 bytes. */
static void extent(const uint8_t *cdb, uint64_t *lba, uint64_t *count)
{
    switch (cdb[0] >> 5) {
    case 0:
        *lba = lab_get_be(cdb + 1, 3) & 0x1fffff;
        *count = cdb[4] ? cdb[4] : 256;
        return;
    case 4:
        *lba = lab_get_be(cdb + 2, 8);
        *count = lab_get_be(cdb + 10, 4);
        return;
    case 5:
        *lba = lab_get_be(cdb + 2, 4);
        *count = lab_get_be(cdb + 6, 4);
        return;
    default:
        *lba = lab_get_be(cdb + 2, 4);
        *count = lab_get_be(cdb + 7, 2);
    }
}

/* Read, write and verify take the same time; what is written is forgotten, all sectors are zeros.
 */
static uint64_t transfer(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    uint64_t lba, count, bad_lba;

    extent(cdb, &lba, &count);
    if (!lab_drive_has(d, lba, count)) {
        lab_sense_set(r, ILLEGAL_REQUEST, OUT_OF_RANGE, 0);
        return 0;
    }
    if (lab_drive_read(d, lba, count, &bad_lba) == LAB_UNREADABLE && !lab_scsi_writes(cdb[0])) {
        lab_sense_set_lba(r, MEDIUM_ERROR, 0x11, 0x04, bad_lba);
        return 0;
    }
    return count * LAB_SECTOR_BYTES;
}

static void read_sectors(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    r->len_bytes = transfer(d, cdb, r);
    r->zeros = true;
}

static void verify_sectors(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    transfer(d, cdb, r);
}

static void write_sectors(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    d->writes++;
    transfer(d, cdb, r);
}

static const struct {
    uint8_t opcode;
    bool writes;
    const char *name;
    void (*run)(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r);
} commands[] = {
    {0x00, false, "TEST UNIT READY", ready},
    {0x03, false, "REQUEST SENSE", request_sense},
    {0x08, false, "READ 6", read_sectors},
    {0x0a, true, "WRITE 6", write_sectors},
    {0x12, false, "INQUIRY", lab_inquiry},
    {0x1a, false, "MODE SENSE 6", mode_sense},
    {0x1b, false, "START STOP UNIT", start_stop},
    {0x25, false, "READ CAPACITY 10", capacity_10},
    {0x28, false, "READ 10", read_sectors},
    {0x2a, true, "WRITE 10", write_sectors},
    {0x2f, false, "VERIFY 10", verify_sectors},
    {0x35, false, "SYNCHRONIZE CACHE 10", ready},
    {0x5a, false, "MODE SENSE 10", mode_sense},
    {LAB_CDB_PASS_16, false, "ATA PASS-THROUGH 16", lab_ata_pass_through},
    {0x88, false, "READ 16", read_sectors},
    {0x8a, true, "WRITE 16", write_sectors},
    {0x8f, false, "VERIFY 16", verify_sectors},
    {0x91, false, "SYNCHRONIZE CACHE 16", ready},
    {0x9e, false, "READ CAPACITY 16", capacity_16},
    {LAB_CDB_PASS_12, false, "ATA PASS-THROUGH 12", lab_ata_pass_through},
    {0xa8, false, "READ 12", read_sectors},
    {0xaa, true, "WRITE 12", write_sectors},
    {0xaf, false, "VERIFY 12", verify_sectors},
    /* Not done. */
    {0xa0, false, "REPORT LUNS", NULL},
    {0xa3, false, "REPORT SUPPORTED OPERATION CODES", NULL},
    /* Not done, and known by name because they would change the drive. */
    {0x04, true, "FORMAT UNIT", NULL},
    {0x15, true, "MODE SELECT 6", NULL},
    {0x2e, true, "WRITE AND VERIFY 10", NULL},
    {0x41, true, "WRITE SAME 10", NULL},
    {0x42, true, "UNMAP", NULL},
    {0x48, true, "SANITIZE", NULL},
    {0x55, true, "MODE SELECT 10", NULL},
    {0x93, true, "WRITE SAME 16", NULL},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

static unsigned find(uint8_t opcode)
{
    unsigned i = 0;

    while (i < COMMANDS && commands[i].opcode != opcode)
        i++;
    return i;
}

void lab_scsi_run(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    unsigned i = find(cdb[0]);

    r->status = 0;
    r->len_bytes = 0;
    r->max_bytes = UINT64_MAX;
    r->zeros = false;
    if (i < COMMANDS && commands[i].run && (cdb[0] != d->control.refuse || cdb[0] == 0))
        commands[i].run(d, cdb, r);
    else
        lab_sense_set(r, ILLEGAL_REQUEST, INVALID_OPCODE, 0);
    if (r->len_bytes > r->max_bytes)
        r->len_bytes = r->max_bytes;
}

const char *lab_scsi_name(uint8_t opcode)
{
    unsigned i = find(opcode);

    return i < COMMANDS ? commands[i].name : "?";
}

bool lab_scsi_writes(uint8_t opcode)
{
    unsigned i = find(opcode);

    return i < COMMANDS && commands[i].writes;
}

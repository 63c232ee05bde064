/* SPDX-License-Identifier: MIT */
#include "agent/drive/verify.h"

#include <errno.h>
#include <string.h>

#include "agent/drive/drive.h"

#define READ_VERIFY_EXT 0x42
#define PASS_THROUGH_16 0x85
#define NON_DATA_EXT (3 << 1 | 1)
#define CK_COND 0x20
#define VERIFY_16 0x8f
#define TIMEOUT_MS 60000

/* Sense keys, SPC-4 4.5.6. */
enum { NO_SENSE = 0, RECOVERED = 1, NOT_READY = 2, MEDIUM_ERROR = 3, ILLEGAL = 5 };
#define CHECK_CONDITION 2

static void put_be(uint8_t *at, unsigned n, uint64_t value)
{
    while (n--) {
        at[n] = (uint8_t)value;
        value >>= 8;
    }
}

/* SAT's order: each register's previous (high) byte before its present one. */
static void ata_cdb(uint8_t cdb[16], uint64_t lba, uint32_t count)
{
    cdb[0] = PASS_THROUGH_16;
    cdb[1] = NON_DATA_EXT;
    cdb[2] = CK_COND;
    cdb[5] = (uint8_t)(count >> 8);
    cdb[6] = (uint8_t)count;
    for (unsigned i = 0; i < 3; i++) {
        cdb[8 + 2 * i] = (uint8_t)(lba >> 8 * i);
        cdb[7 + 2 * i] = (uint8_t)(lba >> 8 * (i + 3));
    }
    cdb[13] = 0x40; /* LBA mode */
    cdb[14] = READ_VERIFY_EXT;
}

size_t platter_verify_cdb(uint8_t cdb[16], enum platter_transport transport, uint64_t lba,
                          uint32_t count)
{
    memset(cdb, 0, 16);
    if (!count)
        return 0;
    if (transport == PLATTER_TRANSPORT_ATA || transport == PLATTER_TRANSPORT_USB) {
        if (lba >> 48 || count > PLATTER_VERIFY_ATA_MAX)
            return 0;
        ata_cdb(cdb, lba, count);
        return 16;
    }
    if (transport == PLATTER_TRANSPORT_SAS || transport == PLATTER_TRANSPORT_SCSI) {
        cdb[0] = VERIFY_16;
        put_be(cdb + 2, 8, lba);
        put_be(cdb + 10, 4, count);
        return 16;
    }
    return 0;
}

/* The ATA status and error registers, from the descriptor (09h) that CK_COND asks for. */
static bool ata_registers(const struct platter_scsi_reply *reply, uint8_t *status, uint8_t *error)
{
    const uint8_t *d = reply->sense + 8;

    if (reply->sense_len < 22 || (reply->sense[0] & 0x7f) != 0x72 || d[0] != 0x09 || d[1] < 12)
        return false;
    *error = d[3];
    *status = d[13];
    return true;
}

static int ata_result(uint8_t status, uint8_t error)
{
    if (!(status & 0x21)) /* neither ERR nor DEVICE FAULT */
        return 0;
    /* UNC, or IDNF (no such place on a damaged surface); ABRT alone: no such command. */
    if (error & 0x50)
        return PLATTER_READ_MEDIUM;
    return error & 0x04 ? -EOPNOTSUPP : -EIO;
}

int platter_verify_result(enum platter_transport transport, const struct platter_scsi_reply *reply)
{
    bool is_ata = transport == PLATTER_TRANSPORT_ATA || transport == PLATTER_TRANSPORT_USB;
    uint8_t status, error;

    if (is_ata && ata_registers(reply, &status, &error))
        return ata_result(status, error);
    if (reply->scsi_status == 0)
        return 0;
    if (reply->scsi_status != CHECK_CONDITION || reply->sense_len < 3)
        return -EIO;
    /* Descriptor format 72h, 73h has the key in byte 1, fixed format 70h, 71h in byte 2. */
    switch (reply->sense[(reply->sense[0] & 0x7f) >= 0x72 ? 1 : 2] & 0xf) {
    case NO_SENSE:
    case RECOVERED:
        return 0;
    case MEDIUM_ERROR:
        return PLATTER_READ_MEDIUM;
    case NOT_READY:
        return PLATTER_READ_GONE;
    case ILLEGAL:
        return -EOPNOTSUPP;
    default:
        return -EIO;
    }
}

int platter_verify(int fd, enum platter_transport transport, uint32_t logical_bytes,
                   uint64_t offset_bytes, uint32_t len_bytes)
{
    struct platter_scsi_reply reply;
    uint8_t cdb[16];
    size_t len =
        platter_verify_cdb(cdb, transport, offset_bytes / logical_bytes, len_bytes / logical_bytes);

    if (!len)
        return -EOPNOTSUPP;
    int r = platter_passthrough(fd, cdb, len, NULL, 0, TIMEOUT_MS, &reply);
    if (r == -ENOTTY || r == -EINVAL)
        return -EOPNOTSUPP;
    if (r == -ENODEV || r == -ENXIO)
        return PLATTER_READ_GONE;
    return r ? r : platter_verify_result(transport, &reply);
}

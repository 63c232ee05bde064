/* SPDX-License-Identifier: MIT */
#include "agent/drive/passthrough.h"

#include <errno.h>
#include <scsi/sg.h>
#include <string.h>
#include <sys/ioctl.h>

/* ATA PASS-THROUGH, SAT-4 12.2.2: protocols, and bits of the byte behind them. */
#define PASS_12 0xa1
#define PASS_16 0x85
#define NON_DATA 3
#define PIO_IN 4
#define DMA 6
#define UDMA_IN 10
#define FROM_DEVICE 0x08
#define LENGTH_MASK 0x03
#define OFF_LINE_MASK 0xc0

/* Status words of the SG driver, include/scsi/scsi_status.h and sg.h. */
#define CHECK_CONDITION 2
#define KEY_ILLEGAL_REQUEST 5
#define HOST_NO_CONNECT 1
#define HOST_TIME_OUT 3
#define DRIVER_TIMEOUT 6
#define DRIVER_MASK 0x0f

struct taskfile {
    bool ext;
    uint8_t protocol, flags, features, lba_low, lba_mid, lba_high, command;
};

static struct taskfile taskfile_of(const uint8_t *cdb)
{
    struct taskfile t = {.ext = cdb[1] & 1, .protocol = cdb[1] >> 1 & 0x0f, .flags = cdb[2]};

    if (cdb[0] == PASS_12) {
        t.features = cdb[3];
        t.lba_low = cdb[5];
        t.lba_mid = cdb[6];
        t.lba_high = cdb[7];
        t.command = cdb[9];
    } else {
        t.features = cdb[4];
        t.lba_low = cdb[8];
        t.lba_mid = cdb[10];
        t.lba_high = cdb[12];
        t.command = cdb[14];
    }
    return t;
}

/* Self-tests that run beside ordinary commands, and the end of one. Captive ones block the drive.
 */
static bool is_self_test(uint8_t test)
{
    return (test >= 1 && test <= 3) || test == 0x7f;
}

static bool smart_allowed(const struct taskfile *t)
{
    if (t->lba_mid != 0x4f || t->lba_high != 0xc2)
        return false;
    switch (t->features) {
    case 0xd0: /* READ DATA */
    case 0xd1: /* READ THRESHOLDS */
    case 0xd5: /* READ LOG */
        return t->protocol == PIO_IN;
    case 0xd4: /* EXECUTE OFF-LINE IMMEDIATE */
        return t->protocol == NON_DATA && is_self_test(t->lba_low);
    case 0xda: /* RETURN STATUS */
        return t->protocol == NON_DATA;
    default:
        return false;
    }
}

static bool ata_allowed(const struct taskfile *t)
{
    bool data = t->protocol != NON_DATA;

    /* What goes in says so; what has no data says no length, so that nothing can go out either. */
    if (data ? !(t->flags & FROM_DEVICE) : (t->flags & LENGTH_MASK) != 0)
        return false;
    switch (t->command) {
    case 0x2f: /* READ LOG EXT */
        return t->ext && t->protocol == PIO_IN;
    case 0x40: /* READ VERIFY SECTORS */
        return !t->ext && !data;
    case 0x42: /* READ VERIFY SECTORS EXT */
        return t->ext && !data;
    case 0x47: /* READ LOG DMA EXT */
        return t->ext && (t->protocol == DMA || t->protocol == UDMA_IN);
    case 0xb0: /* SMART */
        return !t->ext && smart_allowed(t);
    case 0xe5: /* CHECK POWER MODE */
        return !t->ext && !data;
    case 0xec: /* IDENTIFY DEVICE */
        return !t->ext && t->protocol == PIO_IN;
    default:
        return false;
    }
}

/* 85h and A1h. OFF_LINE lets the bus float after a command, MULTIPLE_COUNT belongs to commands that
 * are not on the list. */
static bool pass_allowed(const uint8_t *cdb)
{
    struct taskfile t = taskfile_of(cdb);

    if (cdb[1] & 0xe0 || cdb[2] & OFF_LINE_MASK || (cdb[0] == PASS_12 && t.ext))
        return false;
    return ata_allowed(&t);
}

/* SCSI commands: a byte of the CDB must have certain bits. */
static const struct {
    uint8_t opcode;
    uint8_t len;
    uint8_t at, mask, value;
} scsi[] = {
    {0x00, 6, 0, 0x00, 0x00},  /* TEST UNIT READY */
    {0x03, 6, 0, 0x00, 0x00},  /* REQUEST SENSE */
    {0x12, 6, 0, 0x00, 0x00},  /* INQUIRY */
    {0x25, 10, 0, 0x00, 0x00}, /* READ CAPACITY (10) */
    {0x2f, 10, 1, 0x06, 0x00}, /* VERIFY (10): BYTCHK would send data */
    {0x4d, 10, 1, 0x01, 0x00}, /* LOG SENSE: SP would save parameters */
    {0x8f, 16, 1, 0x06, 0x00}, /* VERIFY (16) */
    {0x9e, 16, 1, 0x1f, 0x10}, /* READ CAPACITY (16), one of many service actions */
    {0xaf, 12, 1, 0x06, 0x00}, /* VERIFY (12) */
};

bool platter_cdb_allowed(const uint8_t *cdb, size_t len)
{
    if (len == 0)
        return false;
    if (cdb[0] == PASS_12 || cdb[0] == PASS_16)
        return len == (cdb[0] == PASS_12 ? 12 : 16) && pass_allowed(cdb);
    for (size_t i = 0; i < sizeof scsi / sizeof scsi[0]; i++)
        if (scsi[i].opcode == cdb[0])
            return len == scsi[i].len && (cdb[scsi[i].at] & scsi[i].mask) == scsi[i].value;
    return false;
}

/* How the command got through, which says nothing about what the drive said to it. */
static int transport_error(const struct sg_io_hdr *io)
{
    if (io->host_status == HOST_TIME_OUT || (io->driver_status & DRIVER_MASK) == DRIVER_TIMEOUT)
        return -ETIMEDOUT;
    if (io->host_status == HOST_NO_CONNECT)
        return -ENODEV;
    return io->host_status ? -EIO : 0;
}

int platter_passthrough(int fd, const uint8_t *cdb, size_t cdb_len, void *data, size_t len,
                        unsigned timeout_ms, struct platter_scsi_reply *reply)
{
    uint8_t command[16];
    struct platter_scsi_reply got = {.scsi_status = 0};

    if (!platter_cdb_allowed(cdb, cdb_len) || cdb_len > sizeof command)
        return -EPERM;
    memcpy(command, cdb, cdb_len);
    struct sg_io_hdr io = {
        .interface_id = 'S',
        .dxfer_direction = len ? SG_DXFER_FROM_DEV : SG_DXFER_NONE,
        .cmd_len = (unsigned char)cdb_len,
        .mx_sb_len = sizeof got.sense,
        .dxfer_len = (unsigned)len,
        .dxferp = data,
        .cmdp = command,
        .sbp = got.sense,
        .timeout = timeout_ms,
    };
    if (ioctl(fd, SG_IO, &io) != 0)
        return -errno;
    int r = transport_error(&io);
    if (r)
        return r;
    got.scsi_status = io.status;
    got.sense_len = io.sb_len_wr < sizeof got.sense ? io.sb_len_wr : sizeof got.sense;
    got.data_len = io.resid > 0 && (size_t)io.resid <= len ? len - (size_t)io.resid : len;
    *reply = got;
    return 0;
}

size_t platter_cdb_ata(uint8_t cdb[16], enum platter_ata_form form, uint8_t command,
                       uint8_t features, bool data)
{
    bool twelve = form == PLATTER_ATA_12;

    memset(cdb, 0, 16);
    cdb[0] = twelve ? PASS_12 : PASS_16;
    cdb[1] = (uint8_t)((data ? PIO_IN : NON_DATA) << 1);
    /* Data: from the device, blocks, counted in the count field. Else: give the registers back. */
    cdb[2] = data ? FROM_DEVICE | 0x04 | 0x02 : 0x20;
    cdb[twelve ? 3 : 4] = features;
    cdb[twelve ? 4 : 6] = data;
    cdb[twelve ? 9 : 14] = command;
    return twelve ? 12 : 16;
}

uint8_t platter_sense_key(const uint8_t *sense, size_t len)
{
    if (len < 3)
        return 0;
    return sense[sense[0] & 2 ? 1 : 2] & 0xf;
}

int platter_ata_ask(int fd, enum platter_ata_form *form, uint8_t command, uint8_t features,
                    void *data, size_t len, unsigned timeout_ms, struct platter_scsi_reply *reply)
{
    static const enum platter_ata_form other[] = {
        [PLATTER_ATA_16] = PLATTER_ATA_12, [PLATTER_ATA_12] = PLATTER_ATA_16};
    enum platter_ata_form tried = *form;

    for (int i = 0; i < 2; i++, tried = other[tried]) {
        struct platter_scsi_reply got = {.scsi_status = 0};
        uint8_t cdb[16];
        size_t cdb_len = platter_cdb_ata(cdb, tried, command, features, data != NULL);
        int r = platter_passthrough(fd, cdb, cdb_len, data, len, timeout_ms, &got);
        if (r)
            return r;
        *reply = got;
        if (got.scsi_status != CHECK_CONDITION ||
            platter_sense_key(got.sense, got.sense_len) != KEY_ILLEGAL_REQUEST) {
            *form = tried;
            return 0;
        }
    }
    return 0;
}

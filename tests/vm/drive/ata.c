/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/ata.h"

#include "tests/vm/drive/bytes.h"

#define STATUS_READY 0x50
#define STATUS_ERROR 0x01
#define ERROR_ABORT 0x04
#define ERROR_UNREADABLE 0x40
#define CK_COND 0x20
#define SMART_LBA 0xc24f00u /* LBA mid and high of every SMART command */
#define SMART_LBA_BAD 0x2cf400u

enum smart_feature {
    SMART_READ_DATA = 0xd0,
    SMART_READ_THRESHOLDS = 0xd1,
    SMART_AUTOSAVE = 0xd2,
    SMART_SELFTEST = 0xd4,
    SMART_READ_LOG = 0xd5,
    SMART_ENABLE = 0xd8,
    SMART_DISABLE = 0xd9,
    SMART_STATUS = 0xda,
    SMART_AUTO_OFFLINE = 0xdb,
};

void lab_ata_parse(const uint8_t *cdb, struct lab_taskfile *t)
{
    *t = (struct lab_taskfile){.status = STATUS_READY};
    if (cdb[0] == LAB_CDB_PASS_12) {
        t->features = cdb[3];
        t->count = cdb[4];
        t->lba = (uint64_t)cdb[7] << 16 | (uint64_t)cdb[6] << 8 | cdb[5];
        t->device = cdb[8];
        t->command = cdb[9];
        return;
    }
    t->ext = cdb[1] & 1;
    t->features = (uint16_t)(cdb[3] << 8 | cdb[4]);
    t->count = (uint16_t)(cdb[5] << 8 | cdb[6]);
    for (unsigned i = 0; i < 3; i++)
        t->lba |= (uint64_t)cdb[8 + 2 * i] << (8 * i) | (uint64_t)cdb[7 + 2 * i] << (24 + 8 * i);
    t->device = cdb[13];
    t->command = cdb[14];
    if (!t->ext) {
        t->features &= 0xff;
        t->count &= 0xff;
        t->lba &= 0xffffff;
    }
}

static void abort_command(struct lab_taskfile *t)
{
    t->status = STATUS_READY | STATUS_ERROR;
    t->error = ERROR_ABORT;
}

static void smart(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    uint8_t low = (uint8_t)t->lba;

    if ((t->lba & 0xffff00) != SMART_LBA) {
        abort_command(t);
        return;
    }
    switch (t->features) {
    case SMART_READ_DATA:
        lab_smart_data(d, r->data);
        r->len_bytes = LAB_PAGE_BYTES;
        break;
    case SMART_READ_THRESHOLDS:
        lab_smart_thresholds(r->data);
        r->len_bytes = LAB_PAGE_BYTES;
        break;
    case SMART_READ_LOG:
        if (lab_smart_log(d, low, r->data) == 0)
            r->len_bytes = LAB_PAGE_BYTES;
        else
            abort_command(t);
        break;
    case SMART_SELFTEST:
        if (lab_selftest_start(d, low) != 0)
            abort_command(t);
        break;
    case SMART_STATUS:
        t->lba = low | (d->control.smart_fail ? SMART_LBA_BAD : SMART_LBA);
        break;
    case SMART_AUTOSAVE:
    case SMART_ENABLE:
    case SMART_DISABLE:
    case SMART_AUTO_OFFLINE:
        break;
    default:
        abort_command(t);
    }
}

static void read_verify(struct lab_drive *d, struct lab_taskfile *t)
{
    uint64_t lba = t->ext ? t->lba : t->lba | (uint64_t)(t->device & 0xf) << 24;
    uint64_t count = t->count ? t->count : t->ext ? 65536 : 256;

    if (!lab_drive_has(d, lba, count)) {
        abort_command(t);
    } else if (lab_drive_read(d, lba, count, &lba) == LAB_UNREADABLE) {
        t->status = STATUS_READY | STATUS_ERROR;
        t->error = ERROR_UNREADABLE;
        t->lba = lba;
    }
}

static void identify(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    (void)t;
    lab_ata_identify(d, r->data);
    r->len_bytes = LAB_PAGE_BYTES;
}

static void verify(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    (void)r;
    read_verify(d, t);
}

static void check_power_mode(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    (void)r;
    t->count = d->control.power_byte <= UINT8_MAX ? (uint8_t)d->control.power_byte
                                                  : lab_power_check(&d->power);
}

static void standby(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    (void)t;
    (void)r;
    lab_power_set(&d->power, LAB_STANDBY);
}

static void standby_timer(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    lab_power_timer(&d->power, (uint8_t)t->count);
    standby(d, t, r);
}

static void idle(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    (void)t;
    (void)r;
    lab_drive_wake(d);
    lab_power_set(&d->power, LAB_IDLE);
}

static void idle_timer(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    lab_power_timer(&d->power, (uint8_t)t->count);
    idle(d, t, r);
}

static void nothing(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r)
{
    (void)d;
    (void)t;
    (void)r;
}

static const struct {
    uint8_t command;
    void (*run)(struct lab_drive *d, struct lab_taskfile *t, struct lab_reply *r);
} commands[] = {
    {0xec, identify},         /* IDENTIFY DEVICE */
    {0xb0, smart},            /* SMART */
    {0xe5, check_power_mode}, /* CHECK POWER MODE */
    {0xe0, standby},          /* STANDBY IMMEDIATE */
    {0xe2, standby_timer},    /* STANDBY */
    {0xe6, standby},          /* SLEEP: to us the same, a reset is not needed */
    {0xe1, idle},             /* IDLE IMMEDIATE */
    {0xe3, idle_timer},       /* IDLE */
    {0x40, verify},           /* READ VERIFY SECTORS */
    {0x42, verify},           /* READ VERIFY SECTORS EXT */
    {0xe7, nothing},          /* FLUSH CACHE */
    {0xea, nothing},          /* FLUSH CACHE EXT */
};

void lab_ata_pass_through(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    struct lab_taskfile t;
    unsigned i = 0, n = sizeof commands / sizeof commands[0];

    lab_ata_parse(cdb, &t);
    while (i < n && commands[i].command != t.command)
        i++;
    if (i < n)
        commands[i].run(d, &t, r);
    else
        abort_command(&t);
    if (t.status & STATUS_ERROR)
        r->len_bytes = 0;
    if (cdb[2] & CK_COND || t.status & STATUS_ERROR)
        lab_sense_set_ata(r, d->control.sense, &t);
}

/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tests/vm/drive/ata.h"
#include "tests/vm/drive/bytes.h"
#include "tests/vm/drive/scsi.h"

#define ILLEGAL_REQUEST 5
#define INVALID_FIELD 0x24
#define MAX_TRANSFER_BLOCKS 8192

/* Text without a NUL, filled with blanks; returns the bytes written. */
static size_t put_text(uint8_t *p, size_t chars, const char *text)
{
    size_t len = strlen(text);

    memset(p, ' ', chars);
    memcpy(p, text, len < chars ? len : chars);
    return chars;
}

/* The pages there are: each fills in what follows its header and returns its length. */
static size_t page_serial(const struct lab_drive *d, uint8_t *p)
{
    return put_text(p, 20, d->control.serial);
}

static size_t page_ids(const struct lab_drive *d, uint8_t *p)
{
    uint8_t *t10 = p + 12;

    p[0] = 1; /* binary, */
    p[1] = 3; /* NAA */
    p[3] = 8;
    lab_put_be(p + 4, 8, d->control.wwn);
    t10[0] = 2; /* ASCII, */
    t10[1] = 1; /* T10 vendor */
    t10[3] = 8 + 40 + 20;
    put_text(t10 + 4, 8, "ATA");
    put_text(t10 + 12, 40, d->control.model);
    put_text(t10 + 52, 20, d->control.serial);
    return 12 + 72;
}

static size_t page_ata(const struct lab_drive *d, uint8_t *p)
{
    put_text(p + 4, 8, "PLATTER");
    put_text(p + 12, 16, "LAB SAT");
    put_text(p + 28, 4, "1");
    p[52] = 0xec; /* what follows is the answer of IDENTIFY DEVICE */
    lab_ata_identify(d, p + 56);
    return 568;
}

static size_t page_limits(const struct lab_drive *d, uint8_t *p)
{
    lab_put_be(p + 2, 2, d->spec.physical_bytes / LAB_SECTOR_BYTES);
    lab_put_be(p + 4, 4, MAX_TRANSFER_BLOCKS);
    return 60;
}

static size_t page_characteristics(const struct lab_drive *d, uint8_t *p)
{
    lab_put_be(p, 2, (uint64_t)(60e9 / d->spec.rev_ns + .5));
    p[3] = 2; /* 3.5 inch */
    return 60;
}

static size_t page_list(const struct lab_drive *d, uint8_t *p);

static const struct {
    uint8_t code;
    size_t (*fill)(const struct lab_drive *d, uint8_t *p);
} pages[] = {
    {0x00, page_list}, {0x80, page_serial}, {0x83, page_ids},
    {0x89, page_ata},  {0xb0, page_limits}, {0xb1, page_characteristics},
};
#define PAGES (sizeof pages / sizeof pages[0])

static size_t page_list(const struct lab_drive *d, uint8_t *p)
{
    (void)d;
    for (unsigned i = 0; i < PAGES; i++)
        p[i] = pages[i].code;
    return PAGES;
}

static void standard(const struct lab_drive *d, struct lab_reply *r)
{
    r->data[2] = 5; /* SPC-3 */
    r->data[3] = 2;
    r->data[4] = 91;
    put_text(r->data + 8, 8, "ATA");
    put_text(r->data + 16, 16, d->control.model);
    put_text(r->data + 32, 4, d->control.firmware);
    r->len_bytes = 96;
}

void lab_inquiry(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r)
{
    memset(r->data, 0, sizeof r->data);
    r->max_bytes = lab_get_be(cdb + 3, 2);
    if (!(cdb[1] & 1)) {
        standard(d, r);
        return;
    }
    for (unsigned i = 0; i < PAGES; i++) {
        if (pages[i].code == cdb[2]) {
            size_t len = pages[i].fill(d, r->data + 4);
            r->data[1] = cdb[2];
            lab_put_be(r->data + 2, 2, len);
            r->len_bytes = 4 + len;
            return;
        }
    }
    lab_sense_set(r, ILLEGAL_REQUEST, INVALID_FIELD, 0);
}

/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tests/vm/drive/ata.h"
#include "tests/vm/drive/bytes.h"

#define LBA28_MAX 0x0fffffffu

/* What does not change (ACS-4, 7.13.6). */
static const struct {
    uint8_t word;
    uint16_t value;
} fixed[] = {
    {0, 0x0040},   {1, 16383},    {3, 16},
    {6, 63},       {47, 0x8010},  {49, 0x2f00}, /* LBA, DMA, standby timer as the standard says */
    {50, 0x4000},  {53, 0x0007},  {63, 0x0007},
    {64, 0x0003},  {76, 0x0706}, /* SATA generations 1 to 3, NCQ */
    {80, 0x03f0},                /* ATA-4 to ACS-3 */
    {82, 0x0069},                /* SMART, power management, write cache, look-ahead */
    {83, 0x7400},                /* 48 bits, FLUSH CACHE EXT */
    {84, 0x4103},                /* WWN, self-tests, error log */
    {85, 0x0069},  {86, 0x3400},  {87, 0x4103},
    {88, 0x407f},  {119, 0x4080}, /* extended power conditions, */
    {120, 0x4080},                /* enabled */
    {222, 0x107f},
};

static void put_word(uint8_t *page, unsigned word, uint64_t value)
{
    lab_put_le(page + 2 * (size_t)word, 2, value & 0xffff);
}

/* Text, two characters a word, the second one first, filled with blanks. */
static void put_text(uint8_t *page, unsigned word, unsigned chars, const char *text)
{
    size_t len = strlen(text);

    for (unsigned i = 0; i < chars; i++)
        page[2 * word + (i ^ 1)] = i < len ? (uint8_t)text[i] : ' ';
}

void lab_ata_identify(const struct lab_drive *d, uint8_t page[LAB_PAGE_BYTES])
{
    uint64_t sectors = lab_drive_sectors(d);
    uint64_t lba28 = sectors > LBA28_MAX ? LBA28_MAX : sectors;

    memset(page, 0, LAB_PAGE_BYTES);
    for (unsigned i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        put_word(page, fixed[i].word, fixed[i].value);
    if (d->control.smart_off)
        put_word(page, 85, 0x0068);
    put_text(page, 10, 20, d->control.serial);
    put_text(page, 23, 8, d->control.firmware);
    put_text(page, 27, 40, d->control.model);
    for (unsigned i = 0; i < 2; i++)
        put_word(page, 60 + i, lba28 >> (16 * i));
    for (unsigned i = 0; i < 4; i++) {
        put_word(page, 100 + i, sectors >> (16 * i));
        put_word(page, 108 + i, d->control.wwn >> (48 - 16 * i));
    }
    put_word(page, 106, d->spec.physical_bytes > LAB_SECTOR_BYTES ? 0x6003 : 0x4000);
    put_word(page, 217, (uint64_t)(60e9 / d->spec.rev_ns + .5));
    page[510] = 0xa5; /* there is a checksum */
    lab_page_seal(page);
}

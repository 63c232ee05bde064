/* SPDX-License-Identifier: MIT */
#include "agent/drive/atasmart.h"

#include <atasmart.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "agent/drive/passthrough.h"
#include <platter/errors.h>

#define IDENTIFY_DEVICE 0xec
#define IDENTIFY_BYTES 512
#define TIMEOUT_MS 10000
#define CHUNK_HEADER 8
#define DEVICE_MAX 256

static uint16_t word(const uint8_t *identify, size_t n)
{
    return (uint16_t)(identify[2 * n] | identify[2 * n + 1] << 8);
}

bool platter_identify_smart(const uint8_t identify[512])
{
    /* Bits 15 and 14 of 83 and 87 are 01 where the words around them are valid. */
    return (word(identify, 83) & 0xc000) == 0x4000 && (word(identify, 87) & 0xc000) == 0x4000 &&
           (word(identify, 82) & 1) && (word(identify, 85) & 1);
}

/* 0: SMART is on. */
static int ask_identify(const char *device, enum platter_ata_form *form)
{
    uint8_t identify[IDENTIFY_BYTES] = {0};
    struct platter_scsi_reply reply;
    CLEANUP_CLOSE int fd = open(device, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0)
        return -errno;
    int r = platter_ata_ask(fd, form, IDENTIFY_DEVICE, 0, identify, sizeof identify, TIMEOUT_MS,
                            &reply);
    if (r == -ENOTTY || r == -EOPNOTSUPP || r == -EINVAL)
        return PLATTER_ATASMART_NOT_SUPPORTED;
    if (r < 0)
        return r;
    return reply.scsi_status == 0 && reply.data_len == sizeof identify &&
                   platter_identify_smart(identify)
               ? 0
               : PLATTER_ATASMART_NOT_SUPPORTED;
}

static int take_status(const uint8_t *at, size_t len, struct platter_smart_pages *pages)
{
    if (len != 4)
        return -EPROTO;
    pages->status =
        at[0] | at[1] | at[2] | at[3] ? PLATTER_SMART_STATUS_GOOD : PLATTER_SMART_STATUS_BAD;
    return 0;
}

static int take_page(uint8_t *page, const uint8_t *at, size_t len)
{
    if (len != PLATTER_SMART_PAGE_BYTES)
        return -EPROTO;
    memcpy(page, at, len);
    return 0;
}

static int take_chunk(const uint8_t *tag, const uint8_t *at, size_t len, bool *has_data,
                      struct platter_smart_pages *pages)
{
    if (memcmp(tag, "SMDT", 4) == 0) {
        *has_data = true;
        return take_page(pages->data, at, len);
    }
    if (memcmp(tag, "SMTH", 4) == 0) {
        pages->has_thresholds = true;
        return take_page(pages->thresholds, at, len);
    }
    return memcmp(tag, "SMST", 4) == 0 ? take_status(at, len, pages) : 0;
}

int platter_atasmart_parse(const uint8_t *blob, size_t len, struct platter_smart_pages *out)
{
    struct platter_smart_pages pages = {.status = PLATTER_SMART_STATUS_UNKNOWN};
    bool has_data = false;

    for (size_t at = 0; at < len;) {
        if (len - at < CHUNK_HEADER)
            return -EPROTO;
        const uint8_t *head = blob + at;
        size_t chunk =
            (size_t)head[4] << 24 | (size_t)head[5] << 16 | (size_t)head[6] << 8 | head[7];
        at += CHUNK_HEADER;
        if (chunk > len - at)
            return -EPROTO;
        int r = take_chunk(head, blob + at, chunk, &has_data, &pages);
        if (r)
            return r;
        at += chunk;
    }
    if (!has_data)
        return -EPROTO;
    *out = pages;
    return 0;
}

/* libatasmart's functions return -1 and leave errno, not always. */
static int failure(void)
{
    int e = errno;

    if (e == ENOTSUP || e == ENOTTY || e == EINVAL)
        return PLATTER_ATASMART_NOT_SUPPORTED;
    return e > 0 ? -e : -EIO;
}

static int read_pages(SkDisk *disk, struct platter_smart_pages *out)
{
    const void *blob = NULL;
    size_t len = 0;

    if (sk_disk_smart_read_data(disk) < 0 || sk_disk_get_blob(disk, &blob, &len) < 0)
        return failure();
    return platter_atasmart_parse(blob, len, out);
}

int platter_atasmart_read(const char *device, enum platter_ata_form *form,
                          struct platter_smart_pages *out)
{
    char name[DEVICE_MAX];
    SkDisk *disk = NULL;
    int r = ask_identify(device, form);

    if (r)
        return r;
    int len = snprintf(name, sizeof name, "sat%d:%s", *form == PLATTER_ATA_12 ? 12 : 16, device);
    if (len < 0 || (size_t)len >= sizeof name)
        return -ENAMETOOLONG;
    errno = 0;
    if (sk_disk_open(name, &disk) < 0)
        return failure();
    r = read_pages(disk, out);
    sk_disk_free(disk);
    return r;
}

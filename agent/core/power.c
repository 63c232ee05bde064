/* SPDX-License-Identifier: MIT */
#include "agent/core/power.h"

#include <stdbool.h>

#define FIXED_NOW 0x70
#define FIXED_DEFERRED 0x71
#define DESCRIPTOR_NOW 0x72
#define DESCRIPTOR_DEFERRED 0x73
#define DESCRIPTOR_HEADER 8
#define FIXED_CODES_END 14 /* bytes up to and with the ASCQ */
#define ATA_RETURN_TYPE 0x09
#define ATA_RETURN_LEN 12
#define ATA_INFORMATION_AVAILABLE 0x1d
#define KEY_RECOVERED 0x1
#define KEY_NO_SENSE 0x0
#define KEY_NOT_READY 0x2
#define STATUS_BUSY 0x80
#define STATUS_READY 0x40
#define STATUS_FAULT 0x20
#define STATUS_ERROR 0x01

struct code {
    uint8_t key, asc, ascq;
    bool fixed, deferred;
};

/* What every format has. false: none that we know, or cut off before the codes. */
static bool read_code(const uint8_t *sense, size_t len, struct code *out)
{
    uint8_t format = len > 0 ? sense[0] & 0x7f : 0;

    if ((format == FIXED_NOW || format == FIXED_DEFERRED) && len >= FIXED_CODES_END &&
        sense[7] >= FIXED_CODES_END - 8) {
        *out = (struct code){sense[2] & 0xf, sense[12], sense[13], true, format == FIXED_DEFERRED};
        return true;
    }
    if ((format == DESCRIPTOR_NOW || format == DESCRIPTOR_DEFERRED) && len >= DESCRIPTOR_HEADER) {
        *out =
            (struct code){sense[1] & 0xf, sense[2], sense[3], false, format == DESCRIPTOR_DEFERRED};
        return true;
    }
    return false;
}

enum platter_power platter_power_of_ata(uint8_t count)
{
    static const struct {
        uint8_t count;
        enum platter_power power;
    } modes[] = {
        {0x00, PLATTER_POWER_STANDBY},  /* standby_z, or standby of a drive without EPC */
        {0x01, PLATTER_POWER_STANDBY},  /* standby_y */
        {0x40, PLATTER_POWER_STANDBY},  /* NV cache at work, spun down */
        {0x41, PLATTER_POWER_IDLE},     /* NV cache at work, spun up */
        {0x80, PLATTER_POWER_IDLE},     /* idle of a drive without EPC */
        {0x81, PLATTER_POWER_IDLE},     /* idle_a */
        {0x82, PLATTER_POWER_IDLE_LOW}, /* idle_b */
        {0x83, PLATTER_POWER_IDLE_LOW}, /* idle_c */
        {0xff, PLATTER_POWER_ACTIVE},
    };

    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (modes[i].count == count)
            return modes[i].power;
    return PLATTER_POWER_UNKNOWN;
}

/* The ATA Status Return descriptor, or NULL. */
static const uint8_t *find_ata_return(const uint8_t *sense, size_t len)
{
    size_t end = DESCRIPTOR_HEADER + (size_t)sense[7];

    if (end > len)
        end = len;
    for (size_t at = DESCRIPTOR_HEADER; at + 2 <= end;) {
        size_t next = at + 2 + sense[at + 1];

        if (next > end)
            return NULL;
        if (sense[at] == ATA_RETURN_TYPE && sense[at + 1] == ATA_RETURN_LEN)
            return sense + at;
        at = next;
    }
    return NULL;
}

int platter_sense_ata(const uint8_t *sense, size_t len, uint8_t *status, uint8_t *error,
                      uint8_t *count)
{
    struct code code;

    if (!read_code(sense, len, &code) || code.deferred || code.key != KEY_RECOVERED ||
        code.asc != 0 || code.ascq != ATA_INFORMATION_AVAILABLE)
        return 1;
    if (code.fixed) {
        *error = sense[3];
        *status = sense[4];
        *count = sense[6];
        return 0;
    }

    const uint8_t *d = find_ata_return(sense, len);
    if (!d)
        return 1;
    *error = d[3];
    *count = d[5];
    *status = d[13];
    return 0;
}

enum platter_power platter_power_of_ata_sense(const uint8_t *sense, size_t len)
{
    uint8_t status, error, count;

    if (platter_sense_ata(sense, len, &status, &error, &count) ||
        (status & (STATUS_BUSY | STATUS_READY | STATUS_FAULT | STATUS_ERROR)) != STATUS_READY)
        return PLATTER_POWER_UNKNOWN;
    return platter_power_of_ata(count);
}

enum platter_power platter_power_of_sense(const uint8_t *sense, size_t len)
{
    static const struct {
        uint8_t key, asc, ascq;
        enum platter_power power;
    } codes[] = {
        {KEY_NO_SENSE, 0x00, 0x00, PLATTER_POWER_ACTIVE},
        {KEY_NO_SENSE, 0x5e, 0x01, PLATTER_POWER_IDLE},     /* idle_a by its timer, */
        {KEY_NO_SENSE, 0x5e, 0x03, PLATTER_POWER_IDLE},     /* by command */
        {KEY_NO_SENSE, 0x5e, 0x05, PLATTER_POWER_IDLE_LOW}, /* idle_b */
        {KEY_NO_SENSE, 0x5e, 0x06, PLATTER_POWER_IDLE_LOW},
        {KEY_NO_SENSE, 0x5e, 0x07, PLATTER_POWER_IDLE_LOW}, /* idle_c */
        {KEY_NO_SENSE, 0x5e, 0x08, PLATTER_POWER_IDLE_LOW},
        {KEY_NO_SENSE, 0x5e, 0x02, PLATTER_POWER_STANDBY}, /* standby_z */
        {KEY_NO_SENSE, 0x5e, 0x04, PLATTER_POWER_STANDBY},
        {KEY_NO_SENSE, 0x5e, 0x09, PLATTER_POWER_STANDBY}, /* standby_y */
        {KEY_NO_SENSE, 0x5e, 0x0a, PLATTER_POWER_STANDBY},
        {KEY_NOT_READY, 0x04, 0x02, PLATTER_POWER_STANDBY}, /* needs START UNIT */
        {KEY_NOT_READY, 0x04, 0x11, PLATTER_POWER_STANDBY}, /* needs NOTIFY (ENABLE SPINUP) */
    };
    struct code code;

    if (!read_code(sense, len, &code) || code.deferred)
        return PLATTER_POWER_UNKNOWN;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].key == code.key && codes[i].asc == code.asc && codes[i].ascq == code.ascq)
            return codes[i].power;
    return PLATTER_POWER_UNKNOWN;
}

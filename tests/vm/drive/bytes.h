/* SPDX-License-Identifier: MIT */
/* Numbers in the byte orders of SCSI (big) and ATA (little). */
#ifndef TESTS_VM_DRIVE_BYTES_H
#define TESTS_VM_DRIVE_BYTES_H

#include <stdint.h>

static inline uint64_t lab_get_be(const uint8_t *p, unsigned bytes)
{
    uint64_t n = 0;

    for (unsigned i = 0; i < bytes; i++)
        n = n << 8 | p[i];
    return n;
}

static inline void lab_put_be(uint8_t *p, unsigned bytes, uint64_t n)
{
    for (unsigned i = bytes; i-- > 0; n >>= 8)
        p[i] = (uint8_t)n;
}

static inline void lab_put_le(uint8_t *p, unsigned bytes, uint64_t n)
{
    for (unsigned i = 0; i < bytes; i++, n >>= 8)
        p[i] = (uint8_t)n;
}

#endif

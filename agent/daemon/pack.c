/* SPDX-License-Identifier: MIT */
#include "agent/daemon/pack.h"

/* Equal bytes between two differing ones: a new run costs as much. */
#define GAP 2u
#define RUN_MAX 255u

static size_t equal_run(const uint8_t *a, const uint8_t *b, size_t from, size_t n)
{
    size_t at = from;
    while (at < n && a[at] == b[at])
        at++;
    return at - from;
}

/* From a differing byte to the last one before GAP equal ones follow. */
static size_t differing_run(const uint8_t *a, const uint8_t *b, size_t from, size_t n)
{
    size_t at = from, end = from;
    while (at < n && at - end <= GAP && end - from < RUN_MAX) {
        if (a[at] != b[at])
            end = at + 1;
        at++;
    }
    return end - from < RUN_MAX ? end - from : RUN_MAX;
}

size_t platter_pack(const uint8_t *before, const uint8_t *now, size_t n, uint8_t *out)
{
    size_t len = 0;
    for (size_t at = 0; at < n;) {
        size_t skip = equal_run(before, now, at, n);
        at += skip;
        if (at == n)
            break;
        for (; skip >= 0x80; skip >>= 7)
            out[len++] = (uint8_t)(skip | 0x80);
        out[len++] = (uint8_t)skip;
        size_t run = differing_run(before, now, at, n);
        out[len++] = (uint8_t)run;
        for (; run > 0; run--, at++)
            out[len++] = before[at] ^ now[at];
    }
    return len;
}

void platter_unpack(uint8_t *row, const uint8_t *packed, size_t len)
{
    for (size_t i = 0, at = 0; i < len;) {
        size_t skip = 0;
        for (unsigned shift = 0;; shift += 7) {
            skip |= (size_t)(packed[i] & 0x7f) << shift;
            if (!(packed[i++] & 0x80))
                break;
        }
        at += skip;
        for (unsigned run = packed[i++]; run > 0; run--)
            row[at++] ^= packed[i++];
    }
}

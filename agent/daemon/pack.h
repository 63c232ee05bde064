/* SPDX-License-Identifier: MIT */
/*
 * What differs between two rows of bytes: pairs of a skip (7 bits a byte, the low ones first) and a
 * run (its length in one byte, then the exclusive ors of its bytes). Our own memory, never from
 * outside: what is unpacked is what was packed.
 */
#ifndef PLATTER_DAEMON_PACK_H
#define PLATTER_DAEMON_PACK_H

#include <stddef.h>
#include <stdint.h>

/* The most that n bytes can become: every one a run of its own. */
#define PLATTER_PACKED_MAX(n) ((n)*3 + 16)

/* Returns the length of out; equal rows are 0 bytes. */
size_t platter_pack(const uint8_t *before, const uint8_t *now, size_t n, uint8_t *out);

/* Turns before into now, and now into before. */
void platter_unpack(uint8_t *row, const uint8_t *packed, size_t len);

#endif

/* SPDX-License-Identifier: MIT */
/* Sizes, and places on a drive, as people write them. The same in every locale. */
#ifndef PLATTER_CORE_BYTES_H
#define PLATTER_CORE_BYTES_H

#include <stdint.h>

/* "4096", "64KiB", "100 GB", "1.5TB": k, M, G, T are 1000s, Ki, Mi, Gi, Ti 1024s, the B may be left
 * out, case does not matter. Returns 0 or -EINVAL. */
int platter_parse_bytes(const char *text, uint64_t *bytes);

/* The same, or a share of a drive: "17.5%". Returns 0, -EINVAL, or -ERANGE: more than capacity. */
int platter_parse_place(const char *text, uint64_t capacity_bytes, uint64_t *bytes);

/* "0-10%", "100GB-200GB", "50%-" (to the end), "-1TB" (from the begin). Returns 0, -EINVAL, or
 * -ERANGE: it is empty or not all of it on the drive. */
int platter_parse_range(const char *text, uint64_t capacity_bytes, uint64_t *from_bytes,
                        uint64_t *to_bytes);

#endif

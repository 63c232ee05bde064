/* SPDX-License-Identifier: MIT */
/* The map of a scan as a picture: a square for a piece of the range, its colour the slowest block.
 */
#ifndef PLATTER_REPORT_SCAN_PICTURE_H
#define PLATTER_REPORT_SCAN_PICTURE_H

#include <stddef.h>
#include <stdint.h>

/* What it is told. classes: one a square, in the order of the range: enum platter_class, or
 * PLATTER_CLASSES: not read. */
struct platter_scan_picture {
    const char *title, *subtitle;
    const uint8_t *classes;
    uint32_t n;
    double first_bytes, end_bytes; /* of the range */
};

/* Returns 0 or -errno; why has the words. */
int platter_scan_picture_draw(const char *path, const struct platter_scan_picture *p, char *why,
                              size_t why_size);

#endif

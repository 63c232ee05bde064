/* SPDX-License-Identifier: MIT */
/*
 * Places of a lab drive that are slow or cannot be read: a text file of lines
 *
 *   LBA SECTORS slow REVOLUTIONS     they take so many revolutions longer
 *   LBA SECTORS error REVOLUTIONS    they fail after so many
 *
 * of 512-byte sectors; # begins a comment.
 */
#ifndef PLATTER_NBDKIT_DEFECTS_H
#define PLATTER_NBDKIT_DEFECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct platter_defect {
    uint64_t first_byte, end_byte;
    double revolutions;
    bool error;
};

struct platter_defects {
    size_t n;
    struct platter_defect *list;
};

/* Add those of a file. Returns 0, -errno, or the number of the line (from 1) that is wrong. */
int platter_defects_load(struct platter_defects *d, const char *file);
void platter_defects_free(struct platter_defects *d);

/* What reading a range costs, in revolutions. */
double platter_defects_revolutions(const struct platter_defects *d, uint64_t first_byte,
                                   uint64_t end_byte);
/* Whether a range has something in it that cannot be read. */
bool platter_defects_error(const struct platter_defects *d, uint64_t first_byte, uint64_t end_byte);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Bytes kept by a drive's id, put together from parts that fit a record. What they mean is known to
 * whoever made them.
 */
#ifndef PLATTER_STORE_BLOBS_H
#define PLATTER_STORE_BLOBS_H

#include <stddef.h>
#include <stdint.h>

#include <platter/snapshot.h>

#define PLATTER_BLOB_MAX ((size_t)1024 * 1024)

struct platter_blob {
    char drive[PLATTER_ID_MAX];
    unsigned char *bytes;
    size_t size, have; /* complete when equal */
};

/* All 0 = empty. */
struct platter_blobs {
    struct platter_blob *blobs;
    unsigned n;
};

/*
 * Take a part: len bytes at offset of the drive's size bytes. Parts come in order; one at offset 0
 * begins anew. Returns 1: it is complete now; 0: more is to come; -EINVAL: it does not fit, and
 * what was there of the drive is gone; -ENOMEM.
 */
int platter_blobs_part(struct platter_blobs *b, const char *drive, size_t size, size_t offset,
                       const void *bytes, size_t len);

/* A drive's bytes, complete; NULL = none. They stay the list's. */
const struct platter_blob *platter_blobs_find(const struct platter_blobs *b, const char *drive);

/* Forget one drive's, or all. */
void platter_blobs_drop(struct platter_blobs *b, const char *drive);
void platter_blobs_clear(struct platter_blobs *b);

#endif

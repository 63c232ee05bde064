/* SPDX-License-Identifier: MIT */
#include "agent/store/blobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct platter_blob *entry_of(const struct platter_blobs *b, const char *drive)
{
    for (unsigned i = 0; i < b->n; i++)
        if (strcmp(b->blobs[i].drive, drive) == 0)
            return &b->blobs[i];
    return NULL;
}

static struct platter_blob *new_entry(struct platter_blobs *b, const char *drive)
{
    struct platter_blob *more = realloc(b->blobs, (b->n + 1) * sizeof(*more));
    if (!more)
        return NULL;
    b->blobs = more;
    more += b->n++;
    *more = (struct platter_blob){.bytes = NULL};
    snprintf(more->drive, sizeof(more->drive), "%s", drive);
    return more;
}

static int begin(struct platter_blob *blob, size_t size)
{
    unsigned char *bytes = realloc(blob->bytes, size);
    if (!bytes)
        return -ENOMEM;
    blob->bytes = bytes;
    blob->size = size;
    blob->have = 0;
    return 0;
}

int platter_blobs_part(struct platter_blobs *b, const char *drive, size_t size, size_t offset,
                       const void *bytes, size_t len)
{
    struct platter_blob *blob = entry_of(b, drive);
    if (!*drive || size == 0 || size > PLATTER_BLOB_MAX || len == 0 || offset > size ||
        len > size - offset || (offset && (!blob || blob->size != size || blob->have != offset))) {
        platter_blobs_drop(b, drive);
        return -EINVAL;
    }
    if (!blob)
        blob = new_entry(b, drive);
    int r = !blob ? -ENOMEM : offset == 0 ? begin(blob, size) : 0;
    if (r < 0)
        return r;
    memcpy(blob->bytes + offset, bytes, len);
    blob->have += len;
    return blob->have == blob->size;
}

const struct platter_blob *platter_blobs_find(const struct platter_blobs *b, const char *drive)
{
    const struct platter_blob *blob = entry_of(b, drive);
    return blob && blob->size && blob->have == blob->size ? blob : NULL;
}

void platter_blobs_drop(struct platter_blobs *b, const char *drive)
{
    struct platter_blob *blob = entry_of(b, drive);
    if (!blob)
        return;
    free(blob->bytes);
    *blob = b->blobs[--b->n];
}

void platter_blobs_clear(struct platter_blobs *b)
{
    for (unsigned i = 0; i < b->n; i++)
        free(b->blobs[i].bytes);
    free(b->blobs);
    *b = (struct platter_blobs){.blobs = NULL};
}

/* SPDX-License-Identifier: MIT */
#include "agent/drive/drive.h"

#include <errno.h>
#include <stdlib.h>

void platter_drive_free(struct platter_drive *d)
{
    if (d)
        d->ops->free(d);
}

int platter_read_result(int64_t n, uint32_t len_bytes, int err)
{
    /* A drive pulled out under an open descriptor answers with the end of the file. */
    if (n == (int64_t)len_bytes)
        return 0;
    if (n == 0)
        return PLATTER_READ_GONE;
    /* A short read ends where the next block cannot be read. */
    if (n > 0)
        return PLATTER_READ_MEDIUM;
    switch (err) {
    case EIO:
    case ENODATA:
    case EREMOTEIO:
    case EILSEQ:
        return PLATTER_READ_MEDIUM;
    case ENODEV:
    case ENXIO:
        return PLATTER_READ_GONE;
    default:
        return -err;
    }
}

void *platter_drive_buffer(const struct platter_geometry *geometry, size_t len_bytes)
{
    size_t align = geometry->align_bytes > 4096 ? geometry->align_bytes : 4096;
    void *buf = NULL;

    return posix_memalign(&buf, align, len_bytes) == 0 ? buf : NULL;
}

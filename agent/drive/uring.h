/* SPDX-License-Identifier: MIT */
/* The gate to liburing: a queue of reads on a block device. */
#ifndef PLATTER_DRIVE_URING_H
#define PLATTER_DRIVE_URING_H

#include "agent/drive/queue.h"

/* fd stays the drive's. Where there is no io_uring a queue of depth 1 that says why in its note.
 * Returns 0, -ENOMEM or -errno. */
int platter_uring_open(struct platter_drive *d, int fd, unsigned depth, struct platter_queue **out);

#endif

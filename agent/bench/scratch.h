/* SPDX-License-Identifier: MIT */
/*
 * A file without a name in somebody's folder: to measure the file system and the drive below it.
 * Whatever happens to this program, the file is gone when it ends. Space is checked first; what is
 * written cannot be compressed or guessed.
 */
#ifndef PLATTER_BENCH_SCRATCH_H
#define PLATTER_BENCH_SCRATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/bench/watch.h"

/* So much of a file system is left free: 5 % of the file, at least 16 MiB. */
#define PLATTER_SCRATCH_SPARE_BYTES (16ull << 20)
#define PLATTER_SCRATCH_ALIGN_BYTES 4096u

enum platter_scratch_result {
    PLATTER_SCRATCH_FULL = 1,       /* less room than that */
    PLATTER_SCRATCH_MEMORY = 2,     /* tmpfs, ramfs: there is no drive below it */
    PLATTER_SCRATCH_NOT_FOLDER = 3, /* a file, a device */
};

struct platter_scratch {
    int fd;
    bool direct;         /* false: the file system has no O_DIRECT; the page cache is in between */
    uint64_t free_bytes; /* when it was opened */
};

/* Make one that is to grow to bytes. Returns 0, a result, or -errno (-EACCES, -ENOENT, -EROFS).
 * free_bytes of out is set also with PLATTER_SCRATCH_FULL. */
int platter_scratch_open(const char *dir, uint64_t bytes, struct platter_scratch *out);
/* Closes, and so removes it. */
void platter_scratch_close(struct platter_scratch *s);

/*
 * Write bytes (a multiple of PLATTER_SCRATCH_ALIGN_BYTES) from offset on and make them durable
 * (fdatasync). Returns 0, what the watcher returned, or -errno (-ENOSPC). *elapsed_ns is set on 0.
 */
int platter_scratch_write(struct platter_scratch *s, uint64_t offset_bytes, uint64_t bytes,
                          const struct platter_watch *watch, uint64_t *elapsed_ns);

/* What a result means and what to do: a sentence without a full stop. */
void platter_scratch_message(int result, const char *dir, uint64_t bytes,
                             const struct platter_scratch *s, char *buf, size_t size);

#endif

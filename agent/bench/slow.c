/* SPDX-License-Identifier: MIT */
#include "agent/bench/slow.h"

#include <string.h>

#include <platter/errors.h>

/* The watcher is asked once in so many blocks: 32 MiB. */
#define TELL_BLOCKS 256u

static int read_block(struct platter_drive *d, void *buf, uint64_t offset_bytes, uint64_t slow_ns,
                      bool counts, struct platter_slow *out)
{
    uint64_t ns;
    int result = platter_drive_read(d, buf, offset_bytes, PLATTER_SLOW_BLOCK_BYTES, &ns);

    if (result != 0 && result != PLATTER_READ_MEDIUM)
        return result;
    if (counts) {
        out->blocks++;
        out->errors += result == PLATTER_READ_MEDIUM;
        out->slow += result == 0 && ns >= slow_ns;
    }
    return 0;
}

static int run_stretch(struct platter_drive *d, void *buf, uint64_t from_bytes, uint64_t blocks,
                       const struct platter_slow_plan *plan, const struct platter_watch *watch,
                       struct platter_slow *out)
{
    for (uint64_t i = 0; i < blocks; i++) {
        uint64_t at = from_bytes + i * PLATTER_SLOW_BLOCK_BYTES;
        int result = read_block(d, buf, at, plan->slow_ns, i > 0, out);
        if (result == 0 && i % TELL_BLOCKS == 0)
            result = platter_watch_tell(watch, (double)at / (double)d->geometry.capacity_bytes);
        if (result != 0)
            return result;
    }
    return 0;
}

int platter_slow_run(struct platter_drive *d, const struct platter_slow_plan *plan,
                     const struct platter_watch *watch, struct platter_slow *out)
{
    CLEANUP_FREE void *buf = platter_drive_buffer(&d->geometry, PLATTER_SLOW_BLOCK_BYTES);
    uint64_t all = d->geometry.capacity_bytes / PLATTER_SLOW_BLOCK_BYTES;
    uint64_t each = plan->stretch_bytes / PLATTER_SLOW_BLOCK_BYTES;
    int result = 0;

    *out = (struct platter_slow){.blocks = 0};
    if (!buf)
        return -ENOMEM;
    if (plan->stretches == 0 || plan->stretches * each >= all)
        return run_stretch(d, buf, 0, all, plan, watch, out);
    /* The first begins at the first block, the last one ends at the last. */
    for (uint32_t i = 0; i < plan->stretches && result == 0; i++) {
        uint64_t steps = plan->stretches > 1 ? plan->stretches - 1 : 1;
        uint64_t first = (all - each) / steps * i;
        result = run_stretch(d, buf, first * PLATTER_SLOW_BLOCK_BYTES, each, plan, watch, out);
    }
    return result;
}

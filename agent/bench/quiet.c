/* SPDX-License-Identifier: MIT */
#include "agent/bench/quiet.h"

#include <platter/units.h>

void platter_quiet_begin(struct platter_quiet *q, struct platter_drive *d)
{
    if (platter_drive_use(d, &q->use) != 0)
        q->use = (struct platter_use){.watched = false};
    q->our_bytes = 0;
}

/* Less than what is in flight cannot be told from it. */
static bool others_read(const struct platter_quiet *before, uint64_t sectors)
{
    uint64_t ours = before->our_bytes / PLATTER_SYSFS_SECTOR_BYTES;
    uint64_t tolerance = before->tolerance_bytes / PLATTER_SYSFS_SECTOR_BYTES;

    return sectors > ours + tolerance;
}

bool platter_quiet_since(struct platter_quiet *q, struct platter_drive *d)
{
    struct platter_quiet before = *q;

    platter_quiet_begin(q, d);
    if (q->use.run_delay_ns > before.use.run_delay_ns + PLATTER_QUIET_RUN_DELAY_NS)
        return false;
    if (!q->use.watched || !before.use.watched)
        return true;
    return q->use.other_ios == before.use.other_ios &&
           !others_read(&before, q->use.read_sectors - before.use.read_sectors);
}

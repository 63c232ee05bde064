/* SPDX-License-Identifier: MIT */
#include "agent/cli/rates.h"

#include <math.h>
#include <string.h>

#include <platter/units.h>

#define TURN ((uint64_t)1 << 32)

/* Growth of a counter; NaN when it belongs to another drive. A counter that started again is
 * believed to be that only from the last quarter of 32 bits to the first. */
static double growth(uint64_t before, uint64_t after)
{
    if (after >= before)
        return (double)(after - before);
    if (before < TURN && before >= TURN / 4 * 3 && after < TURN / 4)
        return (double)(after + TURN - before);
    return NAN;
}

static void nothing(struct platter_rates *r)
{
    *r = (struct platter_rates){.ios_ps = {NAN, NAN},
                                .bps = {NAN, NAN},
                                .await_s = {NAN, NAN},
                                .queue = NAN,
                                .utilisation = NAN};
}

void platter_rates_of(const struct platter_disk_stat *before, const struct platter_disk_stat *after,
                      double seconds, struct platter_rates *out)
{
    struct platter_rates r;
    double known = 0;

    nothing(out);
    if (!(seconds > 0))
        return;
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++) {
        double ios = growth(before->ios[d], after->ios[d]);
        double wait_ms = growth(before->ms[d], after->ms[d]);
        r.ios_ps[d] = ios / seconds;
        r.bps[d] = growth(before->sectors[d], after->sectors[d]) *
                   (double)PLATTER_SYSFS_SECTOR_BYTES / seconds;
        r.await_s[d] = ios > 0 ? wait_ms / 1e3 / ios : NAN;
        known += r.ios_ps[d] + r.bps[d] + wait_ms;
    }
    r.queue = growth(before->queue_ms, after->queue_ms) / 1e3 / seconds;
    r.utilisation = fmin(growth(before->busy_ms, after->busy_ms) / 1e3 / seconds, 1);
    /* fmin() would make 1 of NaN. */
    if (isnan(known + growth(before->busy_ms, after->busy_ms) + r.queue))
        return;
    *out = r;
}

const struct platter_disk_stat *platter_rates_before(const struct platter_io_drive *earlier,
                                                     unsigned n,
                                                     const struct platter_io_drive *drive)
{
    for (unsigned i = 0; i < n; i++)
        if (strcmp(earlier[i].name, drive->name) == 0 && earlier[i].diskseq == drive->diskseq)
            return &earlier[i].io;
    return NULL;
}

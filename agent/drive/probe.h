/* SPDX-License-Identifier: MIT */
/*
 * The probe: takes one sample of one drive.
 *
 *  1. one read that is not counted in each access range, to bring its heads to a known place and
 *     the drive to work;
 *  2. `accesses` rounds of one access read per zone in the fixed visiting order, each after a
 *     seeded pause U(0, one revolution) on rotating drives;
 *  3. one burst per zone in the same order at this sample's slot;
 *  4. contended bursts again, at most twice more;
 *  5. the walk burst;
 *  6. one read of a bad place that is to be verified, if there is one.
 *
 * Bad places are left out: a burst at one goes to the next of its neighbouring slots, as a
 * contended one does; an access read goes a burst's length further, so that the seek stays what it
 * was; a walk burst is not made.
 *
 * Foreign use during a burst or an access read: sectors read in the drive's counters minus ours;
 * any write, discard or flush; a request in flight before or after; our run delay over 0.5 ms. On
 * rotating drives a burst over 1.3 times outer_bps (350 MB/s while that is 0), or an access read
 * under 2 ms, was answered by a buffer: dropped and counted.
 */
#ifndef PLATTER_DRIVE_PROBE_H
#define PLATTER_DRIVE_PROBE_H

#include "agent/core/bad_places.h"
#include "agent/core/rng.h"
#include "agent/core/sample.h"
#include "agent/core/zone.h"
#include "agent/drive/drive.h"

#define PLATTER_RUN_DELAY_MAX_NS 500000u
#define PLATTER_BURST_TRIES 3
#define PLATTER_CACHE_ACCESS_NS 2000000u

struct platter_probe {
    const struct platter_plan *plan;
    uint64_t sample;                        /* number of the sample: slot, walk cell */
    uint64_t deadline_ns;                   /* a zone that takes longer is cut; 0 = none */
    double outer_bps;                       /* median of zone 00, 0 = none yet */
    const struct platter_bad_places *avoid; /* NULL = none */
    const struct platter_bad_place *verify; /* one of those, to be read once; NULL = none */
    struct platter_rng rng;
    void *buf; /* a platter_drive_buffer() of plan->block_bytes, borrowed; NULL: one of its own */
    /* Called after every access read and every zone's burst; may be NULL. Anything but 0 ends the
     * sample, and is returned. */
    int (*progress)(void *user, const struct platter_sample *so_far);
    void *user;
};

/*
 * Take a sample. out is filled as far as it went, also when the result is not 0.
 * Returns 0; PLATTER_READ_GONE: the drive is gone; what progress returned; -errno: the drive
 * refused a read for a reason that is no medium error (-EINVAL: alignment), or -ENOMEM.
 */
int platter_probe_run(struct platter_drive *drive, struct platter_probe *probe,
                      struct platter_sample *out);

#endif

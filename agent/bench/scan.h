/* SPDX-License-Identifier: MIT */
/*
 * The surface scan: every block of a range is read once and timed, as HDDScan does. Then places
 * that cannot be read are halved until the bad sectors are left, and slow blocks are read again,
 * which tells a spot on the surface from something that happened once.
 *
 * Two to four reads are in flight, so that a scan takes no longer than the drive itself. A block's
 * time is done(i) - max(submit(i), done(i-1)): from when the drive could begin with it.
 */
#ifndef PLATTER_BENCH_SCAN_H
#define PLATTER_BENCH_SCAN_H

#include "agent/bench/scan_tally.h"
#include "agent/drive/drive.h"

/* How often `tick` is called and others are looked for, on the drive's clock. */
#define PLATTER_SCAN_TICK_NS 100000000u
/* A drive that fails so many blocks one after another is taken for gone: 128 MiB. */
#define PLATTER_SCAN_ERRORS_MAX 1024u
/* So many slow blocks are read again, disturbed ones first, then the slowest. */
#define PLATTER_SCAN_AGAIN_MAX 1024u
/* Read in between so that a drive's buffer does not answer instead of its surface. */
#define PLATTER_SCAN_FLUSH_BYTES (256ull << 20)

enum platter_scan_phase { PLATTER_SCAN_SCANNING, PLATTER_SCAN_SPLITTING, PLATTER_SCAN_AGAIN };

/* What the caller wants to be asked. Any may be NULL. */
struct platter_scan_hooks {
    /* Ten times a second of the drive's clock: anything but 0 ends the scan, which returns it.
     * share of the phase. */
    int (*tick)(void *user, const struct platter_scan *s, enum platter_scan_phase phase,
                double share);
    /* Before a block, once a tick: whether to pause (the drive is hot). */
    bool (*hot)(void *user);
    void *user;
};

/*
 * Go on from where s is, to the end of the range. depth: reads in flight, 1 for verify.
 * Returns 0; PLATTER_READ_GONE (also when PLATTER_SCAN_ERRORS_MAX blocks in a row failed: these are
 * taken back); what a hook returned; -EOPNOTSUPP: this drive cannot verify (nothing was done);
 * -ENOMEM, -errno. s has everything up to there.
 */
int platter_scan_run(struct platter_drive *d, struct platter_scan *s, unsigned depth,
                     const struct platter_scan_hooks *hooks);

#endif

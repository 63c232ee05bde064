/* SPDX-License-Identifier: MIT */
/*
 * The look at a drive's counters in /sys/block/X/stat, every 10 s, of every drive: reading them
 * neither wakes a drive nor keeps it awake. Tells whether somebody uses it now, how busy it is, and
 * fills the passive channel. Not while a request of ours runs: whatever is counted is others'.
 */
#ifndef PLATTER_DAEMON_WATCH_H
#define PLATTER_DAEMON_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/core/passive.h"
#include "agent/drive/sysroot.h"

#define PLATTER_LOOK_NS (10ull * 1000000000ull)

struct platter_watch {
    bool known;         /* last is from the last look */
    bool blind;         /* the counters cannot be read, which was said */
    uint64_t looked_ns; /* CLOCK_BOOTTIME of the last look */
    double utilisation; /* between the last two looks, NaN = not known */
    struct platter_disk_stat last;
    struct platter_passive_sum sum;
    struct platter_passive passive[PLATTER_DIRECTIONS]; /* of the last whole step */
    double step_utilisation;
};

void platter_watch_init(struct platter_watch *w);

/* When the next look is due: on a grid that all drives share, so that one wake-up serves all. */
uint64_t platter_watch_next_ns(const struct platter_watch *w);

/*
 * Look. Returns 1 and *foreign_ns when somebody used the drive since the last look: the time of
 * that last look, which is the earliest it can have been, or now when a request is in the drive; 0
 * when not; -errno: nothing could be seen.
 */
int platter_watch_look(struct platter_watch *w, const struct platter_sysroot *root,
                       const char *name, uint64_t now_ns, uint64_t *foreign_ns);

/* Look only to know where the counters stand: what happened since the last look was ours. */
void platter_watch_rebase(struct platter_watch *w, const struct platter_sysroot *root,
                          const char *name, uint64_t now_ns);

/* A publishing step is over: passive and step_utilisation are of it from here on. */
void platter_watch_step(struct platter_watch *w);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Manners: whether a drive may be touched now. Pure decisions; platterd feeds in what it sees
 * (foreign use, power states, wear counters) and asks before every sample.
 *
 *   - A drive with a spindle starts gated: sampled only within 60 s after somebody else's I/O
 * ended.
 *   - It is proven always-on by one stretch of 6 h, without foreign I/O and without reads of ours,
 * in which it kept spinning and attributes 4, 12 and 193 stood still. That holds for a week; then
 * the next such stretch must prove it again (meanwhile it is gated, which a drive in use hardly
 * feels).
 *   - idle_b, idle_c, standby or growth of 4 or 193 gate it again at once. Unknown power: gated.
 *   - At first sight a drive that is awake is sampled once at once.
 *   - Over 50 % utilisation in the last 10 s: wait, at most 60 s, then skip this sample.
 *   - After standby, low-rpm idle or host suspend the first sample is thrown away and another is
 * taken.
 *
 * All times are CLOCK_BOOTTIME ns given by the caller, > 0; 0 = never.
 */
#ifndef PLATTER_CORE_MANNERS_H
#define PLATTER_CORE_MANNERS_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/core/schedule.h"
#include <platter/snapshot.h>

#define PLATTER_STRETCH_NS (6ull * 3600 * 1000000000ull)
#define PLATTER_PROOF_NS (7ull * 86400 * 1000000000ull)
#define PLATTER_BUSY_SHARE .5
#define PLATTER_BUSY_WAIT_NS (60ull * 1000000000ull)

/* What a drive counts of its own wear; all 0 and known = false: SMART does not tell. */
struct platter_wear {
    bool known;
    uint64_t start_stops;  /* attribute 4 */
    uint64_t power_cycles; /* 12 */
    uint64_t head_loads;   /* 193 */
};

/* What a drive's owner wants. Minutes of the local day; from = until: no quiet hours. */
struct platter_manners_rules {
    enum platter_sample_mode mode;
    bool spindle; /* rotates and may stand still: a real transport */
    unsigned quiet_from_min, quiet_until_min;
};

/* Plain data: kept by the store as it is. */
struct platter_manners {
    bool seen; /* sampled once at first sight */
    bool proven;
    uint64_t proven_ns;  /* end of the stretch that proved it */
    uint64_t foreign_ns; /* somebody else's last I/O */
    uint64_t ours_ns;    /* our last read or SMART command */
    uint64_t stretch_ns; /* begin of the present stretch */
    struct platter_wear stretch_wear, last_wear;
    uint64_t wear_ns;         /* of last_wear */
    enum platter_power power; /* last known */
    bool discard;             /* the next sample is to be thrown away */
    uint64_t busy_ns;         /* waiting for a busy drive since */
    uint64_t skipped;         /* samples not taken for a busy drive */
    uint64_t wakes;           /* standby before a read of ours: should be 0 */
    uint64_t head_loads;      /* growth of 193 that nobody else can have caused: should be 0 */
};

/* The answer. */
enum platter_may {
    PLATTER_MAY_SAMPLE,
    PLATTER_MAY_PROVE, /* the stretch is over: read SMART, give the wear, ask again */
    PLATTER_MAY_NOT_OFF,
    PLATTER_MAY_NOT_QUIET,  /* quiet hours */
    PLATTER_MAY_NOT_ASLEEP, /* standby or sleep */
    PLATTER_MAY_NOT_GATED,  /* nobody else used it just now */
    PLATTER_MAY_NOT_BUSY,   /* wait and ask again */
    PLATTER_MAY_NOT_SKIP,   /* busy for too long: not this time; counted */
};

/* What is known at the moment of asking. */
struct platter_sight {
    uint64_t now_ns;
    unsigned minute_of_day; /* local, 0 ... 1439 */
    double utilisation;     /* of the last 10 s, 0-1; NaN = not known */
};

void platter_manners_init(struct platter_manners *m);

/* Somebody else's I/O ended, or is going on, at at_ns. */
void platter_manners_foreign(struct platter_manners *m, uint64_t at_ns);

/* A power state was read, without touching the drive. UNKNOWN: the drive does not tell. */
void platter_manners_power(struct platter_manners *m, uint64_t now_ns, enum platter_power power);

/* The host was suspended, or the drive came back: the next sample is thrown away. */
void platter_manners_interrupted(struct platter_manners *m);

/* SMART was read. Growth of 193 since the last reading is our doing when nobody else used the drive
 * in between. */
void platter_manners_wear(struct platter_manners *m, uint64_t now_ns,
                          const struct platter_wear *wear);

/* A sample of ours ended. Returns whether its figures are to be used; false: take another at once.
 */
bool platter_manners_sampled(struct platter_manners *m, uint64_t now_ns);

/* Whether a drive waits for others now. */
bool platter_manners_gated(const struct platter_manners *m,
                           const struct platter_manners_rules *rules, uint64_t now_ns);

/* May it be sampled now? Counts a skip when it says so. */
enum platter_may platter_manners_ask(struct platter_manners *m,
                                     const struct platter_manners_rules *rules,
                                     const struct platter_sight *sight);

#endif

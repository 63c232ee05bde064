/* SPDX-License-Identifier: MIT */
/*
 * When what is held in memory is written. Pure decisions.
 *
 *   - Every 10 min where /var is on a drive or SSD, every hour on removable flash, or as option
 *     `flush` says.
 *   - While a drive under our own files sleeps or waits for others (gated), nothing is written
 * until somebody else wakes it, at most 6 h: our writes must not be what keeps it awake.
 *   - Below 50 MB or 1 % of free space nothing is written at all: others need it more.
 *
 * Times are CLOCK_BOOTTIME ns given by the caller, > 0; 0 = never.
 */
#ifndef PLATTER_STORE_FLUSH_H
#define PLATTER_STORE_FLUSH_H

#include <stdbool.h>
#include <stdint.h>

#define PLATTER_FLUSH_NS (600ull * 1000000000ull)
#define PLATTER_FLUSH_FLASH_NS (3600ull * 1000000000ull)
#define PLATTER_FLUSH_HOLD_NS (6ull * 3600 * 1000000000ull)
/* Somebody else used a drive so long ago: it is awake still. */
#define PLATTER_FLUSH_AWAKE_NS (60ull * 1000000000ull)
#define PLATTER_FLUSH_FREE_BYTES 50000000ull

struct platter_flush_sight {
    uint64_t now_ns;
    uint64_t last_ns;  /* the last flush, or our start */
    uint64_t every_ns; /* option `flush`; 0 = by medium */
    bool flash;        /* our files are on removable flash */
    bool pending;      /* there is something to write */
    bool hold;         /* a drive under our files sleeps or waits for others */
    uint64_t awake_ns; /* when all such drives were last seen awake */
};

bool platter_flush_due(const struct platter_flush_sight *sight);
/* When to look again at the latest, unless something is said before. > now_ns. */
uint64_t platter_flush_next_ns(const struct platter_flush_sight *sight);

/* Whether the disk is too full to write to; was_full: what it was, so that it does not flicker. */
bool platter_flush_full(uint64_t free_bytes, uint64_t size_bytes, bool was_full);

#endif

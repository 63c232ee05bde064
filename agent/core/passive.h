/* SPDX-License-Identifier: MIT */
/*
 * The passive channel: what other people's reads and writes tell of a drive, from the counters in
 * /sys/block/X/stat (Documentation/admin-guide/iostats.rst), at no cost and of every drive, asleep
 * or busy. Our own requests are kept out by taking the counters anew after each of them.
 */
#ifndef PLATTER_CORE_PASSIVE_H
#define PLATTER_CORE_PASSIVE_H

#include <stdbool.h>
#include <stdint.h>

#include <platter/snapshot.h>

struct platter_disk_stat {
    uint64_t ios[PLATTER_DIRECTIONS]; /* completed */
    uint64_t sectors[PLATTER_DIRECTIONS];
    uint32_t ms[PLATTER_DIRECTIONS]; /* time spent, of all requests; wraps */
    uint64_t in_flight;
    uint32_t busy_ms;  /* time with something to do; wraps */
    uint32_t queue_ms; /* the same, weighted with the number of requests; wraps */
    uint64_t discards, flushes;
};

/* Parse the file's text; kernels before 5.5 have fewer fields. 0 or -EPROTO. */
int platter_disk_stat_parse(const char *text, struct platter_disk_stat *out);

/* Whether anything was read, written, discarded or flushed between two looks, or is in the drive
 * now. */
bool platter_disk_stat_used(const struct platter_disk_stat *before,
                            const struct platter_disk_stat *now);

/* Share of the time between two looks in which the drive had something to do, 0-1; NaN: no time. */
double platter_disk_stat_utilisation(const struct platter_disk_stat *before,
                                     const struct platter_disk_stat *now, uint64_t elapsed_ns);

/* What piled up since the last step. Zeroed memory is an empty one. */
struct platter_passive_sum {
    uint64_t ios[PLATTER_DIRECTIONS], sectors[PLATTER_DIRECTIONS], ms[PLATTER_DIRECTIONS];
    uint64_t busy_ms, elapsed_ns;
};

void platter_passive_add(struct platter_passive_sum *sum, const struct platter_disk_stat *before,
                         const struct platter_disk_stat *now, uint64_t elapsed_ns);

/* Turn a sum into figures and empty it. Nothing piled up: all NaN. */
void platter_passive_take(struct platter_passive_sum *sum,
                          struct platter_passive out[PLATTER_DIRECTIONS], double *utilisation);

#endif

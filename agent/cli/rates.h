/* SPDX-License-Identifier: MIT */
/*
 * What a block device does, from two readings of the kernel's counters (/sys/block/X/stat,
 * Documentation/block/stat.rst). Pure. Times there are 32 bits of milliseconds and start again at 0
 * after 49 days; a counter that is otherwise smaller than before belongs to another drive.
 */
#ifndef PLATTER_CLI_RATES_H
#define PLATTER_CLI_RATES_H

#include <platter/snapshot.h>

/* One reading. */
struct platter_io {
    uint64_t ios[PLATTER_DIRECTIONS];
    uint64_t sectors[PLATTER_DIRECTIONS]; /* of 512 bytes */
    uint64_t wait_ms[PLATTER_DIRECTIONS]; /* all requests' time together */
    uint64_t in_flight;
    uint64_t busy_ms;  /* time with at least one request */
    uint64_t queue_ms; /* time weighted with the number of requests */
};

/* Between two readings. NaN: cannot be told (another drive, no time between); await also where
 * there were no requests. */
struct platter_rates {
    double ios_ps[PLATTER_DIRECTIONS];
    double bps[PLATTER_DIRECTIONS];
    double await_s[PLATTER_DIRECTIONS];
    double queue;       /* requests in flight on average */
    double utilisation; /* 0-1 */
};

/* A drive's reading under its name; diskseq tells two drives of one name apart, 0 = not known. */
struct platter_io_drive {
    char name[PLATTER_NAME_MAX];
    uint64_t diskseq;
    struct platter_io io;
};

/* Take the text of a stat file apart. Returns 0 or -EPROTO. */
int platter_io_parse(const char *text, struct platter_io *out);

void platter_rates_of(const struct platter_io *before, const struct platter_io *after,
                      double seconds, struct platter_rates *out);

/* The earlier reading of the same drive, or NULL: it is new. */
const struct platter_io *platter_rates_before(const struct platter_io_drive *earlier, unsigned n,
                                              const struct platter_io_drive *drive);

#endif

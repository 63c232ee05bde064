/* SPDX-License-Identifier: MIT */
/*
 * What a surface scan has found so far, in memory that does not grow with the drive: counts by
 * HDDScan's classes, a map of at most 4096 cells, a list of slow blocks and one of places that
 * cannot be read.
 *
 * A slow block that was read while somebody else used the drive, while our CPU was taken, or right
 * after a jump of the head, says nothing about the drive yet: it is listed as disturbed, and
 * counted only once it is settled: as what it took when it was read again, or, never read again, as
 * it was.
 */
#ifndef PLATTER_BENCH_SCAN_TALLY_H
#define PLATTER_BENCH_SCAN_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/core/geometry.h"
#include <platter/snapshot.h>

#define PLATTER_SCAN_CELLS 4096u
/* When more are slow, the list has the slowest. */
#define PLATTER_SCAN_SLOW_MAX 65536u
/* When more places are bad, the nearest two are taken for one. */
#define PLATTER_SCAN_BAD_MAX 65536u
/* Blocks by revolutions lost: 1, 2, 3, 4, 5 and more. */
#define PLATTER_SCAN_TURNS 5u

enum platter_scan_method {
    PLATTER_SCAN_READ,      /* from the first to the last block */
    PLATTER_SCAN_VERIFY,    /* the same, by the drive's own verify command: no data come over */
    PLATTER_SCAN_BUTTERFLY, /* first, last, second, last but one ...: the longest seeks */
    PLATTER_SCAN_METHODS
};
/* "read", "verify", "butterfly". */
const char *platter_scan_method_name(enum platter_scan_method m);
/* 0 or -EINVAL. */
int platter_scan_method_of(const char *name, enum platter_scan_method *out);

struct platter_scan_plan {
    uint64_t first_byte, end_byte; /* multiples of the drive's alignment; first < end */
    uint32_t block_bytes;          /* the same */
    enum platter_scan_method method;
    uint64_t slow_ns; /* slow limit. Butterfly: over the typical time and one revolution */
    uint64_t rev_ns;  /* 0 = not known */
};

struct platter_scan_cell {
    uint64_t ns; /* sum of block times */
    uint32_t blocks, slow, errors;
    uint32_t worst_us;
};

struct platter_scan_slow {
    uint64_t first_byte;
    uint32_t time_us;   /* in the scan */
    uint32_t again_us;  /* the longest when it was read again */
    uint8_t reads;      /* how often it was read again */
    uint8_t slow_again; /* and was slow */
    bool disturbed;
    bool settled;
};

struct platter_scan_bad {
    uint64_t first_byte, len_bytes;
    bool exact; /* down to the drive's physical blocks: nothing in it can be read */
};

struct platter_scan {
    struct platter_scan_plan plan;
    uint64_t n_blocks; /* of the range */
    uint64_t done;     /* blocks looked at, in the method's order */
    uint64_t bytes;    /* read without an error */
    struct platter_counts counts;
    uint64_t turns[PLATTER_SCAN_TURNS];
    uint64_t block_ns; /* sum of the times of all blocks */
    uint64_t worst_ns, worst_byte;
    uint64_t typical_ns;  /* running median of block times */
    uint64_t duration_ns; /* of all sittings, on the drive's clock, pauses too */
    uint64_t paused_ns;   /* waited because the drive was hot */
    uint64_t cell_blocks; /* blocks in a cell; the last may have fewer */
    uint32_t n_cells;
    uint32_t n_slow, n_bad;
    uint32_t n_slow_new;    /* at the end of the list, since the journal was written */
    uint32_t slow_floor_us; /* faster ones are not listed any more */
    uint64_t unlisted;      /* slow blocks that are not in the list */
    bool bad_merged;        /* there were more bad places than the list takes */
    bool split_done, again_done;
    uint32_t again_from; /* how many slow blocks were read again, 0 = none yet */
    struct platter_scan_cell *cells;
    struct platter_scan_slow *slow;
    struct platter_scan_bad *bad;
};

/* Returns 0, -EINVAL (a plan that cannot be) or -ENOMEM. To be ended by platter_scan_deinit(). */
int platter_scan_init(struct platter_scan *s, const struct platter_scan_plan *plan);
void platter_scan_deinit(struct platter_scan *s);

/* Where the i-th block in the method's order begins, and how long it is. */
uint64_t platter_scan_block(const struct platter_scan *s, uint64_t i, uint32_t *len_bytes);

/* Whether a block time is slow. */
bool platter_scan_is_slow(const struct platter_scan *s, uint64_t ns);

/* The next block took so long (in the method's order: s->done counts). disturbed: it is listed,
 * slow or not, and counted when it is settled. */
void platter_scan_took(struct platter_scan *s, uint64_t ns, bool disturbed);
/* The next block could not be read, after ns. */
void platter_scan_failed(struct platter_scan *s, uint64_t ns);
/* Take back the last n blocks, all of which failed: it was not they that were bad. */
void platter_scan_take_back(struct platter_scan *s, uint64_t n);

/* Append to the list; -ENOSPC: it is full and nothing was done. */
int platter_scan_add_bad(struct platter_scan *s, const struct platter_scan_bad *bad);
/* Append to the list, without counting. */
void platter_scan_add_slow(struct platter_scan *s, const struct platter_scan_slow *slow);

/* Count the disturbed blocks that have not been. To be called once, at the very end. */
void platter_scan_settle(struct platter_scan *s);

/* Cells [from, to) as one. */
struct platter_scan_cell platter_scan_cells(const struct platter_scan *s, uint32_t from,
                                            uint32_t to);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The real clock of the lab drive: waits that end when they should, and the log of what was asked
 * for and what was achieved.
 *
 * The model's clock is CLOCK_MONOTONIC since the begin, times speedup.
 */
#ifndef PLATTER_NBDKIT_PACE_H
#define PLATTER_NBDKIT_PACE_H

#include <stdint.h>
#include <stdio.h>

struct platter_pace {
    uint64_t begin_ns; /* CLOCK_MONOTONIC */
    double speedup;    /* > 0 */
    uint64_t n;        /* requests so far */
    FILE *log;         /* NULL: none */
};

/* A request under way. */
struct platter_paced {
    const char *what; /* "seek", "stream", "buffer", "write", "slow", "error" */
    uint64_t offset_bytes, len_bytes;
    uint64_t arrival_ns; /* CLOCK_MONOTONIC */
};

/* Sleeps of this process, and of threads made later, end on time: timer slack 1 ns. */
void platter_pace_init(struct platter_pace *pace, double speedup);

/* Begin a log, a file that is made or emptied. Returns 0 or -errno. */
int platter_pace_log(struct platter_pace *pace, const char *file);

/* Now, and what that is on the model's clock. */
uint64_t platter_pace_now_ns(void);
uint64_t platter_pace_model_ns(const struct platter_pace *pace, uint64_t now_ns);

/* Wait until done_ns of the model's clock, then write the line of the log. */
void platter_pace_wait(struct platter_pace *pace, const struct platter_paced *request,
                       uint64_t done_ns);

void platter_pace_end(struct platter_pace *pace);

#endif

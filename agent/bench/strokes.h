/* SPDX-License-Identifier: MIT */
/*
 * Short strokes: how fast a drive is when only its first part is used, for a list of parts. Each
 * row is a curve (curve.h) of the range from byte 0 on.
 */
#ifndef PLATTER_BENCH_STROKES_H
#define PLATTER_BENCH_STROKES_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/bench/curve.h"

#define PLATTER_STROKES_MAX 64u

struct platter_stroke {
    uint64_t capacity_bytes;                    /* of the part: given */
    double share;                               /* of the drive; the rest is measured */
    double avg_bps, max_bps, min_bps, access_s; /* NaN: not measured */
    uint64_t errors;
    bool complete;
};

/*
 * Measure n rows, each with capacity_bytes set: a multiple of the plan's blocks. Of the plan
 * from_bytes and to_bytes are not used. *done is the number of rows that have figures, the last
 * perhaps not complete. Returns as platter_curve_run(); *first_error_byte is set where a row has
 * errors.
 */
int platter_strokes_run(struct platter_drive *d, const struct platter_curve_plan *plan,
                        const struct platter_watch *watch, struct platter_stroke *rows, unsigned n,
                        unsigned *done, uint64_t *first_error_byte);

/*
 * How large a part is worth using. What there is to gain in access time is the difference between
 * the smallest and the largest part; as the part grows, gain is lost. The access time is `best` up
 * to the last row that keeps nine tenths of it, and the `knee` is the last row that keeps three
 * quarters: beyond it each further percent of capacity buys less and less. On a curve that rises
 * with the square root of the distance, as seeks do, that is where it has turned from steep to
 * flat.
 */
#define PLATTER_GAIN_BEST .9
#define PLATTER_GAIN_KNEE .75
/* Less to gain than this share of the largest part's access time is nothing: a drive without a
 * head, or parts too much alike. */
#define PLATTER_GAIN_MIN .1

enum platter_knee_result {
    PLATTER_KNEE_FEW = 1,  /* less than three rows with an access time */
    PLATTER_KNEE_NONE = 2, /* nothing to gain */
};

struct platter_knee {
    unsigned best, knee; /* rows */
    double gain_s;
};

/* Rows with the smallest part first. Returns 0 or a result. */
int platter_strokes_knee(const struct platter_stroke *rows, unsigned n, struct platter_knee *out);

#endif

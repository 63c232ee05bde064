/* SPDX-License-Identifier: MIT */
/*
 * The detector of one drive: samples go in, findings come out. For two days it learns places, to
 * day 28 everything else; what it learned by day 5 judges meanwhile (provisional). Then the
 * baseline is frozen and judges for good: what the provisional one found is void
 * (platter_alarms_forget).
 *
 * Constant memory, no pointers: it may be written to a file as it is. Only the first n_zones of
 * its arrays are ever touched.
 */
#ifndef PLATTER_CORE_DETECTOR_H
#define PLATTER_CORE_DETECTOR_H

#include "agent/core/judge.h"

#define PLATTER_PROVISIONAL_DAY 5u
#define PLATTER_FROZEN_DAY 28u

enum platter_phase {
    PLATTER_LEARNING,    /* nothing can be said yet */
    PLATTER_PROVISIONAL, /* judged by a few days */
    PLATTER_FROZEN,
};

struct platter_judged {
    struct platter_baseline base;
    struct platter_judge judge;
};

struct platter_detector {
    unsigned n_zones;
    enum platter_phase phase;
    int64_t first_s; /* Unix time of the first sample; 0 = none yet */
    int64_t last_s;  /* of the last one taken in */
    struct platter_period period;
    struct platter_judged by; /* provisional, then frozen */
    struct platter_learner learner;
};

/* Begin to learn. d is zeroed memory (calloc), or was a detector of no more zones. */
void platter_detector_init(struct platter_detector *d, unsigned n_zones);

/*
 * Take a sample in; temperature_c may be NaN. A sample that is not newer than the last one is
 * ignored (a clock that stepped back), one of another number of zones too. When it ends a period,
 * findings are written (room for PLATTER_FINDINGS_MAX). Returns how many.
 */
unsigned platter_detector_sample(struct platter_detector *d, const struct platter_sample *sample,
                                 uint64_t slow_ns, double temperature_c,
                                 struct platter_finding *out);

/* Whole days since it began to learn. */
unsigned platter_detector_day(const struct platter_detector *d);

#endif

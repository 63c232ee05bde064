/* SPDX-License-Identifier: MIT */
/* A learner that has seen 28 days of a simulated drive. */
#ifndef PLATTER_TESTS_LEARNED_H
#define PLATTER_TESTS_LEARNED_H

#include <stdlib.h>

#include "agent/core/baseline.h"
#include "tests/support/visits.h"

/* Learn `days` days of v, temperature 30 + 5 sin(day): free() it. */
static inline struct platter_learner *learned(struct visits *v, unsigned days)
{
    struct platter_learner *l = calloc(1, sizeof *l);
    struct platter_period *p = calloc(1, sizeof *p);
    struct platter_sample *s = calloc(1, sizeof *s);

    l->n_zones = VISITS_ZONES;
    for (unsigned i = 0; i < days * 4; i++) {
        platter_period_begin(p, VISITS_ZONES, v->time_s);
        for (unsigned k = 0; k < 36; k++) {
            visits_next(v, s);
            platter_period_add(p, VISITS_ZONES, s, VISITS_SLOW_NS, 30 + 5 * sin(i / 4.));
        }
        platter_learn_period(l, p, v->time_s, (i + 1) / 4.);
    }
    free(p);
    free(s);
    return l;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * What is normal at each slot of a zone. The rate inside one zone differs by up to 14 % from its
 * first to its last slot, more than the noise of a visit. So a line over the slots is learned by
 * recursive least squares (Ljung, "System Identification", 11.2; no forgetting), then what a slot
 * differs from the line:
 *
 *   u = (slot - 31.5) / 32,   x = a + b u + e,   P0 = diag(1, .02)
 *   r[slot] += clip(x - line - r, .06) / (n[slot] + 1)      after 64 visits
 *   residual y = x - (a + b u + n / (n + 4) r)
 *
 * x is the natural logarithm of a block time: a residual of .01 is 1 % slower than normal.
 */
#ifndef PLATTER_CORE_SLOTS_H
#define PLATTER_CORE_SLOTS_H

#include <stdint.h>

#include "agent/core/zone.h"

/* While it learns. All 0 = knows nothing. */
struct platter_slots {
    float p00, p01, p11; /* covariance of a and b, in units of a visit's variance */
    float a, b;
    uint32_t visits;
    float residual[PLATTER_SLOTS];
    uint16_t n[PLATTER_SLOTS];
};

/* What was learned: the normal x of every slot, and no more. */
struct platter_slot_levels {
    float normal[PLATTER_SLOTS];
};

/* Learn a visit at a slot (taken modulo PLATTER_SLOTS). */
void platter_slots_learn(struct platter_slots *p, unsigned slot, double x);
/* The normal x of a slot as known now. */
double platter_slots_normal(const struct platter_slots *p, unsigned slot);
/* Keep what was learned. */
void platter_slots_freeze(const struct platter_slots *p, struct platter_slot_levels *out);

#endif

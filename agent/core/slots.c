/* SPDX-License-Identifier: MIT */
#include "agent/core/slots.h"

#include "agent/core/robust.h"

#define SETTLED 20 /* visits after which an outlier is clipped hard */
#define LINE_FIRST 64

static double line(const struct platter_slots *p, double u)
{
    return (double)p->a + (double)p->b * u;
}

static double position(unsigned slot)
{
    return ((double)slot - (PLATTER_SLOTS - 1) / 2.0) / (PLATTER_SLOTS / 2.0);
}

static void begin(struct platter_slots *p, double x)
{
    p->p00 = 1;
    p->p01 = 0;
    p->p11 = .02f;
    p->a = (float)x;
    p->b = 0;
}

/* One step of recursive least squares. */
static void learn_line(struct platter_slots *p, double u, double x)
{
    double e = platter_clip(x - line(p, u), p->visits > SETTLED ? .10 : .3);
    double k0 = (double)p->p00 + (double)p->p01 * u, k1 = (double)p->p01 + (double)p->p11 * u;
    double den = 1 + k0 + k1 * u;

    p->a += (float)(k0 / den * e);
    p->b += (float)(k1 / den * e);
    p->p00 -= (float)(k0 * k0 / den);
    p->p01 -= (float)(k0 * k1 / den);
    p->p11 -= (float)(k1 * k1 / den);
}

void platter_slots_learn(struct platter_slots *p, unsigned slot, double x)
{
    double u = position(slot %= PLATTER_SLOTS);

    if (p->visits)
        learn_line(p, u, x);
    else
        begin(p, x);
    if (++p->visits <= LINE_FIRST || p->n[slot] == UINT16_MAX)
        return;
    float *r = &p->residual[slot];
    p->n[slot]++;
    *r += (float)(platter_clip(x - line(p, u) - (double)*r, .06) / (p->n[slot] + 1.0));
}

double platter_slots_normal(const struct platter_slots *p, unsigned slot)
{
    slot %= PLATTER_SLOTS;
    double weight = p->n[slot] / (p->n[slot] + 4.0);

    return line(p, position(slot)) + weight * (double)p->residual[slot];
}

void platter_slots_freeze(const struct platter_slots *p, struct platter_slot_levels *out)
{
    for (unsigned slot = 0; slot < PLATTER_SLOTS; slot++)
        out->normal[slot] = (float)platter_slots_normal(p, slot);
}

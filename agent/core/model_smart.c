/* SPDX-License-Identifier: MIT */
/* SMART of a simulated drive: counters that move with its faults. */
#include "agent/core/model_smart.h"

#include <math.h>

#define HOUR_NS 3600e9

/* How many of the places of a kind have come up. */
static uint64_t places(const struct platter_model *m, enum platter_model_fault_kind kind)
{
    double n = 0;

    for (unsigned i = 0; i < m->n_faults; i++)
        if (m->faults[i].kind == kind)
            n += m->grown[i] * m->faults[i].count;
    return (uint64_t)n;
}

/* Fades from 100 as the raw value grows. */
static uint8_t health(uint64_t raw, double per_point)
{
    return (uint8_t)fmax(1, 100 - (double)raw / per_point);
}

static void add(struct platter_smart *s, uint8_t id, uint8_t current, uint8_t threshold,
                uint64_t raw)
{
    s->attributes[s->n_attributes++] =
        (struct platter_attribute){id, current, current, threshold, raw};
    if (threshold && current <= threshold)
        s->status = PLATTER_SMART_STATUS_BAD;
}

void platter_model_smart(const struct platter_model *m, int64_t time_s, struct platter_smart *out)
{
    uint64_t moved = places(m, PLATTER_FAULTY_MOVED);
    uint64_t unreadable = places(m, PLATTER_FAULTY_UNREADABLE);
    uint64_t pending = places(m, PLATTER_FAULTY_PENDING) + unreadable;
    uint64_t hours = (uint64_t)((double)m->clock_ns / HOUR_NS);
    struct platter_smart s;

    platter_smart_init(&s);
    s.time_s = time_s;
    s.status = PLATTER_SMART_STATUS_GOOD;
    s.temperature_c = floor(m->life.temperature_c + .5);
    s.power_on_h = (double)hours;
    s.power_cycles = s.start_stops = 1;
    s.head_loads = 1;
    s.bad_sectors = moved + pending;
    add(&s, 5, health(moved, 60), 36, moved);
    add(&s, 9, health(hours, 876), 0, hours);
    add(&s, 12, 100, 0, 1);
    add(&s, 187, health(unreadable, 1), 0, unreadable);
    add(&s, 193, 100, 0, s.head_loads);
    add(&s, 194, (uint8_t)fmax(1, 100 - s.temperature_c), 0, (uint64_t)fmax(0, s.temperature_c));
    add(&s, 197, health(pending, 16), 0, pending);
    add(&s, 198, health(unreadable, 16), 0, unreadable);
    *out = s;
}

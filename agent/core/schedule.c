/* SPDX-License-Identifier: MIT */
#include "agent/core/schedule.h"

#include <math.h>
#include <string.h>

#include "agent/core/rng.h"

/* Longer than any machine runs; keeps sums of times away from overflow. */
#define FOREVER_NS (1ull << 62)

uint64_t platter_schedule_interval_ns(uint64_t interval_ns, double duty, uint64_t last_ns)
{
    double stretched = ceil((double)last_ns / duty);
    if (!(stretched > (double)interval_ns))
        return interval_ns;
    return stretched < (double)FOREVER_NS ? (uint64_t)stretched : FOREVER_NS;
}

uint64_t platter_schedule_phase_ns(const char *id, uint64_t interval_ns)
{
    return platter_hash(id, strlen(id)) % interval_ns;
}

uint64_t platter_schedule_next_ns(uint64_t now_ns, uint64_t interval_ns, uint64_t phase_ns)
{
    uint64_t phase = phase_ns % interval_ns;
    if (now_ns < phase)
        return phase;
    return now_ns + interval_ns - (now_ns - phase) % interval_ns;
}

bool platter_schedule_gated(enum platter_sample_mode mode, bool rotating)
{
    return mode == PLATTER_SAMPLE_WHEN_ACTIVE || (mode == PLATTER_SAMPLE_AUTO && rotating);
}

bool platter_schedule_gate_open(uint64_t now_ns, uint64_t foreign_ns)
{
    return foreign_ns != 0 && (now_ns < foreign_ns || now_ns - foreign_ns < PLATTER_GATE_NS);
}

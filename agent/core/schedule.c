/* SPDX-License-Identifier: MIT */
#include "agent/core/schedule.h"

#include <math.h>
#include <string.h>

#include "agent/core/rng.h"

/* Longer than any machine runs; keeps sums of times away from overflow. */
#define FOREVER_NS (1ull << 62)
/* The two clocks are read one after the other. */
#define SUSPEND_MIN_NS 1000000000ull

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

uint64_t platter_schedule_after_ns(uint64_t begin_ns, uint64_t interval_ns, double duty,
                                   uint64_t last_ns, uint64_t phase_ns)
{
    uint64_t apart_ns = platter_schedule_interval_ns(interval_ns, duty, last_ns);

    if (apart_ns == interval_ns)
        apart_ns /= 2; /* a grid time in the near past may be this very sample's */
    return platter_schedule_next_ns(begin_ns + apart_ns, interval_ns, phase_ns);
}

bool platter_schedule_suspended(uint64_t boot_ns, uint64_t mono_ns, uint64_t *suspended_ns)
{
    uint64_t before_ns = *suspended_ns;

    *suspended_ns = boot_ns > mono_ns ? boot_ns - mono_ns : 0;
    return *suspended_ns > before_ns + SUSPEND_MIN_NS;
}

bool platter_schedule_gate_open(uint64_t now_ns, uint64_t foreign_ns)
{
    return foreign_ns != 0 && (now_ns < foreign_ns || now_ns - foreign_ns < PLATTER_GATE_NS);
}

/* SPDX-License-Identifier: MIT */
/* The two clocks of the daemon: one that never steps, for the schedule, and the wall clock. */
#ifndef PLATTER_DAEMON_CLOCK_H
#define PLATTER_DAEMON_CLOCK_H

#include <stdint.h>
#include <time.h>

#include <platter/units.h>

static inline uint64_t platter_boot_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

static inline int64_t platter_wall_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec;
}

#endif

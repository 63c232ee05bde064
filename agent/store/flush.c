/* SPDX-License-Identifier: MIT */
#include "agent/store/flush.h"

static uint64_t period_ns(const struct platter_flush_sight *sight)
{
    if (sight->every_ns)
        return sight->every_ns;
    return sight->flash ? PLATTER_FLUSH_FLASH_NS : PLATTER_FLUSH_NS;
}

static bool held(const struct platter_flush_sight *sight)
{
    return sight->hold &&
           (!sight->awake_ns || sight->now_ns >= sight->awake_ns + PLATTER_FLUSH_AWAKE_NS);
}

bool platter_flush_due(const struct platter_flush_sight *sight)
{
    if (!sight->pending || sight->now_ns < sight->last_ns + period_ns(sight))
        return false;
    return !held(sight) || sight->now_ns >= sight->last_ns + PLATTER_FLUSH_HOLD_NS;
}

uint64_t platter_flush_next_ns(const struct platter_flush_sight *sight)
{
    uint64_t period = period_ns(sight), at_ns = sight->last_ns + period;
    /* A hold ends with a word of platterd; else at its longest. */
    if (held(sight) && period < PLATTER_FLUSH_HOLD_NS)
        at_ns = sight->last_ns + PLATTER_FLUSH_HOLD_NS;
    return at_ns > sight->now_ns ? at_ns : sight->now_ns + period;
}

bool platter_flush_full(uint64_t free_bytes, uint64_t size_bytes, bool was_full)
{
    uint64_t floor_bytes = size_bytes / 100;
    if (floor_bytes < PLATTER_FLUSH_FREE_BYTES)
        floor_bytes = PLATTER_FLUSH_FREE_BYTES;
    return free_bytes < (was_full ? floor_bytes + floor_bytes / 10 : floor_bytes);
}

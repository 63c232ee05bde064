/* SPDX-License-Identifier: MIT */
#include "agent/core/zone.h"

#include <errno.h>
#include <string.h>

/* floor(a * num / den) without overflow for any a below 2^63. */
static uint64_t scale(uint64_t a, uint64_t num, uint64_t den)
{
    return (uint64_t)((unsigned __int128)a * num / den);
}

static uint64_t align_down(const struct platter_plan *plan, uint64_t bytes)
{
    return bytes - bytes % plan->align_bytes;
}

static uint64_t zone_bytes(const struct platter_plan *plan, unsigned zone)
{
    return platter_plan_zone_start(plan, zone + 1) - platter_plan_zone_start(plan, zone);
}

/* Zones differ by one alignment unit at most: what fits the shortest fits all. */
static uint64_t shortest_zone_bytes(const struct platter_plan *plan)
{
    uint64_t shortest = zone_bytes(plan, 0);

    for (unsigned z = 1; z < plan->n_zones; z++)
        if (zone_bytes(plan, z) < shortest)
            shortest = zone_bytes(plan, z);
    return shortest;
}

static int geometry_ok(const struct platter_geometry *g)
{
    return g->align_bytes && !(g->align_bytes & (g->align_bytes - 1)) &&
           g->align_bytes <= PLATTER_BLOCK_BYTES && g->logical_bytes &&
           g->physical_bytes >= g->logical_bytes && g->align_bytes % g->logical_bytes == 0;
}

int platter_plan_init(struct platter_plan *plan, const struct platter_geometry *geometry,
                      unsigned zones, unsigned accesses)
{
    if (!geometry_ok(geometry) || zones < 1 || zones > PLATTER_ZONES_MAX ||
        accesses > PLATTER_ACCESSES_MAX)
        return -EINVAL;
    if (geometry->capacity_bytes < PLATTER_CAPACITY_MIN_BYTES ||
        geometry->capacity_bytes > INT64_MAX)
        return -ERANGE;

    struct platter_plan p = {
        .align_bytes = geometry->align_bytes,
        .block_bytes = PLATTER_BLOCK_BYTES,
        .access_bytes = geometry->align_bytes > PLATTER_ACCESS_BYTES ? geometry->align_bytes
                                                                     : PLATTER_ACCESS_BYTES,
        .n_zones = zones,
        .accesses = accesses,
    };
    p.usable_bytes = align_down(&p, geometry->capacity_bytes);

    uint64_t shortest = shortest_zone_bytes(&p);
    uint64_t blocks = PLATTER_BURST_BLOCKS + 1;
    if (shortest < blocks * p.block_bytes)
        blocks = shortest / 2 / p.block_bytes;
    if (blocks < 2)
        return -ERANGE;
    p.timed_blocks = (uint32_t)blocks - 1;

    uint64_t places = (shortest - blocks * p.block_bytes) / p.align_bytes + 1;
    p.n_slots = places < PLATTER_SLOTS ? (uint32_t)places : PLATTER_SLOTS;
    *plan = p;
    return 0;
}

uint64_t platter_plan_zone_start(const struct platter_plan *plan, unsigned zone)
{
    return align_down(plan, scale(plan->usable_bytes, zone, plan->n_zones));
}

unsigned platter_plan_zone_of(const struct platter_plan *plan, uint64_t offset_bytes)
{
    unsigned zone = (unsigned)scale(offset_bytes, plan->n_zones, plan->usable_bytes);

    /* Boundaries are rounded down to the alignment, so the quotient may be one too low. */
    while (zone + 1 < plan->n_zones && offset_bytes >= platter_plan_zone_start(plan, zone + 1))
        zone++;
    return zone;
}

uint64_t platter_plan_burst_bytes(const struct platter_plan *plan)
{
    return (uint64_t)(plan->timed_blocks + 1) * plan->block_bytes;
}

uint64_t platter_plan_burst(const struct platter_plan *plan, unsigned zone, unsigned slot)
{
    uint64_t room = zone_bytes(plan, zone) - platter_plan_burst_bytes(plan);
    uint64_t at = plan->n_slots > 1 ? scale(room, slot, plan->n_slots - 1) : 0;

    return platter_plan_zone_start(plan, zone) + align_down(plan, at);
}

uint64_t platter_plan_access(const struct platter_plan *plan, unsigned zone, unsigned slot,
                             unsigned round)
{
    unsigned rounds = plan->accesses ? plan->accesses : 1;
    unsigned far_slot = (slot + plan->n_slots / 2) % plan->n_slots;
    uint64_t place = 2ull * (far_slot * rounds + round) + 1;
    uint64_t room = zone_bytes(plan, zone) - plan->access_bytes;

    return platter_plan_zone_start(plan, zone) +
           align_down(plan, scale(room, place, 2ull * plan->n_slots * rounds));
}

unsigned platter_plan_visit(const struct platter_plan *plan, unsigned i)
{
    unsigned inward = (plan->n_zones + 1) / 2;
    unsigned last_odd = plan->n_zones - 1 - plan->n_zones % 2;

    return i < inward ? 2 * i : last_odd - 2 * (i - inward);
}

static unsigned reverse_bits(unsigned value, unsigned bits)
{
    unsigned out = 0;

    for (unsigned i = 0; i < bits; i++)
        out |= (value >> i & 1u) << (bits - 1 - i);
    return out;
}

unsigned platter_plan_slot(const struct platter_plan *plan, uint64_t sample)
{
    unsigned bits = 0;
    while (1u << bits < plan->n_slots)
        bits++;

    /* Of the reversed numbers those under n_slots, in order: find the sample-th of them. */
    unsigned nth = (unsigned)(sample % plan->n_slots);
    for (unsigned i = 0;; i++) {
        unsigned slot = reverse_bits(i, bits);
        if (slot < plan->n_slots && nth-- == 0)
            return slot;
    }
}

uint64_t platter_plan_walk_cells(const struct platter_plan *plan)
{
    uint64_t cells = plan->usable_bytes / PLATTER_WALK_CELL_BYTES;
    return cells ? cells : 1;
}

uint64_t platter_plan_walk(const struct platter_plan *plan, uint64_t sample)
{
    uint64_t cells = platter_plan_walk_cells(plan);
    uint64_t cell = sample % cells, round = sample / cells;
    uint64_t start = scale(plan->usable_bytes, cell, cells);
    uint64_t room = scale(plan->usable_bytes, cell + 1, cells) - start;
    uint64_t burst = platter_plan_burst_bytes(plan);
    /* The fractional part of round * golden ratio, as a 64-bit fixed-point number. */
    uint64_t fraction = round * 0x9e3779b97f4a7c15ull;

    room = room > burst ? room - burst : 0;
    return align_down(plan, start + (uint64_t)((unsigned __int128)room * fraction >> 64));
}

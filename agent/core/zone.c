/* SPDX-License-Identifier: MIT */
#include "agent/core/zone.h"

#include <errno.h>
#include <string.h>

/* floor(a * num / den) without overflow for any a below 2^63. */
static uint64_t scale(uint64_t a, uint64_t num, uint64_t den)
{
    /* Mostly so, and much faster. */
    if (a < 1ull << 44 && num < 1u << 20)
        return a * num / den;
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

/* Zones of a range differ by one alignment unit at most, those of ranges by more: what fits the
 * shortest fits all. */
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

static void one_range(struct platter_plan *p)
{
    memset(p->range_zone, 0, sizeof p->range_zone);
    memset(p->range_bytes, 0, sizeof p->range_bytes);
    p->n_ranges = 1;
    p->range_zone[1] = p->n_zones;
    p->range_bytes[1] = p->usable_bytes;
}

/* Ranges that are not in order, or more than there are zones for, are not used. */
static void share_zones(struct platter_plan *p, const struct platter_geometry *g)
{
    unsigned n = g->n_ranges;

    if (n < 2 || n > PLATTER_RANGES_MAX || g->range_bytes[0] != 0) {
        one_range(p);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        uint64_t start = align_down(p, g->range_bytes[i]);
        uint64_t halves = scale(start, 2ull * p->n_zones, p->usable_bytes);
        p->range_bytes[i] = start;
        p->range_zone[i] = start < p->usable_bytes ? (uint32_t)(halves + 1) / 2 : p->n_zones;
    }
    p->range_bytes[n] = p->usable_bytes;
    p->range_zone[n] = p->n_zones;
    p->n_ranges = n;
    for (unsigned i = 0; i < n; i++)
        if (p->range_bytes[i] >= p->range_bytes[i + 1] || p->range_zone[i] >= p->range_zone[i + 1])
            one_range(p);
}

/* The range that a zone is in. */
static unsigned range_of(const struct platter_plan *plan, unsigned zone)
{
    unsigned range = 0;

    while (range + 1 < plan->n_ranges && zone >= plan->range_zone[range + 1])
        range++;
    return range;
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
    share_zones(&p, geometry);

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
    unsigned range = range_of(plan, zone);
    uint32_t first = plan->range_zone[range], zones = plan->range_zone[range + 1] - first;
    uint64_t start = plan->range_bytes[range], bytes = plan->range_bytes[range + 1] - start;

    return start + align_down(plan, scale(bytes, zone - first, zones));
}

unsigned platter_plan_zone_of(const struct platter_plan *plan, uint64_t offset_bytes)
{
    unsigned zone = 0;

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
    unsigned range = range_of(plan, i);
    unsigned first = plan->range_zone[range], zones = plan->range_zone[range + 1] - first;
    unsigned inward = (zones + 1) / 2, last_odd = zones - 1 - zones % 2;

    i -= first;
    return first + (i < inward ? 2 * i : last_odd - 2 * (i - inward));
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
    if (plan->n_slots == 1u << bits)
        return reverse_bits(nth, bits);
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

/* SPDX-License-Identifier: MIT */
/* A drive with a different figure in every place, to be saved and found again. */
#ifndef PLATTER_TESTS_SAVED_H
#define PLATTER_TESTS_SAVED_H

#include <stdio.h>
#include <string.h>

#include "agent/store/saved.h"

static inline void saved_make(struct platter_saved_drive *d, const char *id, unsigned zones,
                              uint64_t base)
{
    memset(d, 0, sizeof(*d));
    snprintf(d->id, sizeof(d->id), "%s", id);
    snprintf(d->model, sizeof(d->model), "WD%llu", (unsigned long long)base);
    snprintf(d->serial, sizeof(d->serial), "S'\"%llu", (unsigned long long)base);
    snprintf(d->device, sizeof(d->device), "/dev/sda");
    snprintf(d->boot, sizeof(d->boot), "6b1a");
    d->first_seen_s = 1000 + (int64_t)base;
    d->last_seen_s = 2000 + (int64_t)base;
    d->next_sample = base + 1;
    d->bytes_read = base + 2;
    d->discarded = base + 3;
    d->manners = (struct platter_manners){
        .seen = true,
        .proven = true,
        .proven_ns = base + 4,
        .foreign_ns = base + 5,
        .ours_ns = base + 6,
        .stretch_ns = base + 7,
        .stretch_wear = {true, base + 8, base + 9, base + 10},
        .last_wear = {true, base + 11, base + 12, base + 13},
        .wear_ns = base + 14,
        .power = PLATTER_POWER_STANDBY,
        .skipped = base + 15,
        .wakes = base + 16,
        .head_loads = base + 17,
    };
    d->bad.n = 2;
    d->bad.place[0] = (struct platter_bad_place){base << 20, 131072, true, 1000, 2000};
    d->bad.place[1] = (struct platter_bad_place){4096, 4096, false, 1001, (int64_t)base + 2001};
    d->state.n_zones = zones;
    d->state.samples = base + 18;
    d->state.rev_ns = 8333333;
    for (unsigned z = 0; z < zones; z++) {
        struct platter_held_zone *zone = &d->state.zones[z];
        for (unsigned c = 0; c < PLATTER_CLASSES; c++)
            zone->counts.by_class[c] = base + 100 * z + c;
        zone->counts.slow = base + 100 * z + 20;
        zone->counts.revolutions = base + 100 * z + 21;
        zone->contended = base + 100 * z + 22;
        zone->cached = base + 100 * z + 23;
    }
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * SMART as a snapshot has it: attributes keyed by number, and the few figures everybody asks for.
 * Plain data. A figure that is not known is NaN, a count that is not known PLATTER_SMART_UNKNOWN.
 */
#ifndef PLATTER_SMART_H
#define PLATTER_SMART_H

#include <stdbool.h>
#include <stdint.h>

#define PLATTER_SMART_ATTRIBUTES_MAX 30 /* slots of the SMART data structure, ATA-8 ACS */
#define PLATTER_SMART_UNKNOWN UINT64_MAX

/* SMART RETURN STATUS. */
enum platter_smart_status {
    PLATTER_SMART_STATUS_UNKNOWN,
    PLATTER_SMART_STATUS_GOOD,
    PLATTER_SMART_STATUS_BAD, /* a threshold was crossed */
};

struct platter_attribute {
    uint8_t id;
    uint8_t current, worst, threshold; /* threshold 0 = none */
    uint64_t raw;                      /* 48 bits, little-endian as the drive gave them */
};

struct platter_smart {
    int64_t time_s; /* Unix time of the reading; 0 = never read */
    enum platter_smart_status status;
    double temperature_c;
    double power_on_h;
    uint64_t power_cycles; /* 12 */
    uint64_t start_stops;  /* 4 */
    uint64_t head_loads;   /* 193 */
    uint64_t bad_sectors;  /* 5 + 197, as libatasmart counts them */
    unsigned n_attributes;
    struct platter_attribute attributes[PLATTER_SMART_ATTRIBUTES_MAX];
};

/* Everything unknown. */
void platter_smart_init(struct platter_smart *s);

/* Our name of an attribute, keyed by number: "reallocated-sectors"; "attribute" where we have none.
 * Static strings of [a-z0-9-]. */
const char *platter_attribute_name(uint8_t id);

#endif

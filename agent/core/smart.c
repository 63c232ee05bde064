/* SPDX-License-Identifier: MIT */
#include "agent/core/smart.h"

#include <math.h>
#include <string.h>

/* SMART READ DATA, SMART READ THRESHOLDS: 30 slots of 12 bytes behind the revision. */
#define SLOTS_AT 2
#define SLOT_BYTES 12
#define RAW_LOW_32 UINT64_C(0xffffffff)
#define RAW_NONE UINT64_C(0xffffffffffff)

#define TEMPERATURE_MIN_C (-20)
#define TEMPERATURE_MAX_C 100
#define HOURS_MAX 200000

enum {
    ID_REALLOCATED = 5,
    ID_START_STOP = 4,
    ID_HOURS = 9,
    ID_POWER_CYCLES = 12,
    ID_AIRFLOW = 190,
    ID_HEAD_LOADS = 193,
    ID_TEMPERATURE = 194,
    ID_PENDING = 197,
};

void platter_smart_init(struct platter_smart *s)
{
    memset(s, 0, sizeof *s);
    s->temperature_c = s->power_on_h = NAN;
    s->power_cycles = s->start_stops = s->head_loads = s->bad_sectors = PLATTER_SMART_UNKNOWN;
}

static bool all_bytes_are(const uint8_t *page, uint8_t value)
{
    for (unsigned i = 0; i < PLATTER_SMART_PAGE_BYTES; i++)
        if (page[i] != value)
            return false;
    return true;
}

int platter_smart_page_check(const uint8_t page[PLATTER_SMART_PAGE_BYTES])
{
    uint8_t sum = 0;

    if (all_bytes_are(page, 0x00) || all_bytes_are(page, 0xff))
        return PLATTER_SMART_EMPTY;
    for (unsigned i = 0; i < PLATTER_SMART_PAGE_BYTES; i++)
        sum = (uint8_t)(sum + page[i]);
    return sum ? PLATTER_SMART_CHECKSUM : 0;
}

static uint64_t raw_of(const uint8_t *slot)
{
    uint64_t raw = 0;

    for (unsigned i = 6; i-- > 0;)
        raw = raw << 8 | slot[5 + i];
    return raw;
}

static uint8_t threshold_of(const uint8_t *thresholds, uint8_t id)
{
    for (unsigned i = 0; thresholds && i < PLATTER_SMART_ATTRIBUTES_MAX; i++) {
        const uint8_t *slot = thresholds + SLOTS_AT + (size_t)SLOT_BYTES * i;
        if (slot[0] == id)
            return slot[1];
    }
    return 0;
}

static const struct platter_attribute *find(const struct platter_smart *s, uint8_t id)
{
    for (unsigned i = 0; i < s->n_attributes; i++)
        if (s->attributes[i].id == id)
            return &s->attributes[i];
    return NULL;
}

/* An id twice is one attribute: the first. */
static void read_attributes(const uint8_t *data, const uint8_t *thresholds, struct platter_smart *s)
{
    for (unsigned i = 0; i < PLATTER_SMART_ATTRIBUTES_MAX; i++) {
        const uint8_t *slot = data + SLOTS_AT + (size_t)SLOT_BYTES * i;
        if (slot[0] == 0 || find(s, slot[0]))
            continue;
        s->attributes[s->n_attributes++] = (struct platter_attribute){
            .id = slot[0],
            .current = slot[3],
            .worst = slot[4],
            .threshold = threshold_of(thresholds, slot[0]),
            .raw = raw_of(slot),
        };
    }
}

/* The low 32 bits: what is above is another figure of the vendor's. */
static uint64_t count_of(const struct platter_smart *s, uint8_t id)
{
    const struct platter_attribute *a = find(s, id);

    return a && a->raw != RAW_NONE ? a->raw & RAW_LOW_32 : PLATTER_SMART_UNKNOWN;
}

/* Words above the lowest are other figures of the vendor's: 0x002b002b is 43 sectors. An empty
 * lowest word below them would hide that there is something, so there the whole number stands. */
static uint64_t sectors_of(const struct platter_smart *s, uint8_t id)
{
    const struct platter_attribute *a = find(s, id);

    if (!a || a->raw == RAW_NONE)
        return PLATTER_SMART_UNKNOWN;
    return a->raw & UINT16_MAX ? a->raw & UINT16_MAX : a->raw & RAW_LOW_32;
}

static uint64_t bad_sectors(const struct platter_smart *s)
{
    uint64_t reallocated = sectors_of(s, ID_REALLOCATED), pending = sectors_of(s, ID_PENDING);

    if (reallocated == PLATTER_SMART_UNKNOWN)
        return pending;
    return pending == PLATTER_SMART_UNKNOWN ? reallocated : reallocated + pending;
}

/* 231 is a temperature of few and the life left of many: never asked. */
static double temperature(const struct platter_smart *s)
{
    static const uint8_t ids[] = {ID_TEMPERATURE, ID_AIRFLOW};

    for (unsigned i = 0; i < sizeof ids; i++) {
        const struct platter_attribute *a = find(s, ids[i]);
        int c = a ? (int8_t)(a->raw & 0xff) : 0;
        /* A drive that is exactly 0 degrees cold has no sensor, more often than not. */
        if (a && a->raw != 0 && a->raw != RAW_NONE && c >= TEMPERATURE_MIN_C &&
            c <= TEMPERATURE_MAX_C)
            return c;
    }
    return NAN;
}

static double hours(const struct platter_smart *s)
{
    uint64_t h = count_of(s, ID_HOURS);

    return h <= HOURS_MAX ? (double)h : NAN;
}

int platter_smart_decode(const uint8_t data[PLATTER_SMART_PAGE_BYTES], const uint8_t *thresholds,
                         enum platter_smart_status status, int64_t time_s,
                         struct platter_smart *out)
{
    struct platter_smart s;
    int r = platter_smart_page_check(data);

    platter_smart_init(out);
    if (r)
        return r;
    platter_smart_init(&s);
    read_attributes(data, thresholds && !platter_smart_page_check(thresholds) ? thresholds : NULL,
                    &s);
    s.time_s = time_s;
    s.status = status;
    s.temperature_c = temperature(&s);
    s.power_on_h = hours(&s);
    s.power_cycles = count_of(&s, ID_POWER_CYCLES);
    s.start_stops = count_of(&s, ID_START_STOP);
    s.head_loads = count_of(&s, ID_HEAD_LOADS);
    s.bad_sectors = bad_sectors(&s);
    *out = s;
    return 0;
}

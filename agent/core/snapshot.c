/* SPDX-License-Identifier: MIT */
#include <platter/snapshot.h>

#include <math.h>
#include <string.h>

#include <platter/units.h>

static const struct {
    const char *name;
    unsigned limit_ms; /* 0: no upper limit */
} classes[PLATTER_CLASSES] = {
    [PLATTER_LT5] = {"lt5", 5},       [PLATTER_LT10] = {"lt10", 10},
    [PLATTER_LT20] = {"lt20", 20},    [PLATTER_LT50] = {"lt50", 50},
    [PLATTER_LT150] = {"lt150", 150}, [PLATTER_LT500] = {"lt500", 500},
    [PLATTER_GE500] = {"ge500", 0},   [PLATTER_ERROR] = {"error", 0},
};

static const char *const verdict_names[] = {"UNKNOWN", "OK", "WATCH", "DEGRADED", "FAILING"};

static const char *const power_names[] = {"active",  "idle",  "idle_low",
                                          "standby", "sleep", "unknown"};

static void copy_text(char *dst, size_t size, const char *src)
{
    size_t len = strnlen(src, size - 1);
    memcpy(dst, src, len);
    dst[len] = '\0';
}

void platter_snapshot_init(struct platter_snapshot *s)
{
    memset(s, 0, sizeof *s);
    s->interval_s = s->age_s = s->contended = s->duty = s->utilisation = NAN;
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++)
        s->passive[d] = (struct platter_passive){NAN, NAN, NAN};
    platter_smart_init(&s->smart);
    s->power = PLATTER_POWER_UNKNOWN;
    s->verdict = PLATTER_VERDICT_UNKNOWN;
    for (unsigned i = 0; i < PLATTER_ZONES_MAX; i++)
        s->zones[i].throughput_bps = s->zones[i].access_s = s->zones[i].worst_s = NAN;
}

const char *platter_verdict_name(int verdict)
{
    if (verdict < PLATTER_VERDICT_UNKNOWN || verdict > PLATTER_VERDICT_FAILING)
        return "?";
    return verdict_names[verdict - PLATTER_VERDICT_UNKNOWN];
}

const char *platter_power_name(int power)
{
    if (power < 0 || power > PLATTER_POWER_UNKNOWN)
        power = PLATTER_POWER_UNKNOWN;
    return power_names[power];
}

const char *platter_class_name(enum platter_class c)
{
    return classes[c].name;
}

unsigned platter_class_limit_ms(enum platter_class c)
{
    return classes[c].limit_ms;
}

enum platter_class platter_class_of(uint64_t block_ns)
{
    for (unsigned c = PLATTER_LT5; c < PLATTER_GE500; c++)
        if (block_ns < classes[c].limit_ms * PLATTER_NS_PER_MS)
            return (enum platter_class)c;
    return PLATTER_GE500;
}

void platter_counts_add(struct platter_counts *dst, const struct platter_counts *src)
{
    for (unsigned c = 0; c < PLATTER_CLASSES; c++)
        dst->by_class[c] += src->by_class[c];
    dst->slow += src->slow;
    dst->revolutions += src->revolutions;
}

uint64_t platter_counts_blocks(const struct platter_counts *counts)
{
    uint64_t sum = 0;
    for (unsigned c = 0; c < PLATTER_CLASSES; c++)
        sum += counts->by_class[c];
    return sum;
}

static char *put_zone(char *at, unsigned zone)
{
    *at++ = (char)('0' + zone / 10);
    *at++ = (char)('0' + zone % 10);
    return at;
}

/* ",08-09" and a "+" after it. */
#define RUN_TEXT_MAX 7

void platter_zones_text(char *buf, size_t size, uint64_t zones)
{
    char *at = buf;

    for (unsigned first = 0, last; first < PLATTER_ZONES_MAX; first = last + 1) {
        last = first;
        if (!(zones >> first & 1))
            continue;
        while (last + 1 < PLATTER_ZONES_MAX && zones >> (last + 1) & 1)
            last++;
        if ((size_t)(at - buf) + RUN_TEXT_MAX >= size) {
            *at++ = '+';
            break;
        }
        if (at != buf)
            *at++ = ',';
        at = put_zone(at, first);
        if (last != first) {
            *at++ = '-';
            at = put_zone(at, last);
        }
    }
    *at = '\0';
}

void platter_snapshot_reason(struct platter_snapshot *s, const char *code, const char *zones,
                             int64_t since_s, double size, const char *text)
{
    if (s->n_reasons >= PLATTER_REASONS_MAX)
        return;
    struct platter_reason *r = &s->reasons[s->n_reasons++];
    copy_text(r->code, sizeof r->code, code);
    copy_text(r->zones, sizeof r->zones, zones ? zones : "");
    copy_text(r->text, sizeof r->text, text);
    r->since_s = since_s;
    r->size = size;
}

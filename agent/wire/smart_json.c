/* SPDX-License-Identifier: MIT */
#include "agent/wire/smart_json.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "agent/wire/fields.h"

#define RAW_MAX ((INT64_C(1) << 48) - 1)

static const char *const statuses[] = {
    [PLATTER_SMART_STATUS_UNKNOWN] = "unknown",
    [PLATTER_SMART_STATUS_GOOD] = "good",
    [PLATTER_SMART_STATUS_BAD] = "bad",
};

static const struct platter_figure figures[] = {
    {"temperature_c", offsetof(struct platter_smart, temperature_c), -273.15, 1000},
    {"power_on_h", offsetof(struct platter_smart, power_on_h), 0, INFINITY},
};

static const struct platter_field counts[] = {
    PLATTER_COUNT(platter_smart, "power_cycles", power_cycles),
    PLATTER_COUNT(platter_smart, "start_stops", start_stops),
    PLATTER_COUNT(platter_smart, "head_loads", head_loads),
    PLATTER_COUNT(platter_smart, "bad_sectors", bad_sectors),
};

const char *platter_smart_status_name(enum platter_smart_status status)
{
    return (size_t)status < PLATTER_N(statuses) ? statuses[status] : "unknown";
}

static struct platter_json *attribute_to_json(const struct platter_attribute *a)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_uint(j, "id", a->id);
    platter_json_set_text(j, "name", platter_attribute_name(a->id));
    platter_json_set_uint(j, "current", a->current);
    platter_json_set_uint(j, "worst", a->worst);
    platter_json_set_uint(j, "threshold", a->threshold);
    platter_json_set_uint(j, "raw", a->raw);
    return j;
}

static struct platter_json *attributes_to_json(const struct platter_smart *s)
{
    struct platter_json *j = platter_json_array_new();

    for (unsigned i = 0; i < s->n_attributes && i < PLATTER_SMART_ATTRIBUTES_MAX; i++)
        platter_json_append(j, attribute_to_json(&s->attributes[i]));
    return j;
}

struct platter_json *platter_smart_to_json(const struct platter_smart *s)
{
    if (s->time_s <= 0)
        return NULL;

    struct platter_json *j = platter_json_object_new();
    platter_json_set_int(j, "time", s->time_s);
    platter_json_set_text(j, "status", platter_smart_status_name(s->status));
    platter_figures_out(j, figures, PLATTER_N(figures), s);
    platter_known_counts_out(j, counts, PLATTER_N(counts), s);
    platter_json_set(j, "attributes", attributes_to_json(s));
    return j;
}

static int number_in(const struct platter_json *j, const char *key, int64_t min, int64_t max,
                     uint64_t *out)
{
    int64_t v = platter_json_int(j, key, min ? -1 : 0);

    if (v < min || v > max)
        return -EPROTO;
    *out = (uint64_t)v;
    return 0;
}

static int attribute_in(const struct platter_json *j, struct platter_attribute *out)
{
    uint64_t id, current, worst, threshold, raw;

    if (number_in(j, "id", 1, UINT8_MAX, &id) || number_in(j, "current", 0, UINT8_MAX, &current) ||
        number_in(j, "worst", 0, UINT8_MAX, &worst) ||
        number_in(j, "threshold", 0, UINT8_MAX, &threshold) ||
        number_in(j, "raw", 0, RAW_MAX, &raw))
        return -EPROTO;
    *out = (struct platter_attribute){(uint8_t)id, (uint8_t)current, (uint8_t)worst,
                                      (uint8_t)threshold, raw};
    return 0;
}

static int attributes_in(const struct platter_json *j, struct platter_smart *s)
{
    size_t n = platter_json_count(j);

    if (n > PLATTER_SMART_ATTRIBUTES_MAX)
        return -EPROTO;
    for (size_t i = 0; i < n; i++)
        if (attribute_in(platter_json_at(j, i), &s->attributes[i]))
            return -EPROTO;
    s->n_attributes = (unsigned)n;
    return 0;
}

/* A word that a newer agent may have invented is "unknown". */
static enum platter_smart_status status_of(const char *name)
{
    for (size_t i = 0; i < PLATTER_N(statuses); i++)
        if (strcmp(name, statuses[i]) == 0)
            return (enum platter_smart_status)i;
    return PLATTER_SMART_STATUS_UNKNOWN;
}

int platter_smart_from_json(const struct platter_json *j, struct platter_smart *out)
{
    struct platter_smart s;

    platter_smart_init(&s);
    if (platter_time_in(j, "time", &s.time_s))
        return -EPROTO;
    if (s.time_s == 0) {
        *out = s;
        return 0;
    }
    s.status = status_of(platter_json_text(j, "status", ""));
    if (platter_figures_in(j, figures, PLATTER_N(figures), &s) ||
        platter_known_counts_in(j, counts, PLATTER_N(counts), &s) ||
        attributes_in(platter_json_get(j, "attributes"), &s))
        return -EPROTO;
    *out = s;
    return 0;
}

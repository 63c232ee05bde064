/* SPDX-License-Identifier: MIT */
#include "agent/wire/snapshot_json.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include <platter/series.h>

/* A member of a struct under its JSON key. Writing and reading walk the same tables. */
struct field {
    const char *key;
    size_t offset;
    size_t size; /* of text */
};

/* A figure that may be NaN: never negative, at most max. */
struct figure {
    const char *key;
    size_t offset;
    double max;
};

#define TEXT(type, member)                                                         \
    {                                                                              \
#member, offsetof(struct type, member), sizeof(((struct type *)0)->member) \
    }
#define COUNT(type, key, member)              \
    {                                         \
        key, offsetof(struct type, member), 0 \
    }

static const struct field snapshot_texts[] = {
    TEXT(platter_snapshot, drive),  TEXT(platter_snapshot, label),  TEXT(platter_snapshot, model),
    TEXT(platter_snapshot, serial), TEXT(platter_snapshot, device), TEXT(platter_snapshot, pool),
};

static const struct field reason_texts[] = {
    TEXT(platter_reason, code),
    TEXT(platter_reason, zones),
    TEXT(platter_reason, text),
};

static const struct field snapshot_counts[] = {
    COUNT(platter_snapshot, "samples", samples),
    COUNT(platter_snapshot, "capacity_bytes", capacity_bytes),
};

static const struct field zone_counts[] = {
    COUNT(platter_zone, "slow", counts.slow),
    COUNT(platter_zone, "contended", contended),
    COUNT(platter_zone, "cached", cached),
    COUNT(platter_zone, "revolutions", counts.revolutions),
};

static const struct figure snapshot_figures[] = {
    {"age_s", offsetof(struct platter_snapshot, age_s), INFINITY},
    {"contended", offsetof(struct platter_snapshot, contended), 1},
    {"duty", offsetof(struct platter_snapshot, duty), 1},
};

static const struct figure zone_figures[] = {
    {"throughput_bps", offsetof(struct platter_zone, throughput_bps), INFINITY},
    {"access_s", offsetof(struct platter_zone, access_s), INFINITY},
    {"worst_s", offsetof(struct platter_zone, worst_s), INFINITY},
};

#define N(table) (sizeof(table) / sizeof((table)[0]))

/* Copied, not cast: no assumption about how a member is aligned. */
static uint64_t u64_at(const void *base, size_t offset)
{
    uint64_t v;
    memcpy(&v, (const char *)base + offset, sizeof(v));
    return v;
}

static double real_at(const void *base, size_t offset)
{
    double v;
    memcpy(&v, (const char *)base + offset, sizeof(v));
    return v;
}

static void texts_out(struct platter_json *j, const struct field *f, size_t n, const void *base)
{
    for (size_t i = 0; i < n; i++)
        platter_json_set_text(j, f[i].key, (const char *)base + f[i].offset);
}

static void counts_out(struct platter_json *j, const struct field *f, size_t n, const void *base)
{
    for (size_t i = 0; i < n; i++)
        platter_json_set_uint(j, f[i].key, u64_at(base, f[i].offset));
}

static void figures_out(struct platter_json *j, const struct figure *f, size_t n, const void *base)
{
    for (size_t i = 0; i < n; i++)
        platter_json_set_real(j, f[i].key, real_at(base, f[i].offset));
}

static struct platter_json *classes_to_json(const struct platter_counts *c)
{
    struct platter_json *j = platter_json_object_new();

    for (int i = 0; i < PLATTER_CLASSES; i++)
        platter_json_set_uint(j, platter_class_name((enum platter_class)i), c->by_class[i]);
    return j;
}

struct platter_json *platter_zone_to_json(unsigned zone, const struct platter_zone *z)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_uint(j, "zone", zone);
    figures_out(j, zone_figures, N(zone_figures), z);
    platter_json_set_uint(j, "blocks", platter_counts_blocks(&z->counts));
    platter_json_set_uint(j, "errors", z->counts.by_class[PLATTER_ERROR]);
    counts_out(j, zone_counts, N(zone_counts), z);
    platter_json_set(j, "classes", classes_to_json(&z->counts));
    return j;
}

static struct platter_json *reason_to_json(const struct platter_reason *r)
{
    struct platter_json *j = platter_json_object_new();

    texts_out(j, reason_texts, N(reason_texts), r);
    if (r->since_s > 0)
        platter_json_set_int(j, "since", r->since_s);
    else
        platter_json_set_null(j, "since");
    platter_json_set_real(j, "size", r->size);
    return j;
}

static struct platter_json *reasons_to_json(const struct platter_snapshot *s)
{
    struct platter_json *j = platter_json_array_new();

    for (unsigned i = 0; i < s->n_reasons && i < PLATTER_REASONS_MAX; i++)
        platter_json_append(j, reason_to_json(&s->reasons[i]));
    return j;
}

static struct platter_json *zones_to_json(const struct platter_snapshot *s)
{
    struct platter_json *j = platter_json_array_new();

    for (unsigned i = 0; i < s->n_zones && i < PLATTER_ZONES_MAX; i++)
        platter_json_append(j, platter_zone_to_json(i, &s->zones[i]));
    return j;
}

struct platter_json *platter_snapshot_to_json(const struct platter_snapshot *s)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "schema", PLATTER_SCHEMA_SNAPSHOT);
    texts_out(j, snapshot_texts, N(snapshot_texts), s);
    platter_json_set_int(j, "time", s->time_s);
    platter_json_set_uint(j, "step_s", s->step_s);
    platter_json_set_text(j, "power", platter_power_name((int)s->power));
    platter_json_set_int(j, "verdict", s->verdict);
    figures_out(j, snapshot_figures, N(snapshot_figures), s);
    counts_out(j, snapshot_counts, N(snapshot_counts), s);
    platter_json_set(j, "reasons", reasons_to_json(s));
    platter_json_set(j, "zones", zones_to_json(s));
    return j;
}

/* Cut between characters, so that what was UTF-8 stays it. */
static void text_cut(char *dst, size_t size, const char *src)
{
    size_t len = strlen(src);

    if (len >= size) {
        len = size - 1;
        while (len > 0 && ((unsigned char)src[len] & 0xc0) == 0x80)
            len--;
    }
    memcpy(dst, src, len);
    dst[len] = '\0';
}

static void texts_in(const struct platter_json *j, const struct field *f, size_t n, void *base)
{
    for (size_t i = 0; i < n; i++)
        text_cut((char *)base + f[i].offset, f[i].size, platter_json_text(j, f[i].key, ""));
}

static int count_in(const struct platter_json *j, const char *key, void *dst)
{
    int64_t v = platter_json_int(j, key, 0);

    if (v < 0)
        return -EPROTO;
    memcpy(dst, &v, sizeof(v));
    return 0;
}

static int counts_in(const struct platter_json *j, const struct field *f, size_t n, void *base)
{
    for (size_t i = 0; i < n; i++)
        if (count_in(j, f[i].key, (char *)base + f[i].offset))
            return -EPROTO;
    return 0;
}

static int figures_in(const struct platter_json *j, const struct figure *f, size_t n, void *base)
{
    for (size_t i = 0; i < n; i++) {
        double v = platter_json_real(j, f[i].key, NAN);

        if (v < 0 || v > f[i].max)
            return -EPROTO;
        memcpy((char *)base + f[i].offset, &v, sizeof(v));
    }
    return 0;
}

static int zone_in(const struct platter_json *j, unsigned zone, struct platter_zone *z)
{
    const struct platter_json *classes = platter_json_get(j, "classes");

    if (platter_json_int(j, "zone", -1) != (int64_t)zone)
        return -EPROTO;
    for (int i = 0; i < PLATTER_CLASSES; i++)
        if (count_in(classes, platter_class_name((enum platter_class)i), &z->counts.by_class[i]))
            return -EPROTO;
    if (figures_in(j, zone_figures, N(zone_figures), z))
        return -EPROTO;
    return counts_in(j, zone_counts, N(zone_counts), z);
}

static int zones_in(const struct platter_json *j, struct platter_snapshot *s)
{
    size_t n = platter_json_count(j);

    if (n > PLATTER_ZONES_MAX)
        return -EPROTO;
    for (unsigned i = 0; i < n; i++)
        if (zone_in(platter_json_at(j, i), i, &s->zones[i]))
            return -EPROTO;
    s->n_zones = (unsigned)n;
    return 0;
}

/* More reasons than we hold: the first ones matter most. */
static int reasons_in(const struct platter_json *j, struct platter_snapshot *s)
{
    size_t n = platter_json_count(j);

    s->n_reasons = n < PLATTER_REASONS_MAX ? (unsigned)n : PLATTER_REASONS_MAX;
    for (unsigned i = 0; i < s->n_reasons; i++) {
        const struct platter_json *item = platter_json_at(j, i);
        struct platter_reason *r = &s->reasons[i];

        if (!platter_json_is_object(item))
            return -EPROTO;
        texts_in(item, reason_texts, N(reason_texts), r);
        r->since_s = platter_json_int(item, "since", 0);
        r->size = platter_json_real(item, "size", NAN);
        if (r->since_s < 0)
            return -EPROTO;
    }
    return 0;
}

/* A word that a newer agent may have invented is "unknown". */
static enum platter_power power_of(const char *name)
{
    for (int i = 0; i < PLATTER_POWER_UNKNOWN; i++)
        if (strcmp(name, platter_power_name(i)) == 0)
            return (enum platter_power)i;
    return PLATTER_POWER_UNKNOWN;
}

/* The id becomes part of file names in every back end. */
static bool id_ok(const char *id)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t len = strlen(id);

    return len > 0 && len < PLATTER_ID_MAX && id[0] != '.' && strspn(id, allowed) == len;
}

static int whole_numbers_in(const struct platter_json *j, struct platter_snapshot *s)
{
    int64_t step_s = platter_json_int(j, "step_s", PLATTER_STEP_S);
    int64_t verdict = platter_json_int(j, "verdict", PLATTER_VERDICT_UNKNOWN);

    s->time_s = platter_json_int(j, "time", 0);
    if (s->time_s < 0 || step_s < 1 || step_s > UINT32_MAX || verdict < PLATTER_VERDICT_UNKNOWN ||
        verdict > PLATTER_VERDICT_FAILING)
        return -EPROTO;
    s->step_s = (uint32_t)step_s;
    s->verdict = (enum platter_verdict)verdict;
    return counts_in(j, snapshot_counts, N(snapshot_counts), s);
}

int platter_snapshot_from_json(const struct platter_json *j, struct platter_snapshot *out)
{
    struct platter_snapshot s;

    if (strcmp(platter_json_text(j, "schema", ""), PLATTER_SCHEMA_SNAPSHOT) != 0 ||
        !id_ok(platter_json_text(j, "drive", "")))
        return -EPROTO;
    platter_snapshot_init(&s);
    texts_in(j, snapshot_texts, N(snapshot_texts), &s);
    s.power = power_of(platter_json_text(j, "power", ""));
    if (whole_numbers_in(j, &s) || figures_in(j, snapshot_figures, N(snapshot_figures), &s) ||
        reasons_in(platter_json_get(j, "reasons"), &s) ||
        zones_in(platter_json_get(j, "zones"), &s))
        return -EPROTO;
    *out = s;
    return 0;
}

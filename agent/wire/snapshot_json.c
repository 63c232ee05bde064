/* SPDX-License-Identifier: MIT */
#include "agent/wire/snapshot_json.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "agent/wire/bad_places_json.h"
#include "agent/wire/fields.h"
#include "agent/wire/smart_json.h"
#include <platter/series.h>

static const struct platter_field snapshot_texts[] = {
    PLATTER_TEXT(platter_snapshot, drive),  PLATTER_TEXT(platter_snapshot, label),
    PLATTER_TEXT(platter_snapshot, model),  PLATTER_TEXT(platter_snapshot, serial),
    PLATTER_TEXT(platter_snapshot, device), PLATTER_TEXT(platter_snapshot, pool),
};

static const struct platter_field reason_texts[] = {
    PLATTER_TEXT(platter_reason, code),
    PLATTER_TEXT(platter_reason, zones),
    PLATTER_TEXT(platter_reason, text),
};

static const struct platter_field snapshot_counts[] = {
    PLATTER_COUNT(platter_snapshot, "samples", samples),
    PLATTER_COUNT(platter_snapshot, "capacity_bytes", capacity_bytes),
};

static const struct platter_field cost_counts[] = {
    PLATTER_COUNT(platter_cost, "bytes_read", bytes_read),
    PLATTER_COUNT(platter_cost, "wakes", wakes),
    PLATTER_COUNT(platter_cost, "head_loads", head_loads),
    PLATTER_COUNT(platter_cost, "skipped", skipped),
    PLATTER_COUNT(platter_cost, "discarded", discarded),
};

static const struct platter_figure passive_figures[] = {
    {"await_s", offsetof(struct platter_passive, await_s), 0, INFINITY},
    {"size_bytes", offsetof(struct platter_passive, size_bytes), 0, INFINITY},
    {"rate_ps", offsetof(struct platter_passive, rate_ps), 0, INFINITY},
};

static const char *const directions[PLATTER_DIRECTIONS] = {
    [PLATTER_READ] = "read", [PLATTER_WRITE] = "write"};

static const struct platter_field zone_counts[] = {
    PLATTER_COUNT(platter_zone, "slow", counts.slow),
    PLATTER_COUNT(platter_zone, "contended", contended),
    PLATTER_COUNT(platter_zone, "cached", cached),
    PLATTER_COUNT(platter_zone, "revolutions", counts.revolutions),
};

static const struct platter_figure snapshot_figures[] = {
    {"interval_s", offsetof(struct platter_snapshot, interval_s), 0, INFINITY},
    {"age_s", offsetof(struct platter_snapshot, age_s), 0, INFINITY},
    {"contended", offsetof(struct platter_snapshot, contended), 0, 1},
    {"duty", offsetof(struct platter_snapshot, duty), 0, 1},
    {"utilisation", offsetof(struct platter_snapshot, utilisation), 0, 1},
};

static const struct platter_figure zone_figures[] = {
    {"throughput_bps", offsetof(struct platter_zone, throughput_bps), 0, INFINITY},
    {"access_s", offsetof(struct platter_zone, access_s), 0, INFINITY},
    {"worst_s", offsetof(struct platter_zone, worst_s), 0, INFINITY},
};

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
    platter_figures_out(j, zone_figures, PLATTER_N(zone_figures), z);
    platter_json_set_uint(j, "blocks", platter_counts_blocks(&z->counts));
    platter_json_set_uint(j, "errors", z->counts.by_class[PLATTER_ERROR]);
    platter_counts_out(j, zone_counts, PLATTER_N(zone_counts), z);
    platter_json_set(j, "classes", classes_to_json(&z->counts));
    return j;
}

static struct platter_json *reason_to_json(const struct platter_reason *r)
{
    struct platter_json *j = platter_json_object_new();

    platter_texts_out(j, reason_texts, PLATTER_N(reason_texts), r);
    platter_time_out(j, "since", r->since_s);
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

static struct platter_json *cost_to_json(const struct platter_cost *cost)
{
    struct platter_json *j = platter_json_object_new();

    platter_counts_out(j, cost_counts, PLATTER_N(cost_counts), cost);
    return j;
}

static struct platter_json *passive_to_json(const struct platter_passive *passive)
{
    struct platter_json *j = platter_json_object_new();

    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++) {
        struct platter_json *way = platter_json_object_new();
        platter_figures_out(way, passive_figures, PLATTER_N(passive_figures), &passive[d]);
        platter_json_set(j, directions[d], way);
    }
    return j;
}

struct platter_json *platter_snapshot_to_json(const struct platter_snapshot *s)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "schema", PLATTER_SCHEMA_SNAPSHOT);
    platter_texts_out(j, snapshot_texts, PLATTER_N(snapshot_texts), s);
    platter_json_set_int(j, "time", s->time_s);
    platter_json_set_uint(j, "step_s", s->step_s);
    platter_json_set_text(j, "power", platter_power_name((int)s->power));
    platter_time_out(j, "power_since", s->power_since_s);
    platter_json_set_bool(j, "gated", s->gated);
    platter_json_set_int(j, "verdict", s->verdict);
    platter_figures_out(j, snapshot_figures, PLATTER_N(snapshot_figures), s);
    platter_counts_out(j, snapshot_counts, PLATTER_N(snapshot_counts), s);
    platter_json_set(j, "cost", cost_to_json(&s->cost));
    platter_json_set(j, "passive", passive_to_json(s->passive));
    struct platter_json *smart = platter_smart_to_json(&s->smart);
    if (smart || s->smart.time_s > 0)
        platter_json_set(j, "smart", smart);
    else
        platter_json_set_null(j, "smart");
    platter_json_set(j, "reasons", reasons_to_json(s));
    platter_json_set(j, "bad_places", platter_bad_places_to_json(s));
    platter_json_set(j, "zones", zones_to_json(s));
    return j;
}

static int count_in(const struct platter_json *j, const char *key, uint64_t *count)
{
    int64_t v = platter_json_int(j, key, 0);

    if (v < 0)
        return -EPROTO;
    *count = (uint64_t)v;
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
    if (platter_figures_in(j, zone_figures, PLATTER_N(zone_figures), z))
        return -EPROTO;
    return platter_counts_in(j, zone_counts, PLATTER_N(zone_counts), z);
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
        platter_texts_in(item, reason_texts, PLATTER_N(reason_texts), r);
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
bool platter_drive_id_ok(const char *id)
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
    return platter_counts_in(j, snapshot_counts, PLATTER_N(snapshot_counts), s);
}

static int passive_in(const struct platter_json *j, struct platter_passive *passive)
{
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++)
        if (platter_figures_in(platter_json_get(j, directions[d]), passive_figures,
                               PLATTER_N(passive_figures), &passive[d]))
            return -EPROTO;
    return 0;
}

/* What an older agent does not tell stays unknown. */
static int others_in(const struct platter_json *j, struct platter_snapshot *s)
{
    s->gated = platter_json_bool(j, "gated", false);
    if (platter_time_in(j, "power_since", &s->power_since_s) ||
        platter_counts_in(platter_json_get(j, "cost"), cost_counts, PLATTER_N(cost_counts),
                          &s->cost) ||
        passive_in(platter_json_get(j, "passive"), s->passive))
        return -EPROTO;
    return platter_smart_from_json(platter_json_get(j, "smart"), &s->smart);
}

int platter_snapshot_from_json(const struct platter_json *j, struct platter_snapshot *out)
{
    struct platter_snapshot s;

    if (strcmp(platter_json_text(j, "schema", ""), PLATTER_SCHEMA_SNAPSHOT) != 0 ||
        !platter_drive_id_ok(platter_json_text(j, "drive", "")))
        return -EPROTO;
    platter_snapshot_init(&s);
    platter_texts_in(j, snapshot_texts, PLATTER_N(snapshot_texts), &s);
    s.power = power_of(platter_json_text(j, "power", ""));
    if (whole_numbers_in(j, &s) ||
        platter_figures_in(j, snapshot_figures, PLATTER_N(snapshot_figures), &s) ||
        others_in(j, &s) || reasons_in(platter_json_get(j, "reasons"), &s) ||
        platter_bad_places_from_json(platter_json_get(j, "bad_places"), &s) ||
        zones_in(platter_json_get(j, "zones"), &s))
        return -EPROTO;
    *out = s;
    return 0;
}

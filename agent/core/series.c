/* SPDX-License-Identifier: MIT */
#include <platter/series.h>

#include <math.h>
#include <string.h>

/* The kinds of data sources, so that a type reads as one line a source. */
#define GAUGE(name, max, unit)            \
    {                                     \
        name, PLATTER_GAUGE, 0, max, unit \
    }
#define DERIVE(name)                      \
    {                                     \
        name, PLATTER_DERIVE, 0, NAN, "1" \
    }

static const struct platter_source zone_sources[] = {
    GAUGE("throughput", NAN, "B/s"),
    GAUGE("access", NAN, "s"),
    GAUGE("worst", NAN, "s"),
};

static const struct platter_source blocks_sources[] = {
    DERIVE("lt5"),   DERIVE("lt10"),  DERIVE("lt20"),  DERIVE("lt50"), DERIVE("lt150"),
    DERIVE("lt500"), DERIVE("ge500"), DERIVE("error"), DERIVE("slow"), DERIVE("revolutions"),
};

static const struct platter_source drive_sources[] = {
    {"verdict", PLATTER_GAUGE, PLATTER_VERDICT_UNKNOWN, PLATTER_VERDICT_FAILING, "1"},
    GAUGE("power", PLATTER_POWER_UNKNOWN, "1"),
    GAUGE("age", NAN, "s"),
    GAUGE("contended", 1, "1"),
    GAUGE("duty", 1, "1"),
};

static const struct platter_source passive_sources[] = {
    GAUGE("await", NAN, "s"),
    GAUGE("size", NAN, "B"),
    GAUGE("rate", NAN, "1/s"),
};

/* collectd's own types, as its smart plugin writes them. */
static const struct platter_source attribute_sources[] = {
    GAUGE("current", 255, "1"),
    GAUGE("worst", 255, "1"),
    GAUGE("threshold", 255, "1"),
    GAUGE("pretty", NAN, "1"),
};

static const struct platter_source temperature_sources[] = {
    {"value", PLATTER_GAUGE, -300, 300, "C"},
};

static const struct platter_source value_sources[] = {
    GAUGE("value", NAN, "1"),
};

static unsigned zone_instances(const struct platter_snapshot *s)
{
    return s->n_zones;
}

static unsigned one_instance(const struct platter_snapshot *s)
{
    (void)s;
    return 1;
}

static void zone_name(unsigned zone, char *name)
{
    name[0] = (char)('0' + zone / 10);
    name[1] = (char)('0' + zone % 10);
    name[2] = '\0';
}

static void zone_values(const struct platter_snapshot *s, unsigned i, char *instance,
                        union platter_value *v)
{
    zone_name(i, instance);
    v[0].gauge = s->zones[i].throughput_bps;
    v[1].gauge = s->zones[i].access_s;
    v[2].gauge = s->zones[i].worst_s;
}

static void blocks_values(const struct platter_snapshot *s, unsigned i, char *instance,
                          union platter_value *v)
{
    const struct platter_counts *counts = &s->zones[i].counts;

    zone_name(i, instance);
    for (unsigned c = 0; c < PLATTER_CLASSES; c++)
        v[c].derive = counts->by_class[c];
    v[PLATTER_CLASSES].derive = counts->slow;
    v[PLATTER_CLASSES + 1].derive = counts->revolutions;
}

static void drive_values(const struct platter_snapshot *s, unsigned i, char *instance,
                         union platter_value *v)
{
    (void)i;
    instance[0] = '\0';
    v[0].gauge = s->verdict;
    v[1].gauge = s->power;
    v[2].gauge = s->age_s;
    v[3].gauge = s->contended;
    v[4].gauge = s->duty;
}

static unsigned two_directions(const struct platter_snapshot *s)
{
    (void)s;
    return PLATTER_DIRECTIONS;
}

static void passive_values(const struct platter_snapshot *s, unsigned i, char *instance,
                           union platter_value *v)
{
    static const char names[PLATTER_DIRECTIONS][8] = {"read", "write"};

    memcpy(instance, names[i], sizeof names[i]);
    v[0].gauge = s->passive[i].await_s;
    v[1].gauge = s->passive[i].size_bytes;
    v[2].gauge = s->passive[i].rate_ps;
}

/* A drive whose SMART was never read has no such series. */
static unsigned smart_instances(const struct platter_snapshot *s)
{
    return s->smart.time_s ? 1 : 0;
}

static unsigned attribute_instances(const struct platter_snapshot *s)
{
    return s->smart.time_s ? s->smart.n_attributes : 0;
}

/* "005-reallocated-sectors" */
static void attribute_name(uint8_t id, char *instance)
{
    const char *name = platter_attribute_name(id);
    size_t len = strnlen(name, PLATTER_INSTANCE_MAX - 5);

    instance[0] = (char)('0' + id / 100);
    instance[1] = (char)('0' + id / 10 % 10);
    instance[2] = (char)('0' + id % 10);
    instance[3] = '-';
    memcpy(instance + 4, name, len);
    instance[4 + len] = '\0';
}

static void attribute_values(const struct platter_snapshot *s, unsigned i, char *instance,
                             union platter_value *v)
{
    const struct platter_attribute *a = &s->smart.attributes[i];

    attribute_name(a->id, instance);
    v[0].gauge = a->current;
    v[1].gauge = a->worst;
    v[2].gauge = a->threshold;
    v[3].gauge = (double)a->raw;
}

static double known(uint64_t count)
{
    return count == PLATTER_SMART_UNKNOWN ? NAN : (double)count;
}

static void temperature_values(const struct platter_snapshot *s, unsigned i, char *instance,
                               union platter_value *v)
{
    (void)i;
    instance[0] = '\0';
    v[0].gauge = s->smart.temperature_c;
}

static void poweron_values(const struct platter_snapshot *s, unsigned i, char *instance,
                           union platter_value *v)
{
    (void)i;
    instance[0] = '\0';
    v[0].gauge = s->smart.power_on_h * 3600; /* collectd's smart plugin: seconds */
}

static void powercycles_values(const struct platter_snapshot *s, unsigned i, char *instance,
                               union platter_value *v)
{
    (void)i;
    instance[0] = '\0';
    v[0].gauge = known(s->smart.power_cycles);
}

static void badsectors_values(const struct platter_snapshot *s, unsigned i, char *instance,
                              union platter_value *v)
{
    (void)i;
    instance[0] = '\0';
    v[0].gauge = known(s->smart.bad_sectors);
}

#define SOURCES(a) sizeof(a) / sizeof(a)[0], a

static const struct platter_type types[] = {
    {"platter_zone", "Reading speed of a zone: last quiet measurement", PLATTER_SERIES_SMALL, false,
     SOURCES(zone_sources), zone_instances, zone_values},
    {"platter_blocks", "Timed blocks of a zone by class of their time", PLATTER_SERIES_SMALL, false,
     SOURCES(blocks_sources), zone_instances, blocks_values},
    {"platter_drive", "Verdict, power state and sampling of a drive", PLATTER_SERIES_SMALL, false,
     SOURCES(drive_sources), one_instance, drive_values},
    {"platter_passive", "Other people's reads and writes", PLATTER_SERIES_NORMAL, false,
     SOURCES(passive_sources), two_directions, passive_values},
    {"smart_temperature", "Temperature in degrees Celsius", PLATTER_SERIES_NORMAL, true,
     SOURCES(temperature_sources), smart_instances, temperature_values},
    {"smart_poweron", "Power-on time in seconds", PLATTER_SERIES_NORMAL, true,
     SOURCES(value_sources), smart_instances, poweron_values},
    {"smart_powercycles", "Power cycles", PLATTER_SERIES_NORMAL, true, SOURCES(value_sources),
     smart_instances, powercycles_values},
    {"smart_badsectors", "Reallocated and pending sectors", PLATTER_SERIES_NORMAL, true,
     SOURCES(value_sources), smart_instances, badsectors_values},
    {"smart_attribute", "A SMART attribute", PLATTER_SERIES_ALL, true, SOURCES(attribute_sources),
     attribute_instances, attribute_values},
};

const struct platter_type *platter_series_types(unsigned *n)
{
    *n = sizeof types / sizeof types[0];
    return types;
}

int platter_series_walk(const struct platter_snapshot *s, enum platter_series_set set,
                        platter_update_sink sink, void *user)
{
    unsigned n;
    const struct platter_type *table = platter_series_types(&n);

    for (const struct platter_type *t = table; t < table + n; t++) {
        unsigned instances = t->set <= set ? t->instances(s) : 0;
        for (unsigned i = 0; i < instances; i++) {
            char instance[PLATTER_INSTANCE_MAX];
            union platter_value values[PLATTER_SOURCES_MAX];
            struct platter_update u = {t, s->drive, instance, s->time_s, s->step_s, values};

            t->values(s, i, instance, values);
            int r = sink(&u, user);
            if (r)
                return r;
        }
    }
    return 0;
}

int64_t platter_grid_stamp(int64_t now_s, uint32_t step_s)
{
    return now_s - now_s % step_s;
}

int64_t platter_grid_next(int64_t now_s, uint32_t step_s)
{
    return platter_grid_stamp(now_s, step_s) + step_s;
}

int64_t platter_grid_due(int64_t now_s, uint32_t step_s, int64_t last_s)
{
    int64_t stamp_s = platter_grid_stamp(now_s, step_s);

    return stamp_s > last_s ? stamp_s : 0;
}

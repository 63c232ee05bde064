/* SPDX-License-Identifier: MIT */
#include "agent/core/model.h"

#include <math.h>
#include <string.h>

#define STREAM_BYTES (1u << 20)
#define REST_NS 50e6

const struct platter_model_spec *platter_model_find(const char *name)
{
    unsigned n;
    const struct platter_model_spec *specs = platter_model_specs(&n);

    for (unsigned i = 0; i < n; i++)
        if (strcmp(specs[i].name, name) == 0)
            return &specs[i];
    return NULL;
}

/* sqrt(1 - (1-k^2) x): the radius at x as a share of the outer one. */
static double radius_share(const struct platter_model_spec *spec, uint64_t offset_bytes)
{
    double x = (double)offset_bytes / (double)spec->capacity_bytes;
    double k = spec->radius_ratio;

    return sqrt(1 - (1 - k * k) * x);
}

double platter_model_rate_at(const struct platter_model_spec *spec, double share)
{
    double rate = spec->outer_bps * share;

    return spec->plateau_bps > 0 && rate > spec->plateau_bps ? spec->plateau_bps : rate;
}

double platter_model_rate_bps(const struct platter_model_spec *spec, uint64_t offset_bytes)
{
    return platter_model_rate_at(spec, radius_share(spec, offset_bytes));
}

double platter_model_radius_at(const struct platter_model_spec *spec, double share)
{
    return spec->radius_ratio < 1 ? (1 - share) / (1 - spec->radius_ratio) : 0;
}

double platter_model_radius(const struct platter_model_spec *spec, uint64_t offset_bytes)
{
    return platter_model_radius_at(spec, radius_share(spec, offset_bytes));
}

double platter_model_seek_ns(const struct platter_model_spec *spec, double distance)
{
    return distance > 0 ? spec->seek_a_ns + spec->seek_b_ns * sqrt(distance) : 0;
}

static void parse_faults(struct platter_model *m)
{
    for (unsigned i = 0; i < m->spec->n_faults && i < PLATTER_MODEL_FAULTS_MAX; i++)
        if (platter_model_fault_parse(m->spec->faults[i], &m->faults[m->n_faults]) == 0)
            m->n_faults++;
}

void platter_model_init(struct platter_model *m, const struct platter_model_spec *spec,
                        uint64_t seed)
{
    double share = spec->switch_ns > 0 ? spec->switch_ns / spec->switch_tracks : 0;

    memset(m, 0, sizeof *m);
    m->spec = spec;
    m->next_byte = m->write_next = UINT64_MAX;
    m->latency_ns = -1;
    m->rested = true;
    m->interface_ns_per_byte = 1e9 / spec->interface_bps;
    m->jitter = spec->jitter;
    m->area = 1 - spec->radius_ratio * spec->radius_ratio;
    m->track_ns = spec->rev_ns + spec->skew_ns + share;
    m->plateau_share = platter_model_rate_at(spec, 1) / spec->outer_bps;
    m->life_seed = platter_hash(spec->name, strnlen(spec->name, sizeof spec->name)) +
                   spec->number * 0x9e3779b97f4a7c15ull;
    platter_rng_seed(&m->rng, seed);
    platter_model_life_init(&m->life, spec, m->life_seed);
    parse_faults(m);
}

void platter_model_wait(struct platter_model *m, uint64_t ns)
{
    m->clock_ns += ns;
    m->rest_ns += (double)ns;
    if (m->rest_ns >= REST_NS) {
        m->rested = true;
        m->event_byte = 0; /* the next read is looked at */
    }
}

void platter_model_set_clock(struct platter_model *m, uint64_t clock_ns)
{
    if (clock_ns > m->clock_ns)
        platter_model_wait(m, clock_ns - m->clock_ns);
}

/* Whether another one waits for what comes just before: they are one stream, and it is the other
 * that begins it. */
static bool follows_another(const uint64_t *offsets_bytes, unsigned n, unsigned i)
{
    for (unsigned k = 0; k < n; k++)
        if (offsets_bytes[k] < offsets_bytes[i] &&
            offsets_bytes[i] - offsets_bytes[k] < STREAM_BYTES)
            return true;
    return false;
}

unsigned platter_model_choose(struct platter_model *m, const uint64_t *offsets_bytes, unsigned n)
{
    double best_ns = INFINITY;
    unsigned best = 0;

    for (unsigned i = 0; i < n; i++) {
        if (offsets_bytes[i] == m->next_byte) {
            m->latency_ns = -1;
            return i;
        }
        if (follows_another(offsets_bytes, n, i))
            continue;
        double latency_ns = platter_rng_uniform(&m->rng) * m->spec->rev_ns;
        double distance = fabs(platter_model_radius(m->spec, offsets_bytes[i]) - m->radius);
        double ns = latency_ns + platter_model_seek_ns(m->spec, distance);
        if (ns < best_ns) {
            best_ns = ns;
            best = i;
            m->latency_ns = latency_ns;
        }
    }
    return best;
}

void platter_model_geometry(const struct platter_model_spec *spec, struct platter_geometry *out)
{
    *out = (struct platter_geometry){
        .capacity_bytes = spec->capacity_bytes,
        .logical_bytes = 512,
        .physical_bytes = spec->physical_bytes,
        .align_bytes = spec->physical_bytes,
        .rotating = spec->rev_ns > 0,
        .rev_ns = (uint32_t)spec->rev_ns,
    };
}

/* SPDX-License-Identifier: MIT */
#include "agent/core/model.h"

#include <math.h>
#include <string.h>

#define MS 1e6
#define MB 1e6

static const struct platter_model_spec specs[] = {
    {
        .name = "wd2002faex",
        .model = "WDC WD2002FAEX-007BA0",
        .capacity_bytes = 2000398934016,
        .physical_bytes = 512,
        .rev_ns = 8.333 * MS,
        .outer_bps = 149.63 * MB,
        .plateau_bps = 144.87 * MB,
        .radius_ratio = .5483,
        .skew_ns = .39 * MS,
        .seek_a_ns = 1.55 * MS,
        .seek_b_ns = 11.65 * MS,
        .overhead_ns = .05 * MS,
        .interface_bps = 500 * MB,
    },
    {
        .name = "wd80eazz",
        .model = "WDC WD80EAZZ-00BKLB0",
        .capacity_bytes = 8001563222016,
        .physical_bytes = 4096,
        .rev_ns = 10.638 * MS,
        .outer_bps = 225.1 * MB,
        .plateau_bps = 225.1 * MB,
        .radius_ratio = .48,
        .skew_ns = .39 * MS,
        .seek_a_ns = 1.57 * MS,
        .seek_b_ns = 15.71 * MS,
        .overhead_ns = .05 * MS,
        .interface_bps = 500 * MB,
        .switch_ns = 4.4 * MS,
        .switch_tracks = 10.8,
    },
};

const struct platter_model_spec *platter_model_specs(unsigned *n)
{
    *n = sizeof specs / sizeof specs[0];
    return specs;
}

const struct platter_model_spec *platter_model_find(const char *name)
{
    for (unsigned i = 0; i < sizeof specs / sizeof specs[0]; i++)
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

double platter_model_rate_bps(const struct platter_model_spec *spec, uint64_t offset_bytes)
{
    return fmin(spec->plateau_bps, spec->outer_bps * radius_share(spec, offset_bytes));
}

double platter_model_radius(const struct platter_model_spec *spec, uint64_t offset_bytes)
{
    return (1 - radius_share(spec, offset_bytes)) / (1 - spec->radius_ratio);
}

double platter_model_seek_ns(const struct platter_model_spec *spec, double distance)
{
    return distance > 0 ? spec->seek_a_ns + spec->seek_b_ns * sqrt(distance) : 0;
}

/* Time from the begin of one track to the begin of the next, switches spread over the tracks. */
static double track_ns(const struct platter_model_spec *spec)
{
    double share = spec->switch_ns > 0 ? spec->switch_ns / spec->switch_tracks : 0;

    return spec->rev_ns + spec->skew_ns + share;
}

static double track_bytes(const struct platter_model_spec *spec, uint64_t offset_bytes)
{
    return platter_model_rate_bps(spec, offset_bytes) * track_ns(spec) / 1e9;
}

void platter_model_init(struct platter_model *m, const struct platter_model_spec *spec,
                        uint64_t seed)
{
    memset(m, 0, sizeof *m);
    m->spec = spec;
    m->next_byte = UINT64_MAX;
    platter_rng_seed(&m->rng, seed);
}

/* Bring the head to a byte: the place in its track, and how many tracks to the next switch. */
static void place_head(struct platter_model *m, uint64_t offset_bytes)
{
    const struct platter_model_spec *spec = m->spec;
    double track = track_bytes(spec, offset_bytes);
    double tracks = (double)offset_bytes / track;

    m->radius = platter_model_radius(spec, offset_bytes);
    m->track_left = track * (1 - (tracks - floor(tracks)));
    m->tracks_to_switch =
        spec->switch_ns > 0 ? spec->switch_tracks - fmod(tracks, spec->switch_tracks) : 0;
}

static double cross_track(struct platter_model *m, uint64_t offset_bytes)
{
    double ns = m->spec->skew_ns;

    m->track_left = track_bytes(m->spec, offset_bytes);
    if (m->spec->switch_ns > 0 && --m->tracks_to_switch <= 0) {
        m->tracks_to_switch += m->spec->switch_tracks;
        ns += m->spec->switch_ns;
    }
    return ns;
}

/* Media time of a read at the head's place, track crossings included. */
static double media_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes)
{
    double ns_per_byte = m->spec->rev_ns / track_bytes(m->spec, offset_bytes);
    double left = (double)len_bytes, ns = 0;

    while (left >= m->track_left) {
        ns += m->track_left * ns_per_byte;
        left -= m->track_left;
        ns += cross_track(m, offset_bytes);
    }
    m->track_left -= left;
    return ns + left * ns_per_byte;
}

uint64_t platter_model_read_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes)
{
    const struct platter_model_spec *spec = m->spec;
    double ns;

    if (offset_bytes == m->next_byte) {
        ns = fmax(media_ns(m, offset_bytes, len_bytes),
                  (double)len_bytes * 1e9 / spec->interface_bps);
    } else {
        double from = m->radius;
        place_head(m, offset_bytes);
        ns = spec->overhead_ns + platter_model_seek_ns(spec, fabs(m->radius - from)) +
             platter_rng_uniform(&m->rng) * spec->rev_ns + media_ns(m, offset_bytes, len_bytes);
    }
    m->next_byte = offset_bytes + len_bytes;
    m->radius = platter_model_radius(spec, m->next_byte);
    return (uint64_t)ns;
}

void platter_model_geometry(const struct platter_model_spec *spec, struct platter_geometry *out)
{
    *out = (struct platter_geometry){
        .capacity_bytes = spec->capacity_bytes,
        .logical_bytes = 512,
        .physical_bytes = spec->physical_bytes,
        .align_bytes = spec->physical_bytes,
        .rotating = true,
        .rev_ns = (uint32_t)spec->rev_ns,
    };
}

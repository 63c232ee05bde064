/* SPDX-License-Identifier: MIT */
/*
 * Writing, as far as the benchmarks of simulated drives need it: a share of the reading rate at
 * each radius, a start-up, and on shingled drives the media cache: scattered writes are appended
 * there, and where it is full each rewrites a shingle.
 */
#include "agent/core/model.h"

#include <math.h>

/* What a resting drive clears of its media cache per second. */
#define CLEANING_BPS 30e6

/* Outer edge to inner edge, by radius. */
static double between(const struct platter_model *m, double outer, double inner)
{
    return outer + (inner - outer) * m->radius;
}

static double stream_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes)
{
    double share = between(m, m->spec->write_outer, m->spec->write_inner);
    double rate_bps = platter_model_rate_bps(m->spec, offset_bytes) * (share > 0 ? share : 1);
    double ns = (double)len_bytes * 1e9 / rate_bps;
    double floor_ns = (double)len_bytes * m->interface_ns_per_byte;
    /* The buffer takes it as long as there is room. */
    double taken_ns = fmin(m->write_credit_ns, ns - floor_ns);

    if (taken_ns > 0) {
        m->write_credit_ns -= taken_ns;
        ns -= taken_ns;
    }
    return fmax(ns, floor_ns);
}

/* A scattered write to a shingled drive. */
static double cached_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes)
{
    double cleaned = m->rest_ns / 1e9 * CLEANING_BPS;

    m->media_cache_used = fmax(0, m->media_cache_used - cleaned) + (double)len_bytes;
    if (m->media_cache_used <= (double)m->spec->media_cache_bytes)
        return m->spec->overhead_ns + stream_ns(m, offset_bytes, len_bytes);
    m->media_cache_used = (double)m->spec->media_cache_bytes;
    return platter_model_position_ns(m, offset_bytes) +
           2 * stream_ns(m, offset_bytes, m->spec->shingle_bytes);
}

static double elsewhere_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes)
{
    double start_ns = 0;

    if (m->spec->media_cache_bytes)
        return cached_ns(m, offset_bytes, len_bytes);
    double ns = platter_model_position_ns(m, offset_bytes);
    if (m->rested) {
        start_ns = between(m, m->spec->write_start_outer_ns, m->spec->write_start_inner_ns);
        m->write_credit_ns = fmax(0, -start_ns);
    }
    return ns + platter_model_rest_ns(m, fmax(0, start_ns)) + stream_ns(m, offset_bytes, len_bytes);
}

int platter_model_write(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes,
                        uint64_t *ns)
{
    double time_ns = offset_bytes == m->write_next && !m->rested
                         ? stream_ns(m, offset_bytes, len_bytes)
                         : elsewhere_ns(m, offset_bytes, len_bytes);

    m->rest_ns = 0;
    m->next_byte = UINT64_MAX; /* a read does not go on from here */
    m->write_next = offset_bytes + len_bytes;
    for (unsigned i = 0; i < PLATTER_MODEL_SEGMENTS_MAX; i++)
        if (m->segments[i].begin_byte < m->write_next && m->segments[i].end_byte > offset_bytes)
            m->segments[i].end_byte = m->segments[i].begin_byte;
    *ns = (uint64_t)time_ns;
    m->clock_ns += *ns;
    return 0;
}

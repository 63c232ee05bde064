/* SPDX-License-Identifier: MIT */
/* Reading: where the head is, what it meets on its way, what is in the buffer. */
#include "agent/core/model.h"

#include <math.h>

/* How far a rate holds: over 16 MiB it changes by a hundred-thousandth. */
#define REFRESH_BYTES (16ull << 20)
/* The block that shares of slow blocks are of. */
#define BLOCK_BYTES 131072.
#define DISTURBANCE_NS 9e6

/* Tracks from the first one to where the radius is so much of the outer one: the integral of
 * 1 / (rate * track time). */
static double tracks_at(const struct platter_model *m, uint64_t offset_bytes, double share)
{
    double per_track = m->track_ns / 1e9 * m->spec->outer_bps;

    if (share >= m->plateau_share || m->area <= 0)
        return (double)offset_bytes / (per_track * m->plateau_share);
    double limited = (1 - m->plateau_share * m->plateau_share) / m->area; /* as a share of bytes */
    return (double)m->spec->capacity_bytes / per_track *
           (limited / m->plateau_share + 2 * (m->plateau_share - share) / m->area);
}

static void event_at(struct platter_model *m, uint64_t byte)
{
    if (byte < m->event_byte)
        m->event_byte = byte;
}

/* One head of several: which one reads changes every so many tracks. */
static bool under_weak_head(struct platter_model *m, const struct platter_model_fault *f,
                            uint64_t offset_bytes, double tracks)
{
    double group = floor(tracks / f->tracks);
    double left = (group + 1) * f->tracks - tracks;

    event_at(m, offset_bytes + (uint64_t)(left * m->track_bytes) + 1);
    return fmod(group, f->every) == floor(f->every / 2);
}

static bool in_range(struct platter_model *m, const struct platter_model_fault *f,
                     uint64_t offset_bytes)
{
    uint64_t from = (uint64_t)(f->from * (double)m->spec->capacity_bytes);
    uint64_t to = (uint64_t)(f->to * (double)m->spec->capacity_bytes);

    if (offset_bytes < from)
        event_at(m, from);
    else if (offset_bytes < to)
        event_at(m, to);
    return offset_bytes >= from && offset_bytes < to;
}

/* What faults add to the logarithm of block times here; also the share of retries. */
static double fault_level(struct platter_model *m, uint64_t offset_bytes, double tracks)
{
    double level = 0;

    for (unsigned i = 0; i < m->n_faults; i++) {
        const struct platter_model_fault *f = &m->faults[i];
        double grown = m->grown[i];
        if (grown <= 0 || !in_range(m, f, offset_bytes))
            continue;
        if (f->kind == PLATTER_FAULTY_SLOW)
            level += log1p(grown * (1 / (1 - f->by) - 1));
        if (f->kind == PLATTER_FAULTY_RETRIES)
            m->retry_share += grown * f->chance;
        if (f->kind == PLATTER_FAULTY_HEAD && under_weak_head(m, f, offset_bytes, tracks)) {
            level += log1p(grown * f->by);
            m->retry_share += grown * f->chance;
        }
        if (f->kind >= PLATTER_FAULTY_BLOCKS && f->kind <= PLATTER_FAULTY_UNREADABLE)
            event_at(m, platter_model_fault_place(f, m->life_seed, m->spec->capacity_bytes,
                                                  offset_bytes, grown));
    }
    return level;
}

/* The rates at a byte, and how far they hold. Returns the tracks before it. */
static double refresh(struct platter_model *m, uint64_t offset_bytes)
{
    const struct platter_model_spec *spec = m->spec;
    double share = sqrt(1 - m->area * ((double)offset_bytes / (double)spec->capacity_bytes));
    double rate = platter_model_rate_at(spec, share), tracks = 0;
    unsigned zone =
        (unsigned)(PLATTER_MODEL_ZONES * (double)offset_bytes / (double)spec->capacity_bytes);
    double level = m->visit + m->life.level +
                   m->life.zones[zone < PLATTER_MODEL_ZONES ? zone : PLATTER_MODEL_ZONES - 1];

    m->radius = platter_model_radius_at(spec, share);
    m->event_byte = offset_bytes + REFRESH_BYTES;
    m->retry_share = m->life.slow_share;
    if (spec->rev_ns > 0) {
        m->track_bytes = rate * m->track_ns / 1e9;
        m->ns_per_byte = spec->rev_ns / m->track_bytes;
        tracks = tracks_at(m, offset_bytes, share);
    } else {
        m->track_bytes = INFINITY;
        m->ns_per_byte = 1e9 / rate;
    }
    if (m->n_faults)
        level += fault_level(m, offset_bytes, tracks);
    if (m->disturbances)
        event_at(m, m->disturbed_byte);
    if (level != 0)
        m->ns_per_byte *= exp(level);
    return tracks;
}

/* The place in its track, and how many tracks to the next switch. */
static void enter_track(struct platter_model *m, double tracks)
{
    double whole = floor(tracks), every = m->spec->switch_tracks;

    m->track_left = m->spec->rev_ns > 0 ? m->track_bytes * (1 - (tracks - whole)) : INFINITY;
    m->tracks_to_switch =
        m->spec->switch_ns > 0 ? every - (whole - floor(whole / every) * every) : 0;
}

static double cross_tracks(struct platter_model *m)
{
    double ns = 0;

    while (m->track_left <= 0) {
        ns += m->spec->skew_ns;
        m->track_left += m->track_bytes;
        if (m->spec->switch_ns > 0 && --m->tracks_to_switch <= 0) {
            m->tracks_to_switch += m->spec->switch_tracks;
            ns += m->spec->switch_ns;
        }
    }
    return ns;
}

/* Turns that are lost by chance. */
static double lost_turns_ns(struct platter_model *m)
{
    double turn_ns = m->spec->rev_ns > 0 ? m->spec->rev_ns : 1e6, ns = turn_ns;

    while ((platter_rng_next(&m->rng) & 3) == 0)
        ns += turn_ns;
    return ns;
}

/* Media time of reading on, or interface time, whichever is later. */
static inline double transfer_ns(struct platter_model *m, uint64_t len_bytes)
{
    double len = (double)(int64_t)len_bytes;
    double ns = len * m->ns_per_byte, interface_ns = len * m->interface_ns_per_byte;

    if (m->jitter > 0 || m->retry_share > 0) {
        uint64_t u = platter_rng_next(&m->rng);
        ns *= 1 + m->jitter * ((double)(int32_t)(u >> 32) * 0x1p-31);
        if ((double)(uint32_t)u * 0x1p-32 * BLOCK_BYTES < m->retry_share * len)
            ns += lost_turns_ns(m);
    }
    m->track_left -= len;
    if (m->track_left <= 0)
        ns += cross_tracks(m);
    return ns > interface_ns ? ns : interface_ns;
}

/* Places with something wrong in a range. Returns the time that they cost; *result is raised. */
static double places_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes,
                        int *result)
{
    const struct platter_model_spec *spec = m->spec;
    double ns = 0;

    for (unsigned i = 0; i < m->n_faults; i++) {
        const struct platter_model_fault *f = &m->faults[i];
        uint64_t at = offset_bytes;
        if (f->kind < PLATTER_FAULTY_BLOCKS || f->kind > PLATTER_FAULTY_UNREADABLE)
            continue;
        while ((at = platter_model_fault_place(f, m->life_seed, spec->capacity_bytes, at,
                                               m->grown[i])) < offset_bytes + len_bytes) {
            if (f->kind == PLATTER_FAULTY_BLOCKS)
                ns += f->ms * 1e6;
            else if (f->kind == PLATTER_FAULTY_MOVED)
                ns += 2 * platter_model_seek_ns(spec, 1 - m->radius + .01) + spec->rev_ns;
            else if (f->kind == PLATTER_FAULTY_PENDING)
                ns += f->turns * spec->rev_ns;
            else {
                *result = PLATTER_MODEL_MEDIUM;
                return ns + spec->retries * spec->rev_ns;
            }
            at += 4096;
        }
    }
    return ns;
}

static double exponential(struct platter_rng *rng)
{
    return -log(1 - platter_rng_uniform(rng));
}

static unsigned poisson(struct platter_rng *rng, double mean)
{
    double limit = exp(-mean), product = platter_rng_uniform(rng);
    unsigned n = 0;

    while (product > limit) {
        product *= platter_rng_uniform(rng);
        n++;
    }
    return n;
}

static uint64_t disturbed_next(struct platter_model *m, uint64_t offset_bytes)
{
    return offset_bytes + (uint64_t)(BLOCK_BYTES * (.5 + 6 * platter_rng_uniform(&m->rng)));
}

/* Somebody else's requests fall into this visit, or not. */
static void meet_others(struct platter_model *m, uint64_t offset_bytes)
{
    m->disturbances = 0;
    if (m->life.busy <= 0 || platter_rng_uniform(&m->rng) >= m->life.busy)
        return;
    m->disturbances = poisson(&m->rng, 2);
    m->disturbed_byte = disturbed_next(m, offset_bytes);
    if (m->disturbances && platter_rng_uniform(&m->rng) >= m->spec->leak)
        m->foreign_sectors += 8ull * m->disturbances;
}

static void live(struct platter_model *m)
{
    platter_model_life_at(&m->life, m->spec, m->life_seed, m->clock_ns);
    for (unsigned i = 0; i < m->n_faults; i++)
        m->grown[i] = platter_model_fault_grown(&m->faults[i], m->life.day);
}

static bool is_gone(const struct platter_model *m)
{
    for (unsigned i = 0; i < m->n_faults; i++)
        if (m->faults[i].kind == PLATTER_FAULTY_GONE && m->life.day >= m->faults[i].day)
            return true;
    return false;
}

double platter_model_rest_ns(struct platter_model *m, double startup_ns)
{
    double ns = 0;

    if (m->rested) {
        ns = startup_ns;
        if (m->spec->standby_ns > 0 && m->rest_ns >= m->spec->standby_ns)
            ns += m->spec->spinup_ns;
    }
    m->rested = false;
    m->rest_ns = 0;
    return ns;
}

/* What the last stream left in the buffer. */
static void keep_segment(struct platter_model *m)
{
    uint64_t begin = m->begin_byte, size = m->spec->segment_bytes;

    if (!m->spec->segments || m->next_byte == UINT64_MAX)
        return;
    if (m->next_byte - begin > size)
        begin = m->next_byte - size;
    m->segments[m->next_segment].begin_byte = begin;
    m->segments[m->next_segment].end_byte = m->next_byte;
    m->next_segment = m->next_segment + 1 < m->spec->segments ? m->next_segment + 1 : 0;
}

static bool in_buffer(const struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes)
{
    for (unsigned i = 0; i < m->spec->segments; i++)
        if (offset_bytes >= m->segments[i].begin_byte &&
            offset_bytes + len_bytes <= m->segments[i].end_byte)
            return true;
    return false;
}

static double seek_factor(const struct platter_model *m, uint64_t offset_bytes)
{
    double x = (double)offset_bytes / (double)m->spec->capacity_bytes, factor = 1;

    for (unsigned i = 0; i < m->n_faults; i++)
        if (m->faults[i].kind == PLATTER_FAULTY_SEEK && x >= m->faults[i].from &&
            x < m->faults[i].to)
            factor *= 1 + m->grown[i] * m->faults[i].by;
    return factor;
}

double platter_model_position_ns(struct platter_model *m, uint64_t offset_bytes)
{
    double from = m->radius;
    double latency_ns = m->latency_ns;

    if (latency_ns < 0)
        latency_ns = platter_rng_uniform(&m->rng) * m->spec->rev_ns;
    m->latency_ns = -1;
    m->visit = m->spec->noise_visit > 0 ? m->spec->noise_visit * platter_rng_gauss(&m->rng) : 0;
    meet_others(m, offset_bytes);
    enter_track(m, refresh(m, offset_bytes));
    return m->spec->overhead_ns +
           seek_factor(m, offset_bytes) * platter_model_seek_ns(m->spec, fabs(m->radius - from)) +
           latency_ns;
}

/* A read that goes elsewhere. */
static int read_elsewhere(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes,
                          double *ns)
{
    int result = 0;

    if (m->clock_ns >= m->life.until_ns)
        live(m);
    if (m->n_faults && is_gone(m))
        return PLATTER_MODEL_GONE;
    *ns = platter_model_rest_ns(m, m->spec->startup_ns);
    keep_segment(m);
    m->begin_byte = offset_bytes;
    if (in_buffer(m, offset_bytes, len_bytes)) {
        /* The head stays where it is; a stream that goes on from here has to fetch it. */
        m->next_byte = UINT64_MAX;
        m->latency_ns = -1;
        *ns += m->spec->overhead_ns + (double)len_bytes * m->interface_ns_per_byte;
        return 0;
    }
    /* Published start-up times are from the request to the first byte: the way there is in them. */
    *ns = fmax(*ns, platter_model_position_ns(m, offset_bytes)) + transfer_ns(m, len_bytes);
    if (offset_bytes + len_bytes > m->event_byte)
        *ns += places_ns(m, offset_bytes, len_bytes, &result);
    m->next_byte = offset_bytes + len_bytes;
    return result;
}

/* A read that goes on, past something that matters: a rest, a fault, somebody else, 16 MiB. */
static int read_past_event(struct platter_model *m, uint64_t len_bytes, double *ns)
{
    uint64_t offset_bytes = m->next_byte;
    int result = 0;

    if (m->clock_ns >= m->life.until_ns)
        live(m);
    if (m->n_faults && is_gone(m))
        return PLATTER_MODEL_GONE;
    *ns = platter_model_rest_ns(m, m->spec->startup_ns);
    refresh(m, offset_bytes);
    *ns += transfer_ns(m, len_bytes);
    if (m->disturbances && offset_bytes + len_bytes > m->disturbed_byte) {
        *ns += DISTURBANCE_NS * exponential(&m->rng);
        m->disturbances--;
        m->disturbed_byte = disturbed_next(m, offset_bytes + len_bytes);
    }
    *ns += places_ns(m, offset_bytes, len_bytes, &result);
    m->next_byte = offset_bytes + len_bytes;
    refresh(m, m->next_byte);
    return result;
}

int platter_model_read(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes,
                       uint64_t *ns)
{
    double time_ns = 0;
    int result = 0;

    if (offset_bytes != m->next_byte)
        result = read_elsewhere(m, offset_bytes, len_bytes, &time_ns);
    else if (offset_bytes + len_bytes > m->event_byte)
        result = read_past_event(m, len_bytes, &time_ns);
    else {
        time_ns = transfer_ns(m, len_bytes);
        m->next_byte = offset_bytes + len_bytes;
    }
    if (result) /* what cannot be read is not in the buffer */
        m->begin_byte = m->next_byte;
    *ns = (uint64_t)(int64_t)time_ns;
    m->clock_ns += *ns;
    return result;
}

uint64_t platter_model_read_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes)
{
    uint64_t ns;

    platter_model_read(m, offset_bytes, len_bytes, &ns);
    return ns;
}

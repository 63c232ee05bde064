/* SPDX-License-Identifier: MIT */
#include "agent/drive/probe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <platter/errors.h>
#include <platter/units.h>

/* How long our own completed request may still count as in flight. */
#define SETTLE_NS 100000u

struct run {
    struct platter_drive *drive;
    struct platter_probe *probe;
    const struct platter_plan *plan;
    struct platter_sample *out;
    void *buf;
    unsigned slot;
    uint64_t zone_begin_ns;
};

/* Counters before something, and what it reads itself. */
struct watch {
    struct platter_use before;
    bool valid;
    uint64_t bytes_before;
    uint16_t stuck_before;
};

/* A reader may wake before its own request is taken out of the count: look again. */
static int use_settled(struct run *run, struct platter_use *use)
{
    int r = platter_drive_use(run->drive, use);

    if (r == 0 && use->in_flight) {
        platter_drive_pause(run->drive, SETTLE_NS);
        r = platter_drive_use(run->drive, use);
    }
    return r;
}

static void watch_begin(struct run *run, struct watch *w)
{
    w->valid = use_settled(run, &w->before) == 0;
    w->bytes_before = run->out->bytes_read;
    w->stuck_before = run->out->n_stuck;
}

/* What happened besides our reads since watch_begin: enum platter_flag. */
static uint16_t watch_end(struct run *run, const struct watch *w)
{
    struct platter_use now;
    unsigned flags = 0;

    if (!w->valid || use_settled(run, &now))
        return PLATTER_FLAG_UNWATCHED;
    uint64_t ours = (run->out->bytes_read - w->bytes_before) / PLATTER_SYSFS_SECTOR_BYTES;
    if (!now.watched)
        flags |= PLATTER_FLAG_UNWATCHED;
    else if (now.read_sectors - w->before.read_sectors > ours ||
             now.other_ios != w->before.other_ios || w->before.in_flight || now.in_flight)
        flags |= PLATTER_FLAG_FOREIGN;
    if (now.run_delay_ns - w->before.run_delay_ns > PLATTER_RUN_DELAY_MAX_NS)
        flags |= PLATTER_FLAG_DELAYED;
    if (flags & PLATTER_FLAGS_CONTENDED)
        run->out->n_stuck = w->stuck_before;
    return (uint16_t)flags;
}

static void note_bad(struct run *run, unsigned zone, uint64_t offset_bytes, uint32_t len_bytes)
{
    struct platter_sample *out = run->out;

    if (out->n_bad < PLATTER_BAD_MAX)
        out->bad[out->n_bad] = (struct platter_bad){offset_bytes, len_bytes, zone};
    out->n_bad++;
    if (zone < out->n_zones)
        out->zones[zone].errors++;
}

/* To be taken back when the read turns out to have been disturbed: watch_end. */
static void note_stuck(struct run *run, unsigned zone, uint64_t offset_bytes, uint32_t len_bytes)
{
    struct platter_sample *out = run->out;

    if (out->n_stuck < PLATTER_BAD_MAX)
        out->stuck[out->n_stuck++] = (struct platter_bad){offset_bytes, len_bytes, zone};
}

/* *failed: the place cannot be read, which is noted. Returns 0, or what ends the sample. */
static int timed_read(struct run *run, unsigned zone, uint64_t offset_bytes, uint32_t len_bytes,
                      uint64_t *ns, bool *failed)
{
    int r = platter_drive_read(run->drive, run->buf, offset_bytes, len_bytes, ns);

    *failed = r == PLATTER_READ_MEDIUM;
    if (r != 0 && !*failed)
        return r;
    run->out->bytes_read += len_bytes;
    if (*failed)
        note_bad(run, zone, offset_bytes, len_bytes);
    else if (*ns > PLATTER_STUCK_NS)
        note_stuck(run, zone, offset_bytes, len_bytes);
    return 0;
}

static int progress(struct run *run)
{
    return run->probe->progress ? run->probe->progress(run->probe->user, run->out) : 0;
}

static bool zone_overdue(struct run *run)
{
    return run->probe->deadline_ns &&
           platter_drive_now_ns(run->drive) - run->zone_begin_ns > run->probe->deadline_ns;
}

/* One revolution at most, so that rotation averages out and no turnaround time shifts the mean. */
static void pause_before_access(struct run *run)
{
    const struct platter_geometry *g = &run->drive->geometry;

    if (g->rotating) {
        double rev_ns = g->rev_ns ? g->rev_ns : PLATTER_REV_DEFAULT_NS;
        platter_drive_pause(run->drive, (uint64_t)(platter_rng_uniform(&run->probe->rng) * rev_ns));
    }
}

static int access_read(struct run *run, unsigned zone, unsigned round)
{
    struct platter_zone_sample *z = &run->out->zones[zone];
    struct watch watch;
    uint64_t ns = 0, at;
    bool failed;

    z->accesses = (uint16_t)(round + 1);
    z->access_flags[round] = PLATTER_FLAG_LEFT_OUT;
    if (!platter_bad_places_access(run->probe->avoid, run->plan, zone, run->slot, round, &at))
        return 0;
    pause_before_access(run);
    watch_begin(run, &watch);
    int r = timed_read(run, zone, at, run->plan->access_bytes, &ns, &failed);
    if (r)
        return r;
    unsigned flags = watch_end(run, &watch);
    if (failed)
        flags |= PLATTER_FLAG_ERROR;
    else if (run->drive->geometry.rotating && ns < PLATTER_CACHE_ACCESS_NS)
        flags |= PLATTER_FLAG_CACHED;
    z->access_ns[round] = ns;
    z->access_flags[round] = (uint16_t)flags;
    return progress(run);
}

static int access_rounds(struct run *run)
{
    for (unsigned round = 0; round < run->plan->accesses; round++)
        for (unsigned i = 0; i < run->plan->n_zones; i++) {
            int r = access_read(run, platter_plan_visit(run->plan, i), round);
            if (r)
                return r;
        }
    return 0;
}

/* The reads of a burst. Returns 0, also with errors in it, or what ends the sample. */
static int read_burst(struct run *run, struct platter_burst *burst)
{
    const struct platter_plan *plan = run->plan;
    uint64_t at = burst->offset_bytes, warm_up_ns;
    bool failed;
    int r = timed_read(run, burst->zone, at, plan->block_bytes, &warm_up_ns, &failed);

    if (r)
        return r;
    for (unsigned i = 0; i < plan->timed_blocks; i++) {
        if (zone_overdue(run)) {
            burst->flags |= PLATTER_FLAG_CUT;
            return 0;
        }
        at += plan->block_bytes;
        r = timed_read(run, burst->zone, at, plan->block_bytes, &burst->block_ns[i], &failed);
        if (r)
            return r;
        burst->error_mask = (uint16_t)(burst->error_mask | failed << i);
        burst->timed = (uint16_t)(i + 1);
    }
    return 0;
}

static bool faster_than_surface(const struct run *run, const struct platter_burst *burst)
{
    double outer_bps = run->probe->outer_bps;
    double limit_bps = outer_bps > 0 ? PLATTER_CACHE_RATIO * outer_bps : PLATTER_CACHE_FIRST_BPS;

    if (!run->drive->geometry.rotating)
        return false;
    return platter_burst_bps(burst) > limit_bps;
}

static int burst_at(struct run *run, struct platter_burst *burst, unsigned zone, unsigned slot,
                    uint64_t offset_bytes)
{
    struct watch watch;
    unsigned tries = burst->tries + 1u;

    *burst = (struct platter_burst){
        .offset_bytes = offset_bytes,
        .block_bytes = run->plan->block_bytes,
        .zone = (uint16_t)zone,
        .slot = (uint16_t)slot,
        .tries = (uint16_t)tries,
    };
    run->zone_begin_ns = platter_drive_now_ns(run->drive);
    watch_begin(run, &watch);
    int r = read_burst(run, burst);
    if (r)
        return r;
    burst->flags |= watch_end(run, &watch);
    if (faster_than_surface(run, burst))
        burst->flags |= PLATTER_FLAG_CACHED;
    return 0;
}

static int zone_burst(struct run *run, unsigned zone)
{
    struct platter_zone_sample *z = &run->out->zones[zone];
    unsigned slot;

    if (!platter_bad_places_slot(run->probe->avoid, run->plan, zone, run->slot, z->burst.tries,
                                 &slot))
        return 0;
    int r = burst_at(run, &z->burst, zone, slot, platter_plan_burst(run->plan, zone, slot));
    if (r)
        return r;
    run->out->bursts++;
    if (z->burst.flags & PLATTER_FLAGS_CONTENDED) {
        run->out->contended++;
        z->contended_tries++;
    }
    if (z->burst.flags & PLATTER_FLAG_CACHED)
        z->cached_tries++;
    return progress(run);
}

/* One round over the zones that have no quiet burst yet; the first round takes them all. */
static int burst_round(struct run *run)
{
    for (unsigned i = 0; i < run->plan->n_zones; i++) {
        unsigned zone = platter_plan_visit(run->plan, i);
        const struct platter_burst *burst = &run->out->zones[zone].burst;

        if (burst->tries && !(burst->flags & PLATTER_FLAGS_CONTENDED))
            continue;
        int r = zone_burst(run, zone);
        if (r)
            return r;
    }
    return 0;
}

/* One read a range that does not count: wakes the electronics and brings the head where every
 * round ends. Its time is no news: a drive may have to come to speed. */
static int settle(struct run *run)
{
    const struct platter_plan *plan = run->plan;
    unsigned other = (run->slot + plan->n_slots / 4) % plan->n_slots;
    int r = 0;

    for (unsigned i = 1; r == 0 && i <= plan->n_ranges; i++) {
        unsigned last = platter_plan_visit(plan, plan->range_zone[i] - 1);
        uint64_t ns, at;
        bool failed;
        if (platter_bad_places_access(run->probe->avoid, plan, last, other, 0, &at))
            r = timed_read(run, last, at, plan->access_bytes, &ns, &failed);
    }
    run->out->n_stuck = 0;
    return r;
}

static int walk(struct run *run)
{
    uint64_t at = platter_plan_walk(run->plan, run->probe->sample);

    if (platter_bad_places_overlap(run->probe->avoid, at, platter_plan_burst_bytes(run->plan)))
        return 0;
    return burst_at(run, &run->out->walk, PLATTER_ZONE_WALK, 0, at);
}

static int verify(struct run *run)
{
    const struct platter_bad_place *p = run->probe->verify;
    uint64_t ns = 0;
    bool failed = false;

    if (!p)
        return 0;
    if (platter_bad_place_readable(p, run->plan)) {
        int r = timed_read(run, platter_plan_zone_of(run->plan, p->offset_bytes), p->offset_bytes,
                           p->len_bytes, &ns, &failed);
        if (r)
            return r;
    }
    run->out->verified =
        (struct platter_verified){p->offset_bytes, p->len_bytes, !failed && ns <= PLATTER_STUCK_NS};
    return 0;
}

static int take_sample(struct run *run)
{
    int r = settle(run);

    if (r == 0)
        r = access_rounds(run);
    for (unsigned i = 0; r == 0 && i < PLATTER_BURST_TRIES; i++)
        r = burst_round(run);
    if (r == 0)
        r = walk(run);
    return r ? r : verify(run);
}

int platter_probe_run(struct platter_drive *drive, struct platter_probe *probe,
                      struct platter_sample *out)
{
    CLEANUP_FREE void *own =
        probe->buf ? NULL : platter_drive_buffer(&drive->geometry, probe->plan->block_bytes);
    void *buf = probe->buf ? probe->buf : own;
    struct run run = {.drive = drive,
                      .probe = probe,
                      .plan = probe->plan,
                      .out = out,
                      .buf = buf,
                      .slot = platter_plan_slot(probe->plan, probe->sample)};

    /* Of the zones only those that there are: a sample is large. */
    memset(out, 0,
           offsetof(struct platter_sample, zones) + probe->plan->n_zones * sizeof(out->zones[0]));
    out->number = probe->sample;
    out->n_zones = (uint16_t)probe->plan->n_zones;
    if (!buf)
        return -ENOMEM;
    uint64_t begin_ns = platter_drive_now_ns(drive);
    int r = take_sample(&run);
    out->duration_ns = platter_drive_now_ns(drive) - begin_ns;
    return r;
}

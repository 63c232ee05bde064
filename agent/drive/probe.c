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
    uint64_t ns = 0;
    bool failed;

    pause_before_access(run);
    watch_begin(run, &watch);
    int r = timed_read(run, zone, platter_plan_access(run->plan, zone, run->slot, round),
                       run->plan->access_bytes, &ns, &failed);
    if (r)
        return r;
    unsigned flags = watch_end(run, &watch);
    if (failed)
        flags |= PLATTER_FLAG_ERROR;
    else if (run->drive->geometry.rotating && ns < PLATTER_CACHE_ACCESS_NS)
        flags |= PLATTER_FLAG_CACHED;
    z->access_ns[round] = ns;
    z->access_flags[round] = (uint16_t)flags;
    z->accesses = (uint16_t)(round + 1);
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
    struct platter_burst_figures f;
    double outer_bps = run->probe->outer_bps;
    double limit_bps = outer_bps > 0 ? PLATTER_CACHE_RATIO * outer_bps : PLATTER_CACHE_FIRST_BPS;

    if (!run->drive->geometry.rotating)
        return false;
    platter_burst_figures(burst, PLATTER_SLOW_DEFAULT_NS, 0, &f);
    return f.throughput_bps > limit_bps;
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

/*
 * The slot of a try. A place just read may sit in the drive's buffer, so a second try goes to a
 * neighbour whose own turn is 32 or 16 samples away.
 */
static unsigned slot_of_try(const struct run *run, unsigned tries)
{
    unsigned slot = run->slot ^ tries;
    return slot < run->plan->n_slots ? slot : run->slot;
}

static int zone_burst(struct run *run, unsigned zone)
{
    struct platter_zone_sample *z = &run->out->zones[zone];
    unsigned slot = slot_of_try(run, z->burst.tries);
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

/* One read that does not count: wakes the electronics and brings the head where every round ends.
 */
static int settle(struct run *run)
{
    const struct platter_plan *plan = run->plan;
    unsigned other = (run->slot + plan->n_slots / 4) % plan->n_slots;
    unsigned last = platter_plan_visit(plan, plan->n_zones - 1);
    uint64_t ns;
    bool failed;

    return timed_read(run, last, platter_plan_access(plan, last, other, 0), plan->access_bytes, &ns,
                      &failed);
}

static int take_sample(struct run *run)
{
    int r = settle(run);

    if (r == 0)
        r = access_rounds(run);
    for (unsigned i = 0; r == 0 && i < PLATTER_BURST_TRIES; i++)
        r = burst_round(run);
    if (r == 0)
        r = burst_at(run, &run->out->walk, PLATTER_ZONE_WALK, 0,
                     platter_plan_walk(run->plan, run->probe->sample));
    return r;
}

int platter_probe_run(struct platter_drive *drive, struct platter_probe *probe,
                      struct platter_sample *out)
{
    CLEANUP_FREE void *buf = platter_drive_buffer(&drive->geometry, probe->plan->block_bytes);
    struct run run = {.drive = drive,
                      .probe = probe,
                      .plan = probe->plan,
                      .out = out,
                      .buf = buf,
                      .slot = platter_plan_slot(probe->plan, probe->sample)};

    memset(out, 0, sizeof *out);
    out->number = probe->sample;
    out->n_zones = (uint16_t)probe->plan->n_zones;
    if (!buf)
        return -ENOMEM;
    uint64_t begin_ns = platter_drive_now_ns(drive);
    int r = take_sample(&run);
    out->duration_ns = platter_drive_now_ns(drive) - begin_ns;
    return r;
}

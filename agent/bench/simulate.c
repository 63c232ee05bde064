/* SPDX-License-Identifier: MIT */
#include "agent/bench/simulate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/model_smart.h"
#include "agent/core/schedule.h"
#include "agent/core/state.h"
#include "agent/core/zone.h"
#include "agent/drive/open.h"
#include "agent/drive/probe.h"
#include <platter/errors.h>
#include <platter/series.h>
#include <platter/units.h>

#define DUTY .01
/* Rows that are written at once, of a file. */
#define FLUSH_ROWS 256u

struct run {
    const struct platter_simulation *job;
    struct platter_simulated *out;
    struct platter_drive *drive;
    struct platter_plan plan;
    struct platter_state state;
    struct platter_judging judging;
    struct platter_smart smart;
    struct platter_sample sample;
    struct platter_snapshot snapshot;
    void *buf;
    uint64_t phase_ns, last_ns;
    uint64_t next_sample_ns; /* on the drive's clock, as are all that follow */
    int64_t next_row_s;
    unsigned waiting;
};

static bool always_room(void *user, uint64_t bytes)
{
    (void)user;
    (void)bytes;
    return true;
}

static uint64_t age_ns(const struct run *run, int64_t time_s)
{
    return (uint64_t)(time_s - run->job->start_s) * PLATTER_NS_PER_S;
}

static void flush(struct run *run)
{
    if (run->job->rrds)
        run->out->rows += platter_series_rrd_flush(run->job->rrds, run->next_row_s, always_room);
    run->waiting = 0;
}

static void identify(const struct run *run, struct platter_snapshot *s)
{
    const struct platter_found *f = &run->job->found;

    platter_snapshot_init(s);
    memcpy(s->drive, f->id, sizeof(s->drive));
    memcpy(s->model, f->model, sizeof(s->model));
    memcpy(s->serial, f->serial, sizeof(s->serial));
    memcpy(s->device, f->device, sizeof(s->device));
    s->capacity_bytes = run->drive->geometry.capacity_bytes;
    s->step_s = PLATTER_STEP_S;
    s->interval_s = (double)run->job->interval_ns / 1e9;
    s->power = PLATTER_POWER_ACTIVE;
}

static enum platter_verdict verdict_of(const struct platter_judging *j)
{
    enum platter_alarm_kind kind;
    enum platter_verdict v = platter_alarms_verdict(&j->alarms, &kind);

    return v == PLATTER_VERDICT_OK && j->detector.phase == PLATTER_LEARNING
               ? PLATTER_VERDICT_UNKNOWN
               : v;
}

static void tell_alarms(const struct run *run, const struct platter_alarm_changes *changes)
{
    const struct platter_simulation *job = run->job;

    for (unsigned k = 0; job->alarm && k < PLATTER_ALARM_KINDS; k++)
        for (unsigned over = 0; over < 2; over++)
            if ((over ? changes->cleared : changes->raised) >> k & 1)
                job->alarm(job->alarm_user, &run->judging, (enum platter_alarm_kind)k, over,
                           run->sample.time_s);
}

/* Judge a sample; with each period SMART is read anew. */
static void judge(struct run *run)
{
    struct platter_alarm_changes changes = {0};

    if (platter_judging_sample(&run->judging, &run->sample, run->job->slow_ns,
                               run->smart.temperature_c, &changes) ||
        !run->smart.time_s) {
        platter_model_smart(platter_sim_model(run->drive), run->sample.time_s, &run->smart);
        platter_alarms_smart(&run->judging.alarms, &run->smart, &changes);
    }
    tell_alarms(run, &changes);
}

/* One row of every series, as platterd publishes it. */
static int publish(struct run *run)
{
    struct platter_snapshot *s = &run->snapshot;
    uint64_t now_ns = age_ns(run, run->next_row_s);

    platter_state_fill(&run->state, now_ns + 1, s);
    s->time_s = run->next_row_s;
    platter_model_smart(platter_sim_model(run->drive), s->time_s, &s->smart);
    s->verdict = verdict_of(&run->judging);
    run->out->until_s = s->time_s;
    run->next_row_s += PLATTER_STEP_S;
    if (!run->job->rrds)
        return 0;
    int r = platter_series_rrd_add(run->job->rrds, s);
    if (r == 0 && ++run->waiting == FLUSH_ROWS)
        flush(run);
    return r;
}

/* Rows up to a moment. */
static int publish_until(struct run *run, uint64_t now_ns)
{
    int r = 0;

    while (r == 0 && run->next_row_s <= run->job->end_s && age_ns(run, run->next_row_s) <= now_ns) {
        r = publish(run);
        if (r == 0 && run->next_row_s % 86400 < PLATTER_STEP_S)
            r = platter_watch_tell(&run->job->watch,
                                   (double)(run->next_row_s - run->job->start_s) /
                                       (double)(run->job->end_s - run->job->start_s));
    }
    return r;
}

static void count(struct run *run)
{
    run->out->samples++;
    for (unsigned i = 0; i < run->sample.n_zones; i++) {
        run->out->blocks += run->sample.zones[i].burst.timed;
        run->out->errors += run->sample.zones[i].errors;
    }
}

static int take_sample(struct run *run)
{
    struct platter_probe probe = {
        .plan = &run->plan,
        .sample = run->out->samples,
        .outer_bps = platter_state_outer_bps(&run->state),
        .buf = run->buf,
    };
    uint64_t begin_ns = platter_drive_now_ns(run->drive);

    platter_rng_seed(&probe.rng, run->job->seed + run->out->samples);
    int r = platter_probe_run(run->drive, &probe, &run->sample);
    if (r == PLATTER_READ_GONE) {
        run->out->gone_s = run->job->start_s + (int64_t)(begin_ns / PLATTER_NS_PER_S);
        run->next_sample_ns = UINT64_MAX;
        return 0;
    }
    if (r)
        return r;
    run->last_ns = run->sample.duration_ns;
    run->sample.time_s = run->job->start_s + (int64_t)(begin_ns / PLATTER_NS_PER_S);
    platter_state_add(&run->state, &run->sample, platter_drive_now_ns(run->drive) + 1);
    judge(run);
    count(run);
    run->next_sample_ns = platter_schedule_next_ns(
        begin_ns, platter_schedule_interval_ns(run->job->interval_ns, DUTY, run->last_ns),
        run->phase_ns);
    return 0;
}

static int live(struct run *run)
{
    uint64_t end_ns = age_ns(run, run->job->end_s);
    int r = 0;

    while (r == 0 && run->next_sample_ns < end_ns) {
        uint64_t now_ns = platter_drive_now_ns(run->drive);
        r = publish_until(run, run->next_sample_ns);
        if (run->next_sample_ns > now_ns)
            platter_drive_pause(run->drive, run->next_sample_ns - now_ns);
        if (r == 0)
            r = take_sample(run);
    }
    if (r == 0)
        r = publish_until(run, end_ns);
    flush(run);
    return r;
}

static int begin(struct run *run)
{
    const struct platter_simulation *job = run->job;
    int r = platter_open(NULL, &job->found, PLATTER_SIM_VIRTUAL, job->seed, &run->drive);

    if (r == 0)
        r = platter_plan_init(&run->plan, &run->drive->geometry, job->zones, job->accesses);
    if (r)
        return r;
    run->buf = platter_drive_buffer(&run->drive->geometry, run->plan.block_bytes);
    if (!run->buf)
        return -ENOMEM;
    platter_state_init(&run->state, run->plan.n_zones, job->slow_ns, run->drive->geometry.rev_ns);
    struct platter_alarm_changes none = {0};
    platter_judging_begin(&run->judging, run->plan.n_zones, &none);
    platter_smart_init(&run->smart);
    identify(run, &run->snapshot);
    run->phase_ns = platter_schedule_phase_ns(job->found.id, job->interval_ns);
    run->next_sample_ns = run->phase_ns;
    run->next_row_s = platter_grid_next(job->start_s, PLATTER_STEP_S);
    return 0;
}

int platter_simulate(const struct platter_simulation *job, struct platter_simulated *out)
{
    struct run *run = calloc(1, sizeof(*run));

    memset(out, 0, sizeof(*out));
    if (!run)
        return -ENOMEM;
    run->job = job;
    run->out = out;
    int r = begin(run);
    if (r == 0) {
        r = live(run);
        platter_state_fill(&run->state, platter_drive_now_ns(run->drive) + 1, &run->snapshot);
        out->last = run->snapshot;
        for (unsigned z = 0; z < out->last.n_zones; z++)
            out->slow += out->last.zones[z].counts.slow;
    }
    platter_drive_free(run->drive);
    free(run->buf);
    free(run);
    return r;
}

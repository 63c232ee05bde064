/* SPDX-License-Identifier: MIT */
#include "agent/bench/curve.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/bench/window.h"
#include "agent/core/rng.h"
#include <platter/errors.h>
#include <platter/units.h>

/* What an access read may take, to foresee the end. */
#define ACCESS_NS 12e6

const uint64_t platter_accuracy_ns[PLATTER_ACCURACIES] = {
    PLATTER_NS_PER_S / 8, PLATTER_NS_PER_S / 4, PLATTER_NS_PER_S / 2,
    PLATTER_NS_PER_S,     PLATTER_NS_PER_S * 2,
};

struct run {
    struct platter_drive *drive;
    const struct platter_curve_plan *plan;
    const struct platter_watch *watch;
    struct platter_curve *out;
    struct platter_rng rng;
    void *buf;
    uint32_t points;          /* there is room for */
    uint64_t blocks;          /* in the range */
    double steps, steps_done; /* a point is one, all accesses together what they may take */
    struct platter_values times;
    struct platter_windows small, large;
    uint64_t seen;     /* block times of this point, those kept in times and the others */
    uint64_t point_ns; /* spent in good blocks of this point */
};

/* Algorithm R (J. S. Vitter, 1985): each time seen is kept with the same chance. */
static int keep_time(struct run *r, double time_s)
{
    r->seen++;
    if (r->times.n < PLATTER_CURVE_TIMES_MAX)
        return platter_values_add(&r->times, time_s);
    uint64_t at = platter_rng_next(&r->rng) % r->seen;
    if (at < PLATTER_CURVE_TIMES_MAX)
        r->times.v[at] = time_s;
    return 0;
}

/* A read whose failure is the drive's own business: *ok tells. Anything else ends the run. */
static int read_at(struct run *r, uint64_t offset_bytes, uint32_t len_bytes, uint64_t *ns, bool *ok)
{
    int result = platter_drive_read(r->drive, r->buf, offset_bytes, len_bytes, ns);

    *ok = result == 0;
    if (result == 0)
        r->out->bytes_read += len_bytes;
    if (result != PLATTER_READ_MEDIUM)
        return result;
    if (r->out->errors++ == 0)
        r->out->first_error_byte = offset_bytes;
    return 0;
}

static int tell(const struct run *r, double part)
{
    return platter_watch_tell(r->watch, (r->steps_done + part) / r->steps);
}

static int take_block(struct run *r, uint64_t ns)
{
    int result = keep_time(r, (double)ns / 1e9);

    r->point_ns += ns;
    if (result == 0)
        result = platter_windows_add(&r->small, r->plan->block_bytes, ns);
    return result == 0 ? platter_windows_add(&r->large, r->plan->block_bytes, ns) : result;
}

static int finish_point(struct run *r, struct platter_curve_point *p)
{
    struct platter_spread small, large, times;
    int result = platter_windows_spread(&r->small, &small);

    if (result == 0)
        result = platter_windows_spread(&r->large, &large);
    if (result != 0)
        return result;
    platter_spread_of(r->times.v, r->times.n, &times);
    p->bps =
        r->point_ns ? (double)(p->blocks * r->plan->block_bytes) * 1e9 / (double)r->point_ns : NAN;
    p->min_bps = small.min;
    p->median_bps = large.median;
    p->max_bps = small.max;
    p->p99_block_s = times.p99;
    return 0;
}

static void break_windows(struct run *r)
{
    platter_windows_break(&r->small);
    platter_windows_break(&r->large);
}

static void begin_point(struct run *r)
{
    r->seen = r->point_ns = 0;
    r->times.n = 0;
    platter_windows_restart(&r->small);
    platter_windows_restart(&r->large);
}

/* A cell begins and ends with a block. */
static uint64_t cell_begin(const struct run *r, uint32_t point)
{
    return r->plan->from_bytes +
           (uint64_t)((__uint128_t)r->blocks * point / r->points) * r->plan->block_bytes;
}

/*
 * What brings the head to a point: a small read at its begin, which the timed blocks continue. Of a
 * full curve every byte is timed but the first block's: there one point continues the other.
 */
static uint32_t lead_bytes(const struct run *r, uint32_t point)
{
    if (!r->plan->full)
        return r->plan->access_bytes;
    return point == 0 ? r->plan->block_bytes : 0;
}

static int read_blocks(struct run *r, uint32_t point, struct platter_curve_point *p)
{
    uint64_t end = cell_begin(r, point + 1), begin_ns = platter_drive_now_ns(r->drive);
    uint32_t len = r->plan->block_bytes;

    for (uint64_t at = p->offset_bytes + lead_bytes(r, point); at + len <= end; at += len) {
        uint64_t ns = 0, spent_ns = platter_drive_now_ns(r->drive) - begin_ns;
        bool ok;
        if (!r->plan->full && spent_ns >= r->plan->point_ns)
            break;
        /* In a long point somebody may want to end it. */
        if ((p->blocks + p->errors) % 256 == 255) {
            int result = tell(r, r->plan->full ? (double)(at - p->offset_bytes) /
                                                     (double)(end - p->offset_bytes)
                                               : (double)spent_ns / (double)r->plan->point_ns);
            if (result != 0)
                return result;
        }
        int result = read_at(r, at, len, &ns, &ok);
        if (result != 0)
            return result;
        p->blocks += ok;
        p->errors += !ok;
        /* The block after a bad one waits for the head to come round again: a new window. */
        if (!ok)
            break_windows(r);
        else if ((result = take_block(r, ns)) < 0)
            return result;
    }
    return 0;
}

static int measure_point(struct run *r, uint32_t point)
{
    struct platter_curve_point *p = &r->out->points[point];
    uint64_t ns;
    bool ok;
    int result = 0;

    *p = (struct platter_curve_point){.offset_bytes = cell_begin(r, point)};
    begin_point(r);
    if (lead_bytes(r, point))
        result = read_at(r, p->offset_bytes, lead_bytes(r, point), &ns, &ok);
    if (result == 0)
        result = read_blocks(r, point, p);
    if (p->blocks == 0 && result != 0)
        return result;
    int finished = finish_point(r, p);
    r->out->n_points = point + 1;
    r->steps_done = point + 1;
    return result != 0 ? result : finished;
}

static int measure_points(struct run *r)
{
    int result = 0;

    for (uint32_t i = 0; i < r->points && result == 0; i++) {
        result = measure_point(r, i);
        if (result == 0)
            result = tell(r, 0);
    }
    return result;
}

static int measure_accesses(struct run *r)
{
    uint64_t room = (r->plan->to_bytes - r->plan->from_bytes) / r->plan->access_bytes;

    for (uint32_t i = 0; i < r->plan->accesses; i++) {
        struct platter_access *a = &r->out->accesses[i];
        uint64_t place = (uint64_t)(platter_rng_uniform(&r->rng) * (double)room), ns = 0;
        bool ok;
        a->offset_bytes = r->plan->from_bytes + place * r->plan->access_bytes;
        int result = read_at(r, a->offset_bytes, r->plan->access_bytes, &ns, &ok);
        if (result == 0 && i % 16 == 15)
            result = tell(r, (r->steps - r->points) * i / r->plan->accesses);
        if (result != 0)
            return result;
        a->time_s = ok ? (double)ns / 1e9 : NAN;
        r->out->n_accesses = i + 1;
    }
    return 0;
}

/* One place again and again, after a first read that brings it into the buffer: the end of the
 * range, where no point begins, so that it is in the way of no other measurement. */
static int measure_burst(struct run *r)
{
    uint64_t at = r->plan->to_bytes - r->plan->block_bytes;
    uint64_t sum_ns = 0, ns = 0;
    bool ok = true;

    for (uint32_t i = 0; i <= PLATTER_CURVE_BURST_READS && ok; i++) {
        int result = read_at(r, at, r->plan->block_bytes, &ns, &ok);
        if (result != 0)
            return result;
        if (i)
            sum_ns += ns;
    }
    if (ok && sum_ns)
        r->out->burst_bps =
            (double)PLATTER_CURVE_BURST_READS * r->plan->block_bytes * 1e9 / (double)sum_ns;
    return 0;
}

static int sum_accesses(struct platter_curve *out)
{
    struct platter_values times = {0};
    int result = 0;

    for (uint32_t i = 0; i < out->n_accesses && result == 0; i++)
        if (isfinite(out->accesses[i].time_s))
            result = platter_values_add(&times, out->accesses[i].time_s);
    platter_spread_of(times.v, times.n, &out->access);
    platter_values_deinit(&times);
    return result;
}

/* What was measured so far, however it ended. */
static int sum_up(struct platter_curve *out)
{
    double sum = 0;
    uint32_t n = 0;

    for (uint32_t i = 0; i < out->n_points; i++) {
        const struct platter_curve_point *p = &out->points[i];
        /* fmin and fmax leave out NaN. */
        out->min_bps = fmin(out->min_bps, p->min_bps);
        out->max_bps = fmax(out->max_bps, p->max_bps);
        if (!isfinite(p->bps))
            continue;
        sum += p->bps;
        n++;
    }
    out->avg_bps = n ? sum / n : NAN;
    return sum_accesses(out);
}

static bool is_sound(const struct platter_drive *d, const struct platter_curve_plan *p)
{
    uint32_t lba = d->geometry.logical_bytes;

    return lba > 0 && p->block_bytes >= lba && p->block_bytes % lba == 0 &&
           p->access_bytes >= lba && p->access_bytes % lba == 0 && p->to_bytes % lba == 0 &&
           p->block_bytes <= PLATTER_CURVE_BLOCK_MAX &&
           p->access_bytes <= PLATTER_CURVE_BLOCK_MAX && p->points >= 1 &&
           p->points <= PLATTER_CURVE_POINTS_MAX && p->from_bytes % lba == 0 &&
           p->to_bytes <= d->geometry.capacity_bytes && p->from_bytes < p->to_bytes &&
           p->to_bytes - p->from_bytes >= p->access_bytes + 2ull * p->block_bytes;
}

static uint32_t points_with_room(const struct platter_curve_plan *p)
{
    uint64_t room = (p->to_bytes - p->from_bytes) / (p->access_bytes + 2ull * p->block_bytes);

    return room < p->points ? (uint32_t)room : p->points;
}

static int measure(struct run *r)
{
    const struct platter_curve_plan *p = r->plan;
    uint32_t len = p->block_bytes > p->access_bytes ? p->block_bytes : p->access_bytes;

    r->buf = platter_drive_buffer(&r->drive->geometry, len);
    r->out->points = calloc(r->points, sizeof(*r->out->points));
    r->out->accesses = calloc(p->accesses + 1, sizeof(*r->out->accesses));
    if (!r->buf || !r->out->points || !r->out->accesses)
        return -ENOMEM;
    int result = measure_points(r);
    if (result == 0)
        result = measure_accesses(r);
    return result == 0 ? measure_burst(r) : result;
}

static uint64_t clock_ns(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

int platter_curve_run(struct platter_drive *d, const struct platter_curve_plan *plan,
                      const struct platter_watch *watch, struct platter_curve *out)
{
    struct run r = {.drive = d,
                    .plan = plan,
                    .watch = watch,
                    .out = out,
                    .small.least_bytes = PLATTER_CURVE_WINDOW_BYTES,
                    .large.least_bytes = PLATTER_CURVE_MEDIAN_BYTES};

    *out = (struct platter_curve){
        .avg_bps = NAN, .min_bps = NAN, .max_bps = NAN, .burst_bps = NAN, .cpu_share = NAN};
    platter_spread_of(NULL, 0, &out->access);
    if (!is_sound(d, plan))
        return -EINVAL;
    r.points = points_with_room(plan);
    r.blocks = (plan->to_bytes - plan->from_bytes) / plan->block_bytes;
    r.steps = r.points + plan->accesses * ACCESS_NS / ((double)plan->point_ns + ACCESS_NS);
    platter_rng_seed(&r.rng, plan->seed);
    uint64_t begin_ns = platter_drive_now_ns(d), wall_ns = clock_ns(CLOCK_MONOTONIC);
    uint64_t cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    int result = measure(&r);
    out->duration_ns = platter_drive_now_ns(d) - begin_ns;
    wall_ns = clock_ns(CLOCK_MONOTONIC) - wall_ns;
    cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_ns;
    /* A virtual clock runs away from the wall's. */
    if (wall_ns && out->duration_ns <= wall_ns + wall_ns / 8)
        out->cpu_share = (double)cpu_ns / (double)wall_ns;
    int summed = sum_up(out);
    free(r.buf);
    platter_values_deinit(&r.times);
    platter_windows_deinit(&r.small);
    platter_windows_deinit(&r.large);
    return result != 0 ? result : summed;
}

void platter_curve_deinit(struct platter_curve *c)
{
    free(c->points);
    free(c->accesses);
    *c = (struct platter_curve){0};
}

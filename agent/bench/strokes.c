/* SPDX-License-Identifier: MIT */
#include "agent/bench/strokes.h"

#include <math.h>

/* The progress of one row as a part of all. */
struct part {
    const struct platter_watch *all;
    unsigned row, rows;
};

static int tell_all(void *user, double share)
{
    const struct part *part = user;

    return platter_watch_tell(part->all, (part->row + share) / part->rows);
}

static void take_curve(struct platter_stroke *row, const struct platter_curve *c)
{
    row->avg_bps = c->avg_bps;
    row->max_bps = c->max_bps;
    row->min_bps = c->min_bps;
    row->access_s = c->access.mean;
    row->errors = c->errors;
}

int platter_strokes_run(struct platter_drive *d, const struct platter_curve_plan *plan,
                        const struct platter_watch *watch, struct platter_stroke *rows, unsigned n,
                        unsigned *done, uint64_t *first_error_byte)
{
    struct part part = {.all = watch, .rows = n};
    const struct platter_watch part_watch = {tell_all, &part};
    bool any_errors = false;
    int result = 0;

    *done = 0;
    for (unsigned i = 0; i < n && result == 0; i++) {
        struct platter_curve_plan p = *plan;
        struct platter_curve curve;
        p.from_bytes = 0;
        p.to_bytes = rows[i].capacity_bytes;
        part.row = i;
        result = platter_curve_run(d, &p, &part_watch, &curve);
        rows[i].share = (double)rows[i].capacity_bytes / (double)d->geometry.capacity_bytes;
        rows[i].complete = result == 0;
        take_curve(&rows[i], &curve);
        if (curve.errors && !any_errors)
            *first_error_byte = curve.first_error_byte;
        any_errors |= curve.errors != 0;
        if (curve.n_points)
            *done = i + 1;
        platter_curve_deinit(&curve);
    }
    return result;
}

/* The last row, from the first one on, that keeps a share of what there is to gain. */
static unsigned last_keeping(const struct platter_stroke *rows, unsigned n, double most_s,
                             double gain_s, double share)
{
    unsigned last = 0;

    for (unsigned i = 1; i < n; i++) {
        if (!isfinite(rows[i].access_s))
            continue;
        if (most_s - rows[i].access_s < share * gain_s)
            break;
        last = i;
    }
    return last;
}

int platter_strokes_knee(const struct platter_stroke *rows, unsigned n, struct platter_knee *out)
{
    unsigned known = 0;

    /* Rows that were not reached have no access time. */
    while (n && !isfinite(rows[n - 1].access_s))
        n--;
    for (unsigned i = 0; i < n; i++)
        known += isfinite(rows[i].access_s) ? 1 : 0;
    if (known < 3 || !isfinite(rows[0].access_s))
        return PLATTER_KNEE_FEW;
    double most_s = rows[n - 1].access_s, gain_s = most_s - rows[0].access_s;
    if (!(gain_s >= PLATTER_GAIN_MIN * most_s))
        return PLATTER_KNEE_NONE;
    out->gain_s = gain_s;
    out->best = last_keeping(rows, n, most_s, gain_s, PLATTER_GAIN_BEST);
    out->knee = last_keeping(rows, n, most_s, gain_s, PLATTER_GAIN_KNEE);
    return 0;
}

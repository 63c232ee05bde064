/* SPDX-License-Identifier: MIT */
#include "agent/core/judge.h"

#include <math.h>
#include <string.h>

#include "agent/core/robust.h"

#define LIMIT 12.0      /* h */
#define HAIR 1.002      /* so that two or four full periods pass the limit, not touch it */
#define CALM_PERIODS 40 /* ten days */
#define SMOOTH .2       /* of a period's effect into the shown one */
#define GROSS_LEVEL .12
#define GROSS_SDS 8

/* One zone's period, and what all zones come to. */
struct zone_view {
    struct platter_period_figures f;
    double level; /* median residual - q50; NaN = does not count */
    double access;
    float y[PLATTER_PERIOD_VISITS];
};

struct view {
    struct zone_view zones[PLATTER_ZONES_MAX];
    unsigned counting;
    double common; /* c */
    double access_mean, access_common;
    double slow, timed; /* of the zones that count */
    double slow_share;  /* p(b) */
    double tail_seen, tail_visits;
    double days; /* the period's length */
    int64_t begin_s;
};

/* Where findings go. */
struct findings {
    struct platter_finding *out;
    unsigned n;
};

static void view_zone(const struct platter_baseline_zone *base, const struct platter_period_zone *b,
                      unsigned most, struct zone_view *v)
{
    float sorted[PLATTER_PERIOD_VISITS];

    platter_period_zone_figures(b, most, &v->f);
    for (unsigned i = 0; i < b->visits; i++)
        sorted[i] = v->y[i] = b->x[i] - base->levels.normal[b->slot[i]];
    v->level = v->f.counts ? platter_median(sorted, b->visits) - (double)base->middle : NAN;
    v->access = v->f.counts ? v->f.access - (double)base->access_middle : NAN;
}

static double median_of(const struct view *v, unsigned n_zones, double mean_too, double *mean)
{
    float values[PLATTER_ZONES_MAX];
    unsigned n = 0;
    double sum = 0;

    for (unsigned z = 0; z < n_zones; z++) {
        double value = mean_too > 0 ? v->zones[z].access : v->zones[z].level;
        if (isnan(value))
            continue;
        values[n++] = (float)value;
        sum += value;
    }
    *mean = n ? sum / n : NAN;
    return platter_median(values, n);
}

static void view_period(const struct platter_baseline *base, const struct platter_period *p,
                        int64_t end_s, struct view *v)
{
    unsigned most = platter_period_most(p, end_s);
    double disturbed = 0, unused;

    v->counting = 0;
    v->slow = v->timed = v->tail_seen = v->tail_visits = 0;
    for (unsigned z = 0; z < base->n_zones; z++) {
        struct zone_view *zone = &v->zones[z];
        view_zone(&base->zones[z], &p->zones[z], most, zone);
        if (!zone->f.counts)
            continue;
        v->counting++;
        v->slow += zone->f.slow;
        v->timed += zone->f.timed;
        disturbed += zone->f.disturbed;
    }
    v->common = median_of(v, base->n_zones, 0, &unused);
    v->access_common = median_of(v, base->n_zones, 1, &v->access_mean);
    v->slow_share =
        base->slow_alone + (v->timed > 0 ? base->slow_disturbed * disturbed / v->timed : 0);
    v->begin_s = p->begin_s;
    v->days = platter_clamp((double)(end_s - p->begin_s) / 86400, 0, 7);
}

/* What one period and one day may add: a long period more than a short one. */
static struct platter_cusum_cap usual_cap(const struct view *v)
{
    double longer = v->days <= .3 ? 1 : v->days >= .5 ? 2 : v->days / .25;
    double one = LIMIT / 4 * HAIR * longer;

    return (struct platter_cusum_cap){one, fmax(LIMIT / 2 * HAIR, one)};
}

static const struct platter_cusum_cap slow_cap = {LIMIT * .17 * HAIR, LIMIT * .34 * HAIR};

/* Log-likelihood ratio of seen out of n, share p1 against p0. */
static double likelihood(double seen, double n, double p0, double p1)
{
    return seen * log(p1 / p0) + (n - seen) * log((1 - p1) / (1 - p0));
}

static void tell(struct findings *to, const struct platter_channel_state *c,
                 enum platter_channel channel, unsigned zone, int64_t since_s)
{
    if (to->n < PLATTER_FINDINGS_MAX)
        to->out[to->n++] = (struct platter_finding){
            channel, zone, !c->raised, since_s, (double)c->effect, (double)c->usual};
}

/* A channel's period: evidence into its CUSUM, raised and calm again told. */
static void add(struct platter_channel_state *c, enum platter_channel channel, unsigned zone,
                double gain, struct platter_cusum_cap cap, const struct view *v,
                struct findings *to)
{
    int64_t since_s = 0;

    if (isnan(gain))
        return;
    bool passed = platter_cusum_add(&c->cusum, gain, cap, LIMIT, v->begin_s, &since_s);
    bool full = to->n >= PLATTER_FINDINGS_MAX;
    c->calm = (int16_t)platter_clamp(c->calm + (gain > 0 ? -3 : 1), 0, CALM_PERIODS);
    if (passed && !full) {
        c->raised = true;
        c->calm = 0;
        tell(to, c, channel, zone, since_s);
    } else if (c->raised && c->calm >= CALM_PERIODS && !full) {
        c->raised = false;
        tell(to, c, channel, zone, v->begin_s);
    }
}

static void smooth(struct platter_channel_state *c, double effect, double usual)
{
    if (isnan(effect))
        return;
    c->effect += (float)(SMOOTH * (effect - (double)c->effect));
    c->usual = (float)usual;
}

/* A level's gain over its reference, which follows slowly. Gross: five periods, whatever came in
 * between. */
struct level_rule {
    double k, sd, slew, slew_most;
};

static double level_gain(double level, double *reference, const struct level_rule *rule,
                         const struct view *v, struct platter_cusum_cap *cap)
{
    *reference += platter_clip(level - *reference, rule->slew * v->days);
    *reference = platter_clip(*reference, rule->slew_most);
    double r = level - *reference, gain = (r - rule->k) / rule->sd;
    if (r > GROSS_LEVEL && r > GROSS_SDS * rule->sd) {
        double longer = cap->period / (LIMIT / 4 * HAIR);
        cap->period = LIMIT / 5 * HAIR * longer;
        cap->day = 2 * LIMIT;
        gain = fmax(gain, cap->period);
    }
    return gain;
}

static void judge_level(struct platter_judge_zone *j, const struct platter_baseline_zone *base,
                        const struct view *v, unsigned zone, struct findings *to)
{
    struct platter_cusum_cap cap = usual_cap(v);
    const struct level_rule rule = {(double)base->level_k, (double)base->level_sd,
                                    (double)base->level_slew, .02};
    double reference = (double)j->reference, level = v->zones[zone].level - v->common;
    double gain = level_gain(level, &reference, &rule, v, &cap);

    j->reference = (float)reference;
    smooth(&j->channels[PLATTER_CHANNEL_LEVEL], level, 0);
    add(&j->channels[PLATTER_CHANNEL_LEVEL], PLATTER_CHANNEL_LEVEL, zone, gain, cap, v, to);
}

static void judge_tail(struct platter_judge_zone *j, const struct platter_baseline_zone *base,
                       const struct platter_period_zone *p, struct view *v, unsigned zone,
                       struct findings *to)
{
    struct platter_channel_state *c = &j->channels[PLATTER_CHANNEL_TAIL];
    double limit = (double)base->tail_limit + v->common + (double)j->reference, seen = 0;
    double n = p->visits, p0 = (double)base->tail_share * 1.15 + .003;

    for (unsigned i = 0; i < p->visits; i++)
        seen += (double)v->zones[zone].y[i] > limit;
    if (!j->channels[PLATTER_CHANNEL_LEVEL].raised) {
        v->tail_seen += seen;
        v->tail_visits += n;
    }
    smooth(c, seen / n, (double)base->tail_share);
    add(c, PLATTER_CHANNEL_TAIL, zone, likelihood(seen, n, p0, p0 + .10), usual_cap(v), v, to);
}

static void judge_access(struct platter_judge_zone *j, const struct platter_baseline_zone *base,
                         const struct view *v, unsigned zone, struct findings *to)
{
    struct platter_channel_state *c = &j->channels[PLATTER_CHANNEL_ACCESS];
    double a = v->zones[zone].access - v->access_common;
    double gain = (a - (double)base->access_k) / (double)base->access_sd;

    smooth(c, a, 0);
    add(c, PLATTER_CHANNEL_ACCESS, zone, gain, usual_cap(v), v, to);
}

/* How much more than usual the other zones have: 1 or more. */
static double others(const struct platter_baseline *base, const struct view *v, unsigned zone)
{
    double seen = 0, x = 0;

    for (unsigned z = 0; z < base->n_zones; z++) {
        const struct platter_period_figures *f = &v->zones[z].f;
        if (z == zone || !f->counts)
            continue;
        seen += f->slow;
        x += f->timed * v->slow_share * (double)base->zones[z].slow_share;
    }
    return fmax(1, (seen + 4) / (x + 4));
}

static void judge_slow(struct platter_judge_zone *j, const struct platter_baseline *base,
                       const struct view *v, unsigned zone, struct findings *to)
{
    const struct platter_baseline_zone *b = &base->zones[zone];
    const struct platter_period_figures *f = &v->zones[zone].f;
    struct platter_channel_state *c = &j->channels[PLATTER_CHANNEL_SLOW];
    double doubt = 1 + 1 / sqrt((double)b->slow_expected + 8);
    double usual = v->slow_share * (double)b->slow_share;
    double p0 = platter_clamp(usual * others(base, v, zone) * doubt, 2e-4, .2);
    double p1 = fmin(fmax(3 * p0, p0 + .003), fmax(p0 + .006, 1.6 * p0));

    smooth(c, f->slow / f->timed, usual);
    add(c, PLATTER_CHANNEL_SLOW, zone, likelihood(f->slow, f->timed, p0, p1) / base->slow_phi_zone,
        slow_cap, v, to);
}

/* A day's c joins the regression, unless it is suspect itself. */
static void learn_day(struct platter_judge *j, const struct platter_baseline *base, double c,
                      double t, double day)
{
    j->day_c += c;
    j->day_t += t;
    j->day_periods++;
    if (j->day_periods < base->periods_a_day ||
        (double)j->channels[PLATTER_CHANNEL_LEVEL].cusum.sum >= 3)
        return;
    platter_regression_add(&j->temperature, j->day_c / j->day_periods, j->day_t / j->day_periods,
                           day);
    platter_regression_fit(&j->temperature, base->level_sd);
    j->day_c = j->day_t = 0;
    j->day_periods = 0;
}

static void judge_drive_level(struct platter_judge *j, const struct platter_baseline *base,
                              const struct view *v, double temperature_c, double day,
                              struct findings *to)
{
    struct platter_cusum_cap cap = usual_cap(v);
    double t = temperature_c - j->temperature.mean_c;

    t = isnan(t) ? 0 : t;
    const struct level_rule rule = {base->level_k + j->temperature.beta_error * fabs(t),
                                    base->level_sd, 3e-4, .06};
    double level = v->common - j->temperature.beta * t;
    double gain = level_gain(level, &j->reference, &rule, v, &cap);
    smooth(&j->channels[PLATTER_CHANNEL_LEVEL], level, 0);
    add(&j->channels[PLATTER_CHANNEL_LEVEL], PLATTER_CHANNEL_LEVEL, PLATTER_ZONE_DRIVE, gain, cap,
        v, to);
    learn_day(j, base, v->common, t, day);
}

static void judge_drive(struct platter_judge *j, const struct platter_baseline *base,
                        const struct view *v, struct findings *to)
{
    struct platter_channel_state *c = j->channels;
    double p0 = base->tail_share * 1.1 + .002;
    double slow = 0, timed = 0;

    for (unsigned z = 0; z < base->n_zones; z++)
        if (v->zones[z].f.counts && !j->zones[z].channels[PLATTER_CHANNEL_SLOW].raised) {
            slow += v->zones[z].f.slow;
            timed += v->zones[z].f.timed;
        }
    smooth(&c[PLATTER_CHANNEL_TAIL], v->tail_seen / v->tail_visits, base->tail_share);
    add(&c[PLATTER_CHANNEL_TAIL], PLATTER_CHANNEL_TAIL, PLATTER_ZONE_DRIVE,
        likelihood(v->tail_seen, v->tail_visits, p0, p0 + .04) / 2, usual_cap(v), v, to);

    p0 = fmin(.3, v->slow_share * 1.1);
    smooth(&c[PLATTER_CHANNEL_SLOW], slow / timed, v->slow_share);
    add(&c[PLATTER_CHANNEL_SLOW], PLATTER_CHANNEL_SLOW, PLATTER_ZONE_DRIVE,
        likelihood(slow, timed, p0, fmax(2 * p0, p0 + .001)) / (2 * base->slow_phi_drive), slow_cap,
        v, to);

    smooth(&c[PLATTER_CHANNEL_ACCESS], v->access_mean, 0);
    add(&c[PLATTER_CHANNEL_ACCESS], PLATTER_CHANNEL_ACCESS, PLATTER_ZONE_DRIVE,
        (v->access_mean - base->access_k) / base->access_sd, usual_cap(v), v, to);
}

void platter_judge_begin(struct platter_judge *j, const struct platter_baseline *base)
{
    struct platter_judge_zone none = {0};

    memset(j, 0, offsetof(struct platter_judge, zones));
    for (unsigned z = 0; z < base->n_zones; z++)
        j->zones[z] = none;
    j->temperature = base->temperature;
}

unsigned platter_judge_period(struct platter_judge *j, const struct platter_baseline *base,
                              const struct platter_period *p, int64_t end_s, double day,
                              struct platter_finding *out)
{
    struct findings to = {out, 0};
    struct view v;

    view_period(base, p, end_s, &v);
    if (v.counting * 2 < base->n_zones)
        return 0;
    for (unsigned z = 0; z < base->n_zones; z++) {
        if (!v.zones[z].f.counts)
            continue;
        judge_level(&j->zones[z], &base->zones[z], &v, z, &to);
        judge_tail(&j->zones[z], &base->zones[z], &p->zones[z], &v, z, &to);
        judge_access(&j->zones[z], &base->zones[z], &v, z, &to);
        judge_slow(&j->zones[z], base, &v, z, &to);
    }
    judge_drive(j, base, &v, &to);
    judge_drive_level(j, base, &v, platter_period_temperature(p), day, &to);
    j->last_s = end_s;
    return to.n;
}

/* SPDX-License-Identifier: MIT */
#include "agent/cli/scan_watch.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "agent/cli/cli.h"
#include "agent/cli/out.h"
#include "agent/cli/scan_smart.h"
#include "agent/drive/temperature.h"
#include <platter/units.h>

#define SHOW_NS (250 * PLATTER_NS_PER_MS)
#define CHECKPOINT_FIRST_NS PLATTER_NS_PER_S
#define CHECKPOINT_NS (30 * PLATTER_NS_PER_S)
#define ASK_NS (30 * PLATTER_NS_PER_S)
/* Cool again so many degrees below. */
#define COOLER_C 3
#define INNER_RADIUS .5

static uint64_t wall_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

/* Time to read the first x of a drive as a share of all of it: the integral of 1 / rate with
 * rate(x) = sqrt(1 - (1 - k^2) x), agent/core/model.h. */
static double work(double x, bool rotating)
{
    double k2 = 1 - INNER_RADIUS * INNER_RADIUS;

    return rotating ? (1 - sqrt(1 - k2 * x)) / (1 - INNER_RADIUS) : x;
}

double platter_scan_left_s(double begin, double share, double spent_s, bool rotating)
{
    double done = work(share, rotating) - work(begin, rotating);

    return done > 0 ? spent_s * (1 - work(share, rotating)) / done : NAN;
}

static void show(struct platter_scan_watch *w, const struct platter_scan *s,
                 enum platter_scan_phase phase, double share, uint64_t now_ns)
{
    double spent_s = (double)(now_ns - w->begin_ns) / 1e9;
    double begin = (double)w->done_at_begin / (double)s->n_blocks;
    const struct platter_geometry *g = &w->subject->drive->geometry;
    char what[128], left[24];

    if (phase != PLATTER_SCAN_SCANNING) {
        platter_progress_show(w->subject->found.name,
                              phase == PLATTER_SCAN_SPLITTING ? "looking closer at bad blocks,"
                                                              : "reading slow blocks again,",
                              share);
        return;
    }
    double left_s = platter_scan_left_s(begin, share, spent_s,
                                        g->rotating && s->plan.method != PLATTER_SCAN_BUTTERFLY);
    platter_out_age(left, sizeof(left), spent_s > 3 ? left_s : NAN);
    snprintf(what, sizeof(what), "%s%.1f MB/s, %llu slow, %llu errors, %s left,",
             w->hot ? "cooling down, " : "",
             s->block_ns ? (double)s->bytes * 1e3 / (double)s->block_ns : 0,
             (unsigned long long)s->counts.slow,
             (unsigned long long)s->counts.by_class[PLATTER_ERROR], left);
    platter_progress_show(w->subject->found.name, what, share);
}

void platter_scan_watch_checkpoint(struct platter_scan_watch *w, struct platter_scan *s)
{
    int r = w->journal ? platter_scan_journal_checkpoint(w->journal, s) : 0;

    if (r < 0 && !w->said_journal) {
        platter_progress_clear();
        platter_cli_complain("scan: the journal cannot be written, so it could not be resumed: %s; "
                             "choose another place with --journal",
                             strerror(-r));
        w->said_journal = true;
    }
}

static int tick(void *user, const struct platter_scan *s, enum platter_scan_phase phase,
                double share)
{
    struct platter_scan_watch *w = user;
    uint64_t now_ns = wall_ns();

    if (now_ns - w->shown_ns >= SHOW_NS) {
        w->shown_ns = now_ns;
        show(w, s, phase, share, now_ns);
    }
    /* Soon at first, so that little is lost, then seldom. */
    if (phase == PLATTER_SCAN_SCANNING && now_ns - w->saved_ns >= w->pause_ns) {
        platter_scan_watch_checkpoint(w, w->scan);
        w->saved_ns = now_ns;
        w->pause_ns = 2 * w->pause_ns < CHECKPOINT_NS ? 2 * w->pause_ns : CHECKPOINT_NS;
    }
    return platter_interrupted() ? PLATTER_INTERRUPTED : 0;
}

static double temperature(const struct platter_found *found)
{
    struct platter_sysroot root;
    struct platter_smart smart;
    double c;

    if (platter_sysroot_init(&root, NULL) == 0 &&
        platter_temperature_read(&root, found->name, &c) == 0)
        return c;
    return platter_scan_smart_read(found, (int64_t)time(NULL), &smart) == 0 ? smart.temperature_c
                                                                            : NAN;
}

static bool hot(void *user)
{
    struct platter_scan_watch *w = user;
    uint64_t now_ns = wall_ns();

    if (now_ns - w->asked_ns < ASK_NS)
        return w->hot;
    w->asked_ns = now_ns;
    double c = temperature(&w->subject->found);
    w->hot = c > w->max_c - (w->hot ? COOLER_C : 0);
    return w->hot;
}

void platter_scan_watch_init(struct platter_scan_watch *w, const struct platter_subject *subject,
                             struct platter_scan *scan, double max_c)
{
    uint64_t now_ns = wall_ns();

    *w = (struct platter_scan_watch){
        .subject = subject,
        .scan = scan,
        .journal = w->journal,
        .max_c = max_c,
        .begin_ns = now_ns,
        .saved_ns = now_ns,
        .pause_ns = CHECKPOINT_FIRST_NS,
        .done_at_begin = scan->done,
    };
}

struct platter_scan_hooks platter_scan_watch_hooks(struct platter_scan_watch *w)
{
    bool has_sensor = w->subject->found.transport != PLATTER_TRANSPORT_SIM &&
                      w->subject->found.transport != PLATTER_TRANSPORT_VIRTUAL;

    return (struct platter_scan_hooks){.tick = tick, .hot = has_sensor ? hot : NULL, .user = w};
}

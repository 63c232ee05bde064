/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "agent/bench/curve.h"
#include "agent/cli/cli.h"
#include "agent/cli/curve_report.h"
#include "agent/cli/session.h"
#include "agent/report/canvas.h"
#include "agent/report/curve_plot.h"
#include <platter/errors.h>

#define ACCESS_BYTES 4096u

struct curve_options {
    struct platter_session_options session;
    const char *block, *range, *plot;
    uint64_t accuracy, points, accesses, width, height;
    bool full;
};

static const struct platter_arg args[] = {
    {"accuracy", "N", PLATTER_ARG_COUNT, offsetof(struct curve_options, accuracy), 1,
     PLATTER_ACCURACIES, "how long each place is read: 1 to 5 are 1/8 to 2 s (4)"},
    {"full", NULL, PLATTER_ARG_FLAG, offsetof(struct curve_options, full), 0, 0,
     "read all of it: hours"},
    {"block", "SIZE", PLATTER_ARG_TEXT, offsetof(struct curve_options, block), 0, 0,
     "of the reads: 512 B to 8 MiB (64KiB)"},
    {"range", "RANGE", PLATTER_ARG_TEXT, offsetof(struct curve_options, range), 0, 0,
     "a part of the drive: 0-10%, 100GB-200GB, 50%-"},
    {"points", "N", PLATTER_ARG_COUNT, offsetof(struct curve_options, points), 1,
     PLATTER_CURVE_POINTS_MAX, "how many places (200)"},
    {"accesses", "N", PLATTER_ARG_COUNT, offsetof(struct curve_options, accesses), 0, 1000000,
     "random reads for the access time (1000)"},
    {"plot", "FILE", PLATTER_ARG_TEXT, offsetof(struct curve_options, plot), 0, 0,
     "draw it: a .png or .svg"},
    {"width", "N", PLATTER_ARG_COUNT, offsetof(struct curve_options, width), PLATTER_PLOT_WIDTH_MIN,
     PLATTER_CANVAS_MAX, "of the picture in pixels (900)"},
    {"height", "N", PLATTER_ARG_COUNT, offsetof(struct curve_options, height),
     PLATTER_PLOT_HEIGHT_MIN, PLATTER_CANVAS_MAX, "of the picture in pixels (500)"},
    PLATTER_SESSION_ARGS(struct curve_options, session),
};

/* Hours of measuring are not for a picture that cannot be kept. */
static int check_plot(const char *path)
{
    int result = path ? platter_canvas_check(path) : 0;

    if (result == -EINVAL)
        platter_cli_complain("curve: --plot: '%s' ends neither in .png nor in .svg", path);
    else if (result < 0)
        platter_cli_complain("curve: --plot: %s: its folder cannot be written to: %s", path,
                             strerror(-result));
    return result == -EINVAL ? PLATTER_EXIT_USAGE
           : result < 0      ? PLATTER_EXIT_CANT_CREATE
                             : PLATTER_EXIT_FINE;
}

static int make_plan(const struct platter_session *s, const struct curve_options *o,
                     struct platter_curve_plan *p)
{
    const struct platter_geometry *g = &s->subject.drive->geometry;

    *p = (struct platter_curve_plan){
        .access_bytes = g->logical_bytes > ACCESS_BYTES ? g->logical_bytes : ACCESS_BYTES,
        .points = (uint32_t)o->points,
        .accesses = (uint32_t)o->accesses,
        .point_ns = platter_accuracy_ns[o->accuracy - 1],
        .seed = o->session.subject.seed,
        .full = o->full,
    };
    int status = platter_session_block(s, "block", o->block, PLATTER_CURVE_BLOCK_MIN,
                                       PLATTER_CURVE_BLOCK_MAX, &p->block_bytes);
    if (status == PLATTER_EXIT_FINE)
        status = platter_session_range(s, o->range, &p->from_bytes, &p->to_bytes);
    if (status != PLATTER_EXIT_FINE)
        return status;
    if (p->to_bytes - p->from_bytes >= p->access_bytes + 2ull * p->block_bytes)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("curve: the range has no room for two blocks of %s; take a longer "
                         "--range or a smaller --block",
                         o->block);
    return PLATTER_EXIT_USAGE;
}

static int report(const struct platter_curve_report *r, const struct curve_options *o)
{
    struct platter_json *document = platter_curve_to_json(r);
    int status = o->session.json ? PLATTER_EXIT_FINE : platter_curve_print(r), drawn = 0;

    if (o->plot && r->curve->n_points) {
        drawn = platter_curve_draw(r, o->plot, (unsigned)o->width, (unsigned)o->height);
        if (drawn == PLATTER_EXIT_FINE && !o->session.json)
            printf("Picture: %s\n", o->plot);
    }
    int delivered = platter_session_deliver(r->session, document);
    return status ? status : drawn ? drawn : delivered;
}

static int measure(struct platter_session *s, const struct curve_options *o)
{
    struct platter_curve_plan plan;
    struct platter_curve curve;
    int status = make_plan(s, o, &plan);

    if (status != PLATTER_EXIT_FINE)
        return status;
    int result = platter_curve_run(s->subject.drive, &plan, &s->watch, &curve);
    platter_progress_clear();
    const struct platter_curve_report r = {s, &plan, &curve, result == 0};
    int ended = platter_session_ended(s, result, plan.block_bytes);
    if (curve.n_points || result == 0)
        status = report(&r, o);
    if (status == PLATTER_EXIT_FINE && curve.errors)
        status = PLATTER_EXIT_IO;
    platter_curve_deinit(&curve);
    return ended != PLATTER_EXIT_FINE ? ended : status;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct curve_options o = {.session.subject.seed = 1,
                              .block = "64KiB",
                              .accuracy = 4,
                              .points = PLATTER_CURVE_POINTS,
                              .accesses = 1000,
                              .width = 900,
                              .height = 500};
    struct platter_session session;
    const char *name = NULL;
    int result = platter_args_parse(self, argc, argv, &o, &name);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    int status = check_plot(o.plot);
    if (status == PLATTER_EXIT_FINE)
        status = platter_session_open(&session, self->name, &o.session, name);
    if (status != PLATTER_EXIT_FINE)
        return status;
    status = measure(&session, &o);
    platter_session_close(&session);
    return status;
}

const struct platter_command platter_command_curve = {
    .name = "curve",
    .question = PLATTER_BENCHMARKS,
    .operand = "DRIVE",
    .summary = "how fast it reads from its first to its last byte (HD Tune's curve)",
    .text =
        "Four minutes on a hard disk; it never writes. Ctrl-C shows what there is; exit status\n"
        "3. Exit status 74: a place could not be read, or the drive went away.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "agent/bench/run.h"
#include "agent/bench/scan_again.h"
#include "agent/bench/scan_export.h"
#include "agent/bench/scan_journal.h"
#include "agent/cli/cli.h"
#include "agent/cli/scan_map.h"
#include "agent/cli/scan_report.h"
#include "agent/cli/scan_smart.h"
#include "agent/cli/scan_watch.h"
#include "agent/cli/session.h"
#include "agent/core/bytes.h"
#include "agent/core/zone.h"
#include "agent/report/canvas.h"
#include "agent/report/scan_picture.h"
#include <platter/errors.h>
#include <platter/units.h>

#define DEPTH 4
#define AGAIN 2
#define HOT_C 60
#define BADBLOCKS_BYTES 1024
#define PICTURE_SQUARES 3072u /* 48 rows of 64 */

struct scan_options {
    struct platter_session_options session;
    const char *range, *method, *journal, *badblocks, *ddrescue, *map;
    bool resume;
    uint64_t slow_ns, depth, again, max_temp, unit_bytes;
};

static const struct platter_arg args[] = {
    {"range", "RANGE", PLATTER_ARG_TEXT, offsetof(struct scan_options, range), 0, 0,
     "a part of the drive: 0-10%, 100GB-200GB, 50%-; LBAs: 0-2048"},
    {"method", "WORD", PLATTER_ARG_TEXT, offsetof(struct scan_options, method), 0, 0,
     "read, verify (by the drive itself), or butterfly (read)"},
    {"slow", "MS", PLATTER_ARG_MS, offsetof(struct scan_options, slow_ns), 0, 0,
     "from how many milliseconds on a block is slow (5)"},
    {"depth", "N", PLATTER_ARG_COUNT, offsetof(struct scan_options, depth), 1, 32,
     "reads in flight (4)"},
    {"again", "N", PLATTER_ARG_COUNT, offsetof(struct scan_options, again), 0, 20,
     "how often slow blocks are read again (2)"},
    {"resume", NULL, PLATTER_ARG_FLAG, offsetof(struct scan_options, resume), 0, 0,
     "go on with a scan that was ended"},
    {"journal", "FILE", PLATTER_ARG_TEXT, offsetof(struct scan_options, journal), 0, 0,
     "where that is kept (beside the results)"},
    {"map", "FILE", PLATTER_ARG_TEXT, offsetof(struct scan_options, map), 0, 0,
     "draw the map: a .png or .svg"},
    {"badblocks", "FILE", PLATTER_ARG_TEXT, offsetof(struct scan_options, badblocks), 0, 0,
     "write bad blocks as badblocks(8) does"},
    {"badblocks-size", "BYTES", PLATTER_ARG_COUNT, offsetof(struct scan_options, unit_bytes), 512,
     65536, "of a block in that file: the file system's (1024)"},
    {"ddrescue", "FILE", PLATTER_ARG_TEXT, offsetof(struct scan_options, ddrescue), 0, 0,
     "write a mapfile for GNU ddrescue"},
    {"max-temp", "C", PLATTER_ARG_COUNT, offsetof(struct scan_options, max_temp), 30, 100,
     "pause while the drive is hotter (60)"},
    PLATTER_SESSION_ARGS(struct scan_options, session),
};

struct job {
    const struct scan_options *o;
    const char *name; /* as it was given */
    struct platter_session session;
    struct platter_scan scan;
    struct platter_scan_watch watch;
    char journal[PLATTER_RUN_PATH_MAX];
    unsigned depth;
    struct platter_smart before, after;
    bool has_before, has_after;
};

static int check_output(const char *option, const char *path)
{
    char folder[PLATTER_RUN_PATH_MAX];
    const char *slash = path ? strrchr(path, '/') : NULL;

    if (!path)
        return PLATTER_EXIT_FINE;
    snprintf(folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    if (access(folder, W_OK) == 0)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("scan: --%s: %s: its folder cannot be written to: %s", option, path,
                         strerror(errno));
    return PLATTER_EXIT_CANT_CREATE;
}

/* Before hours of reading, not after. */
static int check_outputs(const struct scan_options *o)
{
    int result = o->map ? platter_canvas_check(o->map) : 0;

    if (result == -EINVAL) {
        platter_cli_complain("scan: --map: '%s' ends neither in .png nor in .svg", o->map);
        return PLATTER_EXIT_USAGE;
    }
    int status = check_output("map", o->map);
    if (status == PLATTER_EXIT_FINE)
        status = check_output("badblocks", o->badblocks);
    return status == PLATTER_EXIT_FINE ? check_output("ddrescue", o->ddrescue) : status;
}

static int journal_name(struct job *job)
{
    char dir[PLATTER_RUN_PATH_MAX - 160];

    if (job->o->journal) {
        snprintf(job->journal, sizeof(job->journal), "%s", job->o->journal);
        return PLATTER_EXIT_FINE;
    }
    if (platter_runs_dir(job->o->session.saving.dir, dir, sizeof(dir)) < 0)
        return PLATTER_EXIT_FINE;
    (void)platter_runs_make(dir);
    snprintf(job->journal, sizeof(job->journal), "%s/scan-%s.journal", dir,
             job->session.subject.found.id);
    return PLATTER_EXIT_FINE;
}

static int resume(struct job *job)
{
    const struct platter_found *f = &job->session.subject.found;
    char other[PLATTER_ID_MAX] = "";
    int r = platter_scan_journal_open(job->journal, f->id, &job->scan, &job->watch.journal, other,
                                      sizeof(other));

    if (r == 0 && job->scan.plan.end_byte <= job->session.subject.drive->geometry.capacity_bytes)
        return PLATTER_EXIT_FINE;
    if (r == PLATTER_JOURNAL_OTHER)
        platter_cli_complain("scan: %s is the journal of another drive, %s, not of %s",
                             job->journal, other, f->id);
    else if (r == PLATTER_JOURNAL_BROKEN)
        platter_cli_complain("scan: %s is no journal of a scan, or a broken one; begin anew "
                             "without --resume",
                             job->journal);
    else if (r == 0)
        platter_cli_complain("scan: %s: its range goes past the end of the drive", job->journal);
    else
        platter_cli_complain("scan: nothing to go on with: %s: %s; begin without --resume",
                             job->journal, strerror(-r));
    return r == -ENOENT ? PLATTER_EXIT_NO_INPUT : PLATTER_EXIT_DATA;
}

static int begin(struct job *job)
{
    const struct scan_options *o = job->o;
    const struct platter_geometry *g = &job->session.subject.drive->geometry;
    struct platter_scan_plan plan = {
        .block_bytes = PLATTER_BLOCK_BYTES, .slow_ns = o->slow_ns, .rev_ns = g->rev_ns};

    if (platter_scan_method_of(o->method ? o->method : "read", &plan.method) < 0) {
        platter_cli_complain("scan: --method: '%s' is none of read, verify, butterfly", o->method);
        return PLATTER_EXIT_USAGE;
    }
    if (g->align_bytes > plan.block_bytes) {
        platter_cli_complain("%s: reads would have to be aligned to %u KiB; 128 KiB is the most "
                             "that can be scanned",
                             job->session.subject.found.name, g->align_bytes / 1024);
        return PLATTER_EXIT_DATA;
    }
    int status = platter_session_range(&job->session, o->range, &plan.first_byte, &plan.end_byte);
    if (status != PLATTER_EXIT_FINE)
        return status;
    int r = platter_scan_init(&job->scan, &plan);
    if (r == 0 && job->journal[0])
        r = platter_scan_journal_new(job->journal, job->session.subject.found.id,
                                     &job->watch.journal);
    if (r == 0)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("scan: %s", strerror(-r));
    return PLATTER_EXIT_OS;
}

static int begin_or_resume(struct job *job)
{
    const struct scan_options *o = job->o;
    int status = journal_name(job);

    if (status != PLATTER_EXIT_FINE)
        return status;
    if (!o->resume)
        return begin(job);
    if (o->range || o->method) {
        platter_cli_complain("scan: --resume goes on with the range and the method of the "
                             "journal; leave --range and --method out");
        return PLATTER_EXIT_USAGE;
    }
    return resume(job);
}

/* The three parts, one after the other. */
static int measure(struct job *job)
{
    struct platter_drive *d = job->session.subject.drive;
    struct platter_scan *s = &job->scan;
    const struct platter_scan_hooks hooks = platter_scan_watch_hooks(&job->watch);
    int r = platter_scan_run(d, s, job->depth, &hooks);

    if (s->plan.method == PLATTER_SCAN_VERIFY && s->done == 0 &&
        (r == -EOPNOTSUPP || r == -EPERM)) {
        platter_cli_complain("%s: %s; it is read instead", job->session.subject.found.name,
                             r == -EPERM ? "to make it verify takes root (CAP_SYS_RAWIO)"
                                         : "it has no verify command");
        s->plan.method = PLATTER_SCAN_READ;
        r = platter_scan_run(d, s, job->depth, &hooks);
    }
    if (r == 0)
        r = platter_scan_split(d, s, &hooks);
    if (r == 0)
        r = platter_scan_again(d, s, (unsigned)job->o->again, &hooks);
    return r;
}

static int draw_map(const struct job *job)
{
    const struct platter_scan *s = &job->scan;
    uint8_t classes[PICTURE_SQUARES];
    uint32_t n = s->n_cells < PICTURE_SQUARES ? s->n_cells : PICTURE_SQUARES;
    char title[128], subtitle[160], why[256];

    for (uint32_t i = 0; i < n; i++) {
        struct platter_scan_cell sum =
            platter_scan_cells(s, (uint32_t)((uint64_t)i * s->n_cells / n),
                               (uint32_t)((uint64_t)(i + 1) * s->n_cells / n));
        classes[i] = (uint8_t)platter_scan_cell_class(&sum);
    }
    snprintf(title, sizeof(title), "%s",
             job->session.subject.found.model[0] ? job->session.subject.found.model
                                                 : job->session.subject.found.name);
    snprintf(subtitle, sizeof(subtitle),
             "Surface scan: %llu blocks, %llu slow (%g ms or more), %llu could not be read",
             (unsigned long long)platter_counts_blocks(&s->counts),
             (unsigned long long)s->counts.slow, (double)s->plan.slow_ns / 1e6,
             (unsigned long long)s->counts.by_class[PLATTER_ERROR]);
    const struct platter_scan_picture picture = {
        title, subtitle, classes, n, (double)s->plan.first_byte, (double)s->plan.end_byte};
    int r = platter_scan_picture_draw(job->o->map, &picture, why, sizeof(why));
    if (r < 0)
        platter_cli_complain("scan: --map: %s: %s", job->o->map, why);
    return r < 0 ? PLATTER_EXIT_CANT_CREATE : PLATTER_EXIT_FINE;
}

static int export(const struct job *job, const char *option, const char *path, uint64_t unit_bytes)
{
    int r = path ? platter_scan_export(path, &job->scan, (uint32_t)unit_bytes) : 0;

    if (r < 0)
        platter_cli_complain("scan: --%s: %s: %s", option, path, strerror(-r));
    return r < 0 ? PLATTER_EXIT_CANT_CREATE : PLATTER_EXIT_FINE;
}

static int write_files(const struct job *job)
{
    const struct scan_options *o = job->o;
    int status = o->map ? draw_map(job) : PLATTER_EXIT_FINE;
    int bad = export(job, "badblocks", o->badblocks, o->unit_bytes);
    int map = export(job, "ddrescue", o->ddrescue, 0);

    return status ? status : bad ? bad : map;
}

/* Whatever happened: what there is. */
static int report(struct job *job, bool complete)
{
    struct platter_scan_report r = {
        .found = &job->session.subject.found,
        .geometry = &job->session.subject.drive->geometry,
        .scan = &job->scan,
        .time_s = job->session.time_s,
        .depth = job->scan.plan.method == PLATTER_SCAN_VERIFY ? 1 : job->depth,
        .complete = complete,
        .before = job->has_before ? &job->before : NULL,
        .after = job->has_after ? &job->after : NULL,
    };
    struct platter_json *document = platter_scan_to_json(&r);
    int status = job->o->session.json ? PLATTER_EXIT_FINE : platter_scan_print(&r);
    int written = write_files(job);
    int delivered = platter_session_deliver(&job->session, document);

    return status ? status : written ? written : delivered;
}

static void say_resume(const struct job *job)
{
    if (platter_scan_journal_written(job->watch.journal))
        platter_cli_complain(
            "scan: not complete; `platter scan %s --resume%s%s` goes on at %.1f %%", job->name,
            job->o->journal ? " --journal " : "", job->o->journal ? job->o->journal : "",
            (double)job->scan.done / (double)job->scan.n_blocks * 100);
}

static int finish(struct job *job, int result)
{
    bool complete = result == 0;

    platter_progress_clear();
    if (!complete)
        platter_scan_watch_checkpoint(&job->watch, &job->scan);
    platter_scan_settle(&job->scan);
    job->has_after =
        job->has_before &&
        platter_scan_smart_read(&job->session.subject.found, (int64_t)time(NULL), &job->after) == 0;
    int status = report(job, complete);
    int ended = platter_subject_ended(&job->session.subject, result);
    if (!complete)
        say_resume(job);
    int verdict = platter_scan_exit(&job->scan);
    /* Bad places are bad whether or not it came to its end. */
    if (ended == PLATTER_EXIT_UNKNOWN && verdict == PLATTER_EXIT_ACT)
        ended = verdict;
    return ended ? ended : status ? status : verdict;
}

static int scan(struct job *job)
{
    int status = begin_or_resume(job);

    if (status == PLATTER_EXIT_FINE) {
        job->has_before = platter_scan_smart_read(&job->session.subject.found, job->session.time_s,
                                                  &job->before) == 0;
        platter_scan_watch_init(&job->watch, &job->session.subject, &job->scan,
                                (double)job->o->max_temp);
        int result = measure(job);
        status = finish(job, result);
        platter_scan_journal_free(job->watch.journal, result == 0);
    }
    platter_scan_deinit(&job->scan);
    return status;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct scan_options o = {.slow_ns = PLATTER_SLOW_DEFAULT_NS,
                             .depth = DEPTH,
                             .again = AGAIN,
                             .max_temp = HOT_C,
                             .unit_bytes = BADBLOCKS_BYTES,
                             .session.subject.seed = 1};
    struct job job = {.o = &o};
    const char *name = NULL;
    int result = platter_args_parse(self, argc, argv, &o, &name);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    int status = check_outputs(&o);
    if (status == PLATTER_EXIT_FINE)
        status = platter_session_open(&job.session, "scan", &o.session, name);
    if (status != PLATTER_EXIT_FINE)
        return status;
    job.name = name;
    job.depth = (unsigned)o.depth;
    status = scan(&job);
    platter_session_close(&job.session);
    return status;
}

const struct platter_command platter_command_scan = {
    .name = "scan",
    .question = PLATTER_BENCHMARKS,
    .operand = "DRIVE",
    .summary = "read all of it, and time every block",
    .text =
        "128 KiB blocks, as HDDScan does it; 8 TB take half a day. It never writes. Ctrl-C shows\n"
        "what there is, and --resume goes on later. Exit status: 1: blocks of 50 ms and more;\n"
        "2: places that cannot be read; 3: ended early; 74: the drive went away.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

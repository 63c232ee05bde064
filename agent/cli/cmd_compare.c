/* SPDX-License-Identifier: MIT */
#include <getopt.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "agent/bench/curve.h"
#include "agent/bench/random.h"
#include "agent/bench/run.h"
#include "agent/bench/slow.h"
#include "agent/cli/cli.h"
#include "agent/cli/compare_report.h"
#include "agent/cli/session.h"
#include "agent/core/sample.h"
#include <platter/errors.h>
#include <platter/units.h>

/* A quick look: some 25 s for the curve, 10 s for the rest, 15 s for slow blocks. */
#define CURVE_BLOCK_BYTES 65536u
#define ACCESS_BYTES 4096u
#define ACCESSES 300u
#define RANDOM_BYTES 4096u
#define RANDOM_NS (3 * PLATTER_NS_PER_S)
#define STRETCHES 100u
#define STRETCH_BYTES (32 * PLATTER_MIB)

struct compare_options {
    struct platter_session_options session;
};

static const struct platter_arg args[] = {
    {"wake", NULL, PLATTER_ARG_FLAG, offsetof(struct compare_options, session.subject.wake), 0, 0,
     "read a drive even if that wakes it"},
    {"real-time", NULL, PLATTER_ARG_FLAG,
     offsetof(struct compare_options, session.subject.real_time), 0, 0,
     "a simulated drive takes as long as a real one"},
    {"seed", "N", PLATTER_ARG_COUNT, offsetof(struct compare_options, session.subject.seed), 0,
     UINT64_MAX, "of the random places, and of simulated drives (1)"},
    {"runs-dir", "DIR", PLATTER_ARG_TEXT, offsetof(struct compare_options, session.saving.dir), 0,
     0, "where saved runs are looked for"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct compare_options, session.json), 0, 0,
     "JSON instead of text"},
};

struct job {
    const struct compare_options *o;
    struct platter_run *runs;
    unsigned n_runs, n;
    char dir[PLATTER_RUN_PATH_MAX];
    struct platter_compare_item items[PLATTER_COMPARE_MAX];
};

/* ---- A saved run ----------------------------------------------------------------------------- */

static int load_run(const char *name, const char *path, struct platter_compare_item *item)
{
    const char *slash = strrchr(path, '/');
    struct platter_json *j = NULL;
    char why[160] = "";
    int result = platter_run_load(path, &j, why, sizeof(why));

    if (result != 0) {
        platter_cli_complain("compare: %s: %s%s", path, result < 0 ? "" : "no saved run: ",
                             result < 0 ? strerror(-result) : why);
        return result == -ENOENT ? PLATTER_EXIT_NO_INPUT : PLATTER_EXIT_DATA;
    }
    snprintf(item->name, sizeof(item->name), "%s", name);
    snprintf(item->run, sizeof(item->run), "%.255s", slash ? slash + 1 : path);
    snprintf(item->drive, sizeof(item->drive), "%s", platter_json_text(j, "drive", ""));
    snprintf(item->model, sizeof(item->model), "%s", platter_json_text(j, "model", ""));
    item->time_s = platter_json_int(j, "time", 0);
    platter_figures_of(j, &item->figures);
    platter_json_free(j);
    return PLATTER_EXIT_FINE;
}

/* A file is a run whatever it is called, a number one of `platter runs`. */
static bool is_run(const struct job *job, const char *name, char *path, size_t size)
{
    struct stat st;
    unsigned at;

    if (stat(name, &st) == 0 && S_ISREG(st.st_mode)) {
        snprintf(path, size, "%s", name);
        return true;
    }
    if (strncmp(name, PLATTER_SIM_PREFIX, strlen(PLATTER_SIM_PREFIX)) == 0 ||
        platter_run_find(job->runs, job->n_runs, name, &at) != 0)
        return false;
    /* A piece of a run's name that is a drive too means the drive. */
    struct platter_sysroot root;
    struct platter_found found;
    platter_sysroot_init(&root, NULL);
    if (name[strspn(name, "0123456789")] && platter_find(&root, name, &found) == 0)
        return false;
    int len = snprintf(path, size, "%s/%s", job->dir, job->runs[at].file);
    return len > 0 && (size_t)len < size;
}

/* ---- A drive --------------------------------------------------------------------------------- */

static int measure_curve(struct platter_session *s, struct platter_figure_list *list)
{
    const struct platter_geometry *g = &s->subject.drive->geometry;
    const struct platter_curve_plan plan = {
        .to_bytes = g->capacity_bytes - g->capacity_bytes % CURVE_BLOCK_BYTES,
        .block_bytes = CURVE_BLOCK_BYTES,
        .access_bytes = g->logical_bytes > ACCESS_BYTES ? g->logical_bytes : ACCESS_BYTES,
        .points = PLATTER_CURVE_POINTS,
        .accesses = ACCESSES,
        .point_ns = platter_accuracy_ns[0],
        .seed = s->o->subject.seed,
    };
    struct platter_curve curve;

    s->doing = "curve";
    int result = platter_curve_run(s->subject.drive, &plan, &s->watch, &curve);
    platter_figures_add(list, "average", "B/s", curve.avg_bps);
    platter_figures_add(list, "slowest", "B/s", curve.min_bps);
    platter_figures_add(list, "fastest", "B/s", curve.max_bps);
    platter_figures_add(list, "access", "s", curve.access.mean);
    platter_curve_deinit(&curve);
    return result;
}

static int measure_random(struct platter_session *s, uint32_t depth, const char *name,
                          struct platter_figure_list *list)
{
    const struct platter_geometry *g = &s->subject.drive->geometry;
    uint32_t size = g->logical_bytes > RANDOM_BYTES ? g->logical_bytes : RANDOM_BYTES;
    const struct platter_random_plan plan = {
        .to_bytes = g->capacity_bytes - g->capacity_bytes % size,
        .size_bytes = size,
        .size_max_bytes = size,
        .depth = depth,
        .for_ns = RANDOM_NS,
        .count = PLATTER_RANDOM_COUNT_MAX,
        .seed = s->o->subject.seed,
    };
    struct platter_random random;

    s->doing = name;
    int result = platter_random_run(s->subject.drive, &plan, &s->watch, &random);
    platter_figures_add(list, name, "1/s", random.ops_per_s);
    return result;
}

/* A simulated drive is read from its first to its last block: that takes seconds. */
static int measure_slow(struct platter_session *s, struct platter_figure_list *list)
{
    const struct platter_slow_plan plan = {
        .stretches = platter_session_is_virtual(s) ? 0 : STRETCHES,
        .stretch_bytes = STRETCH_BYTES,
        .slow_ns = PLATTER_SLOW_DEFAULT_NS,
    };
    struct platter_slow slow;

    s->doing = "slow blocks";
    int result = platter_slow_run(s->subject.drive, &plan, &s->watch, &slow);
    double share = slow.blocks ? (double)slow.slow / (double)slow.blocks : NAN;
    uint64_t all = s->subject.drive->geometry.capacity_bytes / PLATTER_SLOW_BLOCK_BYTES;
    /* All of them, or as many as the part that was read lets expect. */
    platter_figures_add(list, "slow blocks", "1", share * (double)all);
    platter_figures_add(list, "blocks", "1", (double)all);
    return result;
}

static int measure_parts(struct platter_session *s, struct platter_figure_list *list)
{
    s->share_len = .5;
    int result = measure_curve(s, list);
    s->share_from = .5;
    s->share_len = .1;
    if (result == 0)
        result = measure_random(s, 1, "4 KiB random", list);
    s->share_from = .6;
    if (result == 0)
        result = measure_random(s, 32, "4 KiB random Q32", list);
    s->share_from = .7;
    s->share_len = .3;
    return result == 0 ? measure_slow(s, list) : result;
}

static int measure_drive(const struct job *job, const char *name, struct platter_compare_item *item)
{
    struct platter_session s;
    int status = platter_session_open(&s, "compare", &job->o->session, name);

    if (status != PLATTER_EXIT_FINE)
        return status;
    snprintf(item->name, sizeof(item->name), "%s", s.subject.found.name);
    snprintf(item->drive, sizeof(item->drive), "%s", s.subject.found.id);
    snprintf(item->model, sizeof(item->model), "%s", s.subject.found.model);
    item->time_s = s.time_s;
    int result = measure_parts(&s, &item->figures);
    platter_progress_clear();
    status = platter_subject_ended(&s.subject, result);
    platter_session_close(&s);
    return status;
}

/* ---- All of them ----------------------------------------------------------------------------- */

static int take_items(struct job *job, int argc, char **argv)
{
    char path[PLATTER_RUN_PATH_MAX];
    int status = PLATTER_EXIT_FINE;

    for (int i = 0; i < argc && status == PLATTER_EXIT_FINE; i++) {
        struct platter_compare_item *item = &job->items[i];
        status = is_run(job, argv[i], path, sizeof(path)) ? load_run(argv[i], path, item)
                                                          : measure_drive(job, argv[i], item);
        /* What was ended in the midst has figures too. */
        if (status == PLATTER_EXIT_FINE || item->figures.n)
            job->n++;
    }
    return status;
}

static int compare(struct job *job, int argc, char **argv)
{
    if (argc > PLATTER_COMPARE_MAX) {
        platter_cli_complain("compare: more than %d cannot be shown side by side",
                             PLATTER_COMPARE_MAX);
        return PLATTER_EXIT_USAGE;
    }
    if (argc < 2) {
        platter_cli_complain("compare: name two or more: drives, or runs as `platter runs` shows "
                             "them");
        return PLATTER_EXIT_USAGE;
    }
    if (platter_runs_dir(job->o->session.saving.dir, job->dir, sizeof(job->dir)) < 0 ||
        platter_runs_list(job->dir, &job->runs, &job->n_runs) < 0)
        job->n_runs = 0;
    int status = take_items(job, argc, argv);
    const struct platter_compare_report report = {job->n, job->items, status == PLATTER_EXIT_FINE,
                                                  (int64_t)time(NULL)};
    if (job->n < 2 && status != PLATTER_EXIT_UNKNOWN)
        return status;
    int printed =
        job->o->session.json ? platter_compare_print_json(&report) : platter_compare_print(&report);
    return status ? status : printed;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct compare_options o = {.session.subject.seed = 1};
    const char *first = NULL;
    int result = platter_args_parse(self, argc, argv, &o, &first);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    CLEANUP_FREE struct job *job = calloc(1, sizeof(*job));
    if (!job)
        return PLATTER_EXIT_OS;
    job->o = &o;
    int status = compare(job, argc - optind, argv + optind);
    free(job->runs);
    return status;
}

const struct platter_command platter_command_compare = {
    .name = "compare",
    .question = PLATTER_THIS_DRIVE_NOW,
    .operand = "A B...",
    .summary = "drives or saved runs, side by side",
    .text =
        "Each is a drive, which is measured now (a minute: a quick curve, random reads, slow\n"
        "blocks), or a saved run: its number or a piece of its name in `platter runs`, or a file.\n"
        "The ratio is the last by the first. Ctrl-C shows what there is; exit status 3.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>

#include "agent/bench/simulate.h"
#include "agent/cli/cli.h"
#include "agent/cli/found.h"
#include "agent/cli/moment.h"
#include "agent/cli/out.h"
#include "agent/cli/subject.h"
#include "agent/cli/table.h"
#include "agent/core/zone.h"
#include "agent/wire/words.h"
#include <platter/errors.h>
#include <platter/units.h>

#define DAY_S INT64_C(86400)
#define DAYS_MAX 3650

struct simulate_options {
    bool json, list;
    const char *drives, *rrd_dir, *host, *start;
    uint64_t days, seed;
    int64_t interval_s;
};

static const struct platter_arg args[] = {
    {"drives", "A,B", PLATTER_ARG_TEXT, offsetof(struct simulate_options, drives), 0, 0,
     "which ones: sim:NAME with settings, as drives = of platter.conf"},
    {"days", "N", PLATTER_ARG_COUNT, offsetof(struct simulate_options, days), 1, DAYS_MAX,
     "so many days of their life (90)"},
    {"rrd-dir", "DIR", PLATTER_ARG_TEXT, offsetof(struct simulate_options, rrd_dir), 0, 0,
     "write RRD files below DIR, for `platter graph --rrd-dir DIR`"},
    {"host", "HOST", PLATTER_ARG_TEXT, offsetof(struct simulate_options, host), 0, 0,
     "the folder in DIR (simulated)"},
    {"start", "MOMENT", PLATTER_ARG_TEXT, offsetof(struct simulate_options, start), 0, 0,
     "when their life begins: 2026-01-01 or Unix time (so that it ends now)"},
    {"interval", "TIME", PLATTER_ARG_SECONDS, offsetof(struct simulate_options, interval_s), 0, 0,
     "between samples (10min)"},
    {"seed", "N", PLATTER_ARG_COUNT, offsetof(struct simulate_options, seed), 0, UINT64_MAX,
     "of what is random (1)"},
    {"list", NULL, PLATTER_ARG_FLAG, offsetof(struct simulate_options, list), 0, 0,
     "the drives that there are, and what is wrong with them"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct simulate_options, json), 0, 0, "JSON"},
};

/* A run of the command. */
struct job {
    const struct simulate_options *o;
    int64_t start_s, end_s;
    struct platter_series_rrd *rrds;
    const char *name; /* of the drive whose turn it is */
    unsigned complaints;
    struct platter_json *drives; /* NULL: text */
    struct platter_table table;
    char alarms[1024];               /* of the drive that runs, sentences */
    struct platter_json *alarm_list; /* the same; NULL = no JSON is wanted */
};

static const struct platter_column columns[] = {
    {"drive", false, false}, {"days", true, false},       {"samples", true, false},
    {"rows", true, false},   {"outer MB/s", true, false}, {"inner MB/s", true, false},
    {"slow", true, false},   {"errors", true, false},     {"verdict", false, false},
};
enum column { DRIVE, DAYS, SAMPLES, ROWS, OUTER, INNER, SLOW, ERRORS, VERDICT };

/* ---- --list --------------------------------------------------------------------------------- */

static const struct platter_column list_columns[] = {
    {"name", false, false}, {"size", true, false},  {"rpm", true, false},
    {"MB/s", true, false},  {"model", false, true}, {"faults", false, false},
};
enum list_column { NAME, SIZE, RPM, RATE, MODEL, FAULTS };

static double rpm_of(const struct platter_model_spec *spec)
{
    return spec->rev_ns > 0 ? 60e9 / spec->rev_ns : 0;
}

static struct platter_json *fault_to_json(const char *text)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "text", text);
    return j;
}

static struct platter_json *spec_to_json(const struct platter_model_spec *spec)
{
    struct platter_json *j = platter_json_object_new(), *faults = platter_json_array_new();
    char name[PLATTER_NAME_MAX];

    snprintf(name, sizeof(name), PLATTER_SIM_PREFIX "%s", spec->name);
    platter_json_set_text(j, "name", name);
    platter_json_set_text(j, "model", spec->model);
    platter_json_set_uint(j, "capacity_bytes", spec->capacity_bytes);
    platter_json_set_real(j, "rpm", rpm_of(spec));
    platter_json_set_real(j, "outer_bps", platter_model_rate_bps(spec, 0));
    for (unsigned i = 0; i < spec->n_faults; i++)
        platter_json_append(faults, fault_to_json(spec->faults[i]));
    platter_json_set(j, "faults", faults);
    return j;
}

static void list_row(struct platter_row *row, const struct platter_model_spec *spec)
{
    char *faults = row->cell[FAULTS].text;

    snprintf(row->cell[NAME].text, PLATTER_CELL_MAX, PLATTER_SIM_PREFIX "%s", spec->name);
    platter_out_bytes(row->cell[SIZE].text, PLATTER_CELL_MAX, spec->capacity_bytes);
    if (spec->rev_ns > 0)
        snprintf(row->cell[RPM].text, PLATTER_CELL_MAX, "%.0f", rpm_of(spec));
    else
        snprintf(row->cell[RPM].text, PLATTER_CELL_MAX, "-");
    platter_out_figure(row->cell[RATE].text, PLATTER_CELL_MAX,
                       platter_model_rate_bps(spec, 0) / 1e6, 1);
    snprintf(row->cell[MODEL].text, PLATTER_CELL_MAX, "%s", spec->model);
    snprintf(faults, PLATTER_CELL_MAX, "%s", spec->n_faults ? "" : "-");
    for (unsigned i = 0; i < spec->n_faults; i++) {
        size_t used = strlen(faults);
        snprintf(faults + used, PLATTER_CELL_MAX - used, "%s%.*s", i ? " " : "",
                 (int)strcspn(spec->faults[i], ":"), spec->faults[i]);
    }
}

static int list_drives(bool json)
{
    unsigned n;
    const struct platter_model_spec *specs = platter_model_specs(&n);
    struct platter_table t = {.columns = list_columns, .n_columns = FAULTS + 1};

    if (json) {
        struct platter_json *j = platter_json_object_new(), *drives = platter_json_array_new();
        for (unsigned i = 0; i < n; i++)
            platter_json_append(drives, spec_to_json(&specs[i]));
        platter_json_set_text(j, "schema", "platter.simulate-list/1");
        platter_json_set(j, "drives", drives);
        return platter_out_json(j, true);
    }
    for (unsigned i = 0; i < n; i++)
        list_row(platter_table_row(&t), &specs[i]);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result < 0 ? PLATTER_EXIT_OS : PLATTER_EXIT_FINE;
}

/* ---- The simulation ------------------------------------------------------------------------- */

static int progress(void *user, double share)
{
    const struct job *job = user;

    platter_progress_show(job->name, NULL, share);
    return platter_interrupted() ? PLATTER_INTERRUPTED : 0;
}

/* What the RRD files have to say: once or twice is enough. */
static void say(void *user, int level, const char *code, const char *drive, const char *text)
{
    struct job *job = user;

    (void)code;
    if (level > LOG_WARNING || job->complaints++ > 2)
        return;
    platter_progress_clear();
    platter_cli_complain("%s%s%s", drive ? drive : "", drive ? ": " : "", text);
}

/* What was raised and is over: a sentence each, and in JSON an object. */
static void take_alarm(void *user, const struct platter_judging *judging,
                       enum platter_alarm_kind kind, bool over, int64_t time_s)
{
    struct job *job = user;
    const struct platter_words words = {judging, true, time_s};
    char text[PLATTER_TEXT_MAX] = "as it used to be again";
    size_t len = strlen(job->alarms);

    if (!over)
        platter_words_alarm(&words, kind, text, sizeof(text));
    snprintf(job->alarms + len, sizeof(job->alarms) - len, "%sday %.0f: %s: %s", len ? "; " : "",
             (double)(time_s - job->start_s) / DAY_S, platter_alarm_code(kind), text);
    if (!job->alarm_list)
        return;
    struct platter_json *j = platter_json_object_new();
    platter_json_set_int(j, "time", time_s);
    platter_json_set_text(j, "code", platter_alarm_code(kind));
    platter_json_set_bool(j, "over", over);
    platter_json_set_text(j, "text", text);
    platter_json_append(job->alarm_list, j);
}

static double zone_mbps(const struct platter_snapshot *s, bool inner)
{
    unsigned zone = inner && s->n_zones ? s->n_zones - 1 : 0;

    return s->n_zones ? s->zones[zone].throughput_bps / 1e6 : (double)NAN;
}

static void report_text(struct job *job, const struct platter_simulated *r)
{
    struct platter_row *row = platter_table_row(&job->table);
    int64_t seconds = r->until_s > job->start_s ? r->until_s - job->start_s : 0;

    snprintf(row->cell[DRIVE].text, PLATTER_CELL_MAX, "%s", job->name);
    platter_out_figure(row->cell[DAYS].text, PLATTER_CELL_MAX, (double)seconds / DAY_S, 0);
    snprintf(row->cell[SAMPLES].text, PLATTER_CELL_MAX, "%llu", (unsigned long long)r->samples);
    snprintf(row->cell[ROWS].text, PLATTER_CELL_MAX, "%llu", (unsigned long long)r->rows);
    platter_out_figure(row->cell[OUTER].text, PLATTER_CELL_MAX, zone_mbps(&r->last, false), 1);
    platter_out_figure(row->cell[INNER].text, PLATTER_CELL_MAX, zone_mbps(&r->last, true), 1);
    snprintf(row->cell[SLOW].text, PLATTER_CELL_MAX, "%llu", (unsigned long long)r->slow);
    snprintf(row->cell[ERRORS].text, PLATTER_CELL_MAX, "%llu", (unsigned long long)r->errors);
    snprintf(row->cell[VERDICT].text, PLATTER_CELL_MAX, "%s",
             platter_verdict_name((int)r->last.verdict));
    snprintf(row->note, sizeof(row->note), "%s", job->alarms);
    if (r->gone_s)
        snprintf(row->note, sizeof(row->note), "gone after %.0f days",
                 (double)(r->gone_s - job->start_s) / DAY_S);
}

static void report_json(struct job *job, const struct platter_found *found,
                        const struct platter_simulated *r)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "drive", found->id);
    platter_json_set_text(j, "device", job->name);
    platter_json_set_int(j, "until", r->until_s);
    platter_json_set_uint(j, "samples", r->samples);
    platter_json_set_uint(j, "blocks", r->blocks);
    platter_json_set_uint(j, "slow", r->slow);
    platter_json_set_uint(j, "errors", r->errors);
    platter_json_set_uint(j, "rows", r->rows);
    platter_json_set_real(j, "outer_bps", zone_mbps(&r->last, false) * 1e6);
    platter_json_set_real(j, "inner_bps", zone_mbps(&r->last, true) * 1e6);
    platter_json_set_int(j, "gone", r->gone_s);
    platter_json_set_int(j, "verdict", (int)r->last.verdict);
    platter_json_set(j, "alarms", job->alarm_list);
    job->alarm_list = NULL;
    platter_json_append(job->drives, j);
}

static int one_drive(struct job *job, const char *name)
{
    struct platter_simulated result;
    struct platter_simulation simulation = {
        .start_s = job->start_s,
        .end_s = job->end_s,
        .interval_ns = (uint64_t)job->o->interval_s * PLATTER_NS_PER_S,
        .zones = PLATTER_ZONES_DEFAULT,
        .accesses = 2,
        .slow_ns = PLATTER_SLOW_DEFAULT_NS,
        .seed = job->o->seed,
        .rrds = job->rrds,
        .watch = {progress, job},
        .alarm = take_alarm,
        .alarm_user = job,
    };
    char text[PLATTER_TEXT_MAX];
    int status = platter_found(NULL, name, &simulation.found);

    if (status != PLATTER_EXIT_FINE)
        return status;
    job->name = name;
    job->alarms[0] = '\0';
    job->alarm_list = job->drives ? platter_json_array_new() : NULL;
    int r = platter_simulate(&simulation, &result);
    platter_progress_clear();
    if (job->drives)
        report_json(job, &simulation.found, &result);
    else
        report_text(job, &result);
    if (r == 0)
        return PLATTER_EXIT_FINE;
    if (r == PLATTER_INTERRUPTED)
        return PLATTER_EXIT_UNKNOWN;
    platter_open_message(r, &simulation.found, text, sizeof(text));
    platter_cli_complain("%s", text);
    return PLATTER_EXIT_OS;
}

/* Names are looked at before anything begins. */
static int check_names(const char *drives)
{
    char *copy = strdup(drives), *list = copy, *name;
    struct platter_found found;
    int status = copy ? PLATTER_EXIT_FINE : PLATTER_EXIT_OS;

    while (status == PLATTER_EXIT_FINE && (name = platter_drive_list_next(&list)) != NULL) {
        if (!platter_sim_is_name(name)) {
            platter_cli_complain("simulate: %s is no simulated drive; `platter simulate --list` "
                                 "shows them",
                                 name);
            status = PLATTER_EXIT_USAGE;
        } else
            status = platter_found(NULL, name, &found);
    }
    free(copy);
    return status;
}

static int all_drives(struct job *job)
{
    CLEANUP_FREE char *copy = strdup(job->o->drives);
    char *list = copy, *name;
    int status = copy ? PLATTER_EXIT_FINE : PLATTER_EXIT_OS;

    while (status == PLATTER_EXIT_FINE && (name = platter_drive_list_next(&list)) != NULL)
        status = one_drive(job, name);
    return status;
}

static int choose_time(struct job *job)
{
    int64_t span_s = (int64_t)job->o->days * DAY_S;

    job->start_s = (int64_t)time(NULL) - span_s;
    if (job->o->start && platter_parse_moment(job->o->start, &job->start_s) != 0) {
        platter_cli_complain("simulate: --start: '%s' is no moment: 2026-01-01 or Unix time",
                             job->o->start);
        return PLATTER_EXIT_USAGE;
    }
    job->start_s = platter_grid_stamp(job->start_s, PLATTER_STEP_S);
    job->end_s = job->start_s + span_s;
    if (job->start_s > 0)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("simulate: that would begin before 1970; see --start and --days");
    return PLATTER_EXIT_USAGE;
}

static int open_rrds(struct job *job)
{
    const char *dir = job->o->rrd_dir;

    if (!dir)
        return PLATTER_EXIT_FINE;
    if (mkdir(dir, 0755) < 0 && errno != EEXIST) {
        platter_cli_complain("simulate: %s: %s", dir, strerror(errno));
        return PLATTER_EXIT_CANT_CREATE;
    }
    return platter_series_rrd_new(dir, job->o->host, NULL, say, job, &job->rrds) == 0
               ? PLATTER_EXIT_FINE
               : PLATTER_EXIT_OS;
}

static int deliver(struct job *job, bool complete)
{
    if (job->drives) {
        struct platter_json *j = platter_json_object_new();
        platter_json_set_text(j, "schema", "platter.simulate/1");
        platter_json_set_int(j, "start", job->start_s);
        platter_json_set_int(j, "end", job->end_s);
        platter_json_set_uint(j, "seed", job->o->seed);
        platter_json_set_bool(j, "complete", complete);
        platter_json_set(j, "drives", job->drives);
        return platter_out_json(j, true);
    }
    int result = platter_table_print(&job->table);
    platter_table_deinit(&job->table);
    if (result == 0 && job->rrds)
        printf(
            "\nRRD files are in %s; look at them: platter graph DRIVE --rrd-dir %s --span %llud\n",
            job->o->rrd_dir, job->o->rrd_dir, (unsigned long long)job->o->days);
    return result < 0 ? PLATTER_EXIT_OS : PLATTER_EXIT_FINE;
}

static int simulate(struct job *job)
{
    int status = choose_time(job);

    if (status == PLATTER_EXIT_FINE)
        status = check_names(job->o->drives);
    if (status == PLATTER_EXIT_FINE)
        status = open_rrds(job);
    if (status != PLATTER_EXIT_FINE)
        return status;
    job->drives = job->o->json ? platter_json_array_new() : NULL;
    platter_interrupt_catch();
    status = all_drives(job);
    int delivered = deliver(job, status == PLATTER_EXIT_FINE);
    platter_series_rrd_free(job->rrds);
    if (status == PLATTER_EXIT_FINE && job->complaints)
        status = PLATTER_EXIT_IO;
    return status != PLATTER_EXIT_FINE ? status : delivered;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct simulate_options o = {.days = 90, .seed = 1, .interval_s = 600, .host = "simulated"};
    struct job job = {.o = &o, .table = {.columns = columns, .n_columns = VERDICT + 1}};
    int result = platter_args_parse(self, argc, argv, &o, NULL);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    if (o.list)
        return list_drives(o.json);
    if (!o.drives) {
        platter_cli_complain("simulate: which drives? --drives sim:nas-4tb,sim:nas-4tb-inner; "
                             "--list shows them");
        return PLATTER_EXIT_USAGE;
    }
    if (o.interval_s < 1 || o.interval_s > 7 * DAY_S) {
        platter_cli_complain("simulate: --interval: between 1s and 7d");
        return PLATTER_EXIT_USAGE;
    }
    return simulate(&job);
}

const struct platter_command platter_command_simulate = {
    .name = "simulate",
    .question = PLATTER_THIS_MACHINE,
    .summary = "months of simulated drives, in seconds",
    .text =
        "What platter would have measured on them, sample by sample, into RRD files if wanted.\n"
        "No drive is read. Ctrl-C keeps what there is; exit status 3.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>
#include <time.h>

#include "agent/bench/figures.h"
#include "agent/bench/run.h"
#include "agent/cli/cli.h"
#include "agent/cli/compare_report.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include <platter/errors.h>

#define SCHEMA_RUNS "platter.runs/1"

struct runs_options {
    bool json, csv;
    const char *dir;
};

static const struct platter_arg args[] = {
    {"csv", NULL, PLATTER_ARG_FLAG, offsetof(struct runs_options, csv), 0, 0,
     "every figure of every run, or of one, as CSV"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct runs_options, json), 0, 0,
     "JSON; of one run the document itself"},
    {"runs-dir", "DIR", PLATTER_ARG_TEXT, offsetof(struct runs_options, dir), 0, 0,
     "where results are kept"},
};

struct job {
    const struct runs_options *o;
    char dir[PLATTER_RUN_PATH_MAX];
    struct platter_run *runs;
    unsigned n;
};

static const struct platter_column columns[] = {
    {"run", true, false},
    {"time", false, false},
    {"command", false, false},
    {"drive", false, false},
};
enum column { NUMBER, TIME, COMMAND, DRIVE, COLUMNS };

static int load(const struct job *job, unsigned i, struct platter_json **out)
{
    char path[PLATTER_RUN_PATH_MAX + PLATTER_RUN_FILE_MAX], why[160] = "";

    snprintf(path, sizeof(path), "%s/%s", job->dir, job->runs[i].file);
    int result = platter_run_load(path, out, why, sizeof(why));
    if (result == 0)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("runs: %s: %s", path, result < 0 ? strerror(-result) : why);
    return PLATTER_EXIT_DATA;
}

static int print_list(const struct job *job)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};

    if (job->n == 0) {
        printf("No runs are kept in %s.\n", job->dir);
        return PLATTER_EXIT_FINE;
    }
    for (unsigned i = 0; i < job->n; i++) {
        struct platter_row *row = platter_table_row(&t);
        time_t when = (time_t)job->runs[i].time_s;
        struct tm tm;
        snprintf(row->cell[NUMBER].text, PLATTER_CELL_MAX, "%u", i + 1);
        if (localtime_r(&when, &tm))
            strftime(row->cell[TIME].text, PLATTER_CELL_MAX, "%Y-%m-%d %H:%M", &tm);
        row->cell[TIME].tint = PLATTER_DIM;
        snprintf(row->cell[COMMAND].text, PLATTER_CELL_MAX, "%s", job->runs[i].command);
        snprintf(row->cell[DRIVE].text, PLATTER_CELL_MAX, "%s", job->runs[i].drive);
    }
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result < 0 ? PLATTER_EXIT_OS : PLATTER_EXIT_FINE;
}

static int print_list_json(const struct job *job)
{
    struct platter_json *j = platter_json_object_new(), *list = platter_json_array_new();

    for (unsigned i = 0; i < job->n; i++) {
        struct platter_json *run = platter_json_object_new();
        platter_json_set_uint(run, "number", i + 1);
        platter_json_set_int(run, "time", job->runs[i].time_s);
        platter_json_set_text(run, "command", job->runs[i].command);
        platter_json_set_text(run, "drive", job->runs[i].drive);
        platter_json_set_text(run, "file", job->runs[i].file);
        platter_json_append(list, run);
    }
    platter_json_set_text(j, "schema", SCHEMA_RUNS);
    platter_json_set_text(j, "folder", job->dir);
    platter_json_set(j, "runs", list);
    return platter_out_json(j, true);
}

/* RFC 4180, as far as our words need it: ids, names and units have no quotes or newlines. */
static int print_csv(const struct job *job, unsigned from, unsigned until)
{
    int worst = PLATTER_EXIT_FINE;

    puts("run,time,command,drive,figure,value,unit");
    for (unsigned i = from; i < until; i++) {
        struct platter_figure_list list = {.n = 0};
        struct platter_json *j = NULL;
        int status = load(job, i, &j);
        /* The others are worth having all the same. */
        if (status != PLATTER_EXIT_FINE) {
            worst = status;
            continue;
        }
        platter_figures_of(j, &list);
        for (unsigned k = 0; k < list.n; k++) {
            char value[32] = "";
            if (isfinite(list.v[k].value))
                snprintf(value, sizeof(value), "%.10g", list.v[k].value);
            printf("%u,%lld,%s,%s,%s,%s,%s\n", i + 1, (long long)job->runs[i].time_s,
                   job->runs[i].command, job->runs[i].drive, list.v[k].name, value, list.v[k].unit);
        }
        platter_json_free(j);
    }
    return worst;
}

static int show(const struct job *job, unsigned at)
{
    CLEANUP_FREE struct platter_compare_item *item = calloc(1, sizeof(*item));
    struct platter_json *j = NULL;
    int status = load(job, at, &j);

    if (status != PLATTER_EXIT_FINE)
        return status;
    if (job->o->json)
        return platter_out_json(j, true);
    if (!item) {
        platter_json_free(j);
        return PLATTER_EXIT_OS;
    }
    snprintf(item->name, sizeof(item->name), "%s of %s", job->runs[at].command,
             job->runs[at].drive[0] ? job->runs[at].drive : "an unknown drive");
    snprintf(item->run, sizeof(item->run), "%s", job->runs[at].file);
    item->time_s = job->runs[at].time_s;
    platter_figures_of(j, &item->figures);
    const struct platter_compare_report report = {1, item, platter_json_bool(j, "complete", true),
                                                  (int64_t)time(NULL)};
    status = platter_compare_print(&report);
    platter_json_free(j);
    return status;
}

static int run_one(const struct job *job, const char *name)
{
    unsigned at = 0;
    int result = platter_run_find(job->runs, job->n, name, &at);

    if (result == PLATTER_RUN_AMBIGUOUS) {
        platter_cli_complain("runs: '%s' is a piece of more than one run's name; say its number",
                             name);
        return PLATTER_EXIT_USAGE;
    }
    if (result != 0) {
        platter_cli_complain("runs: no run '%s' in %s; `platter runs` lists them", name, job->dir);
        return PLATTER_EXIT_NO_INPUT;
    }
    return job->o->csv ? print_csv(job, at, at + 1) : show(job, at);
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct runs_options o = {.json = false};
    struct job job = {.o = &o};
    const char *name = NULL;
    int result = platter_args_parse(self, argc, argv, &o, &name);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    if (o.csv && o.json) {
        platter_cli_complain("runs: --csv or --json, not both");
        return PLATTER_EXIT_USAGE;
    }
    result = platter_runs_dir(o.dir, job.dir, sizeof(job.dir));
    if (result == 0)
        result = platter_runs_list(job.dir, &job.runs, &job.n);
    if (result < 0) {
        platter_cli_complain("runs: %s: %s", job.dir[0] ? job.dir : "no home folder",
                             strerror(-result));
        return result == -EACCES ? PLATTER_EXIT_NO_PERMISSION : PLATTER_EXIT_NO_INPUT;
    }
    int status = name     ? run_one(&job, name)
                 : o.csv  ? print_csv(&job, 0, job.n)
                 : o.json ? print_list_json(&job)
                          : print_list(&job);
    free(job.runs);
    return status;
}

const struct platter_command platter_command_runs = {
    .name = "runs",
    .question = PLATTER_BENCHMARKS,
    .operand = "[RUN]",
    .summary = "what benchmarks measured earlier: list, show, export",
    .text = "A run is named by its number, its file, or a piece of its name that no other has.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

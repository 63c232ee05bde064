/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "agent/bench/scratch.h"
#include "agent/cli/cli.h"
#include "agent/cli/mark_report.h"
#include "agent/cli/out.h"
#include "agent/cli/saving.h"
#include "agent/cli/subject.h"
#include "agent/core/bytes.h"
#include "agent/core/parse.h"
#include "agent/store/own_disk.h"
#include <platter/errors.h>
#include <platter/units.h>

#define FILE_MIN_BYTES (16 * PLATTER_MIB)
#define FILE_MAX_BYTES (1024 * PLATTER_GIB)
#define RUN_MIN_NS (100 * PLATTER_NS_PER_MS)
#define RUN_MAX_NS (3600 * PLATTER_NS_PER_S)

struct mark_options {
    const char *size, *seconds;
    uint64_t runs;
    struct platter_saving saving;
    bool json;
};

static const struct platter_arg args[] = {
    {"size", "SIZE", PLATTER_ARG_TEXT, offsetof(struct mark_options, size), 0, 0,
     "of the file (1GiB)"},
    {"seconds", "S", PLATTER_ARG_TEXT, offsetof(struct mark_options, seconds), 0, 0,
     "how long a run takes (5)"},
    {"runs", "N", PLATTER_ARG_COUNT, offsetof(struct mark_options, runs), 1, PLATTER_MARK_RUNS_MAX,
     "how many are counted of each row, after one that is not (3)"},
    PLATTER_SAVING_ARGS(struct mark_options, saving),
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct mark_options, json), 0, 0,
     "JSON instead of text"},
};

struct job {
    const struct mark_options *o;
    struct platter_mark_report report;
    struct platter_scratch file;
    struct platter_watch watch;
    char doing[64];     /* "" = the file is being written */
    unsigned done, all; /* runs */
};

static int progress(void *user, double share)
{
    const struct job *job = user;

    if (job->doing[0])
        platter_progress_show(job->report.folder, job->doing,
                              ((double)job->done + share) / (double)job->all);
    else
        platter_progress_show(job->report.folder, "writing the file,", share);
    return platter_interrupted() ? PLATTER_INTERRUPTED : 0;
}

static int take_options(struct job *job)
{
    uint64_t bytes = PLATTER_GIB, ns = 5 * PLATTER_NS_PER_S;

    if (job->o->size && (platter_parse_bytes(job->o->size, &bytes) < 0 || bytes < FILE_MIN_BYTES ||
                         bytes > FILE_MAX_BYTES)) {
        platter_cli_complain("mark: --size: '%s' is no size from 16MiB to 1TiB", job->o->size);
        return PLATTER_EXIT_USAGE;
    }
    if (job->o->seconds &&
        (platter_parse_time_ns(job->o->seconds, &ns) < 0 || ns < RUN_MIN_NS || ns > RUN_MAX_NS)) {
        platter_cli_complain("mark: --seconds: '%s' is no time from 0.1 to 3600", job->o->seconds);
        return PLATTER_EXIT_USAGE;
    }
    job->report.file_bytes = bytes - bytes % PLATTER_MIB;
    job->report.run_ns = ns;
    job->report.runs = (unsigned)job->o->runs;
    job->all = (job->report.runs + 1) * PLATTER_MARK_TESTS * PLATTER_DIRECTIONS;
    return PLATTER_EXIT_FINE;
}

/* What a person may name by mistake: this is the one benchmark that writes, so to files alone. */
static int check_folder(const char *name)
{
    struct stat st;

    if (strncmp(name, PLATTER_SIM_PREFIX, strlen(PLATTER_SIM_PREFIX)) == 0) {
        platter_cli_complain("mark: %s is a simulated drive and has no file system; `platter "
                             "random %s` and `platter curve %s` measure it",
                             name, name, name);
        return PLATTER_EXIT_USAGE;
    }
    if (stat(name, &st) == 0 && S_ISBLK(st.st_mode)) {
        platter_cli_complain("mark: %s is a drive: it would have to be written to; name a folder "
                             "on a file system, or `platter curve %s` to read it",
                             name, name);
        return PLATTER_EXIT_DATA;
    }
    return PLATTER_EXIT_FINE;
}

static int say_scratch(const struct job *job, int result)
{
    char text[512];

    platter_scratch_message(result, job->report.folder, job->report.file_bytes, &job->file, text,
                            sizeof(text));
    bool full = result == PLATTER_SCRATCH_FULL || result == -ENOSPC;
    platter_cli_complain("mark: %s%s", text, full ? ", or a smaller file (--size)" : "");
    if (result == -EACCES || result == -EPERM || result == -EROFS)
        return PLATTER_EXIT_NO_PERMISSION;
    if (result == -ENOENT)
        return PLATTER_EXIT_NO_INPUT;
    return result == PLATTER_SCRATCH_NOT_FOLDER || result == PLATTER_SCRATCH_MEMORY
               ? PLATTER_EXIT_DATA
               : PLATTER_EXIT_CANT_CREATE;
}

static int check_fio(struct job *job)
{
    int result = platter_mark_version(job->report.fio, sizeof(job->report.fio));

    if (result == 0)
        return PLATTER_EXIT_FINE;
    if (result < 0)
        platter_cli_complain("mark: fio cannot be started: %s", strerror(-result));
    else
        platter_cli_complain("mark: fio, which does the measuring, is not installed: apt-get "
                             "install fio");
    return PLATTER_EXIT_UNAVAILABLE;
}

static int open_file(struct job *job)
{
    int result = platter_scratch_open(job->report.folder, job->report.file_bytes, &job->file);

    if (result != 0)
        return say_scratch(job, result);
    if (job->file.direct)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("mark: %s: this file system has no O_DIRECT, so memory would be measured "
                         "and not the drive",
                         job->report.folder);
    return PLATTER_EXIT_DATA;
}

/* Which drive is below, if it is one. */
static void name_drive(struct job *job)
{
    struct platter_own_disk disks = {.n = 0};
    struct platter_sysroot root;
    struct platter_found found;

    platter_sysroot_init(&root, NULL);
    job->report.lies = platter_extents_of(&root, job->file.fd, &job->report.where) == 0;
    const char *name = job->report.lies ? job->report.where.device : NULL;
    if (!name && platter_own_disk_find("", job->report.folder, &disks) == 0 && disks.n == 1)
        name = disks.names[0];
    if (!name || platter_find(&root, name, &found) != 0)
        return;
    snprintf(job->report.drive, sizeof(job->report.drive), "%s", found.id);
    snprintf(job->report.model, sizeof(job->report.model), "%s", found.model);
}

static int say_run(const struct job *job, int result, const char *why)
{
    platter_progress_clear();
    if (result == PLATTER_INTERRUPTED)
        return PLATTER_EXIT_UNKNOWN;
    if (result == PLATTER_MARK_NO_FIO)
        platter_cli_complain("mark: fio is gone");
    else
        platter_cli_complain("mark: %s: fio failed: %s", job->report.folder,
                             result < 0 ? strerror(-result) : why);
    return PLATTER_EXIT_IO;
}

static int measure_row(struct job *job, const struct platter_mark_plan *plan, unsigned test,
                       enum platter_direction op)
{
    struct platter_mark_row *row = &job->report.rows[op][test];
    char why[256] = "";

    snprintf(job->doing, sizeof(job->doing), "%s %s,", platter_mark_tests[test].label,
             op == PLATTER_READ ? "read" : "write");
    for (unsigned i = 0; i <= job->report.runs; i++, job->done++) {
        struct platter_mark_run run;
        int result = platter_mark_run(plan, &platter_mark_tests[test], op, &job->watch, &run, why,
                                      sizeof(why));
        if (result != 0)
            return say_run(job, result, why);
        /* The first is not counted. */
        if (i > 0)
            row->run[row->runs++] = run;
    }
    return PLATTER_EXIT_FINE;
}

static int measure_rows(struct job *job)
{
    char path[64];
    /* The file has no name; this one leads to it while we live. */
    snprintf(path, sizeof(path), "/proc/%ld/fd/%d", (long)getpid(), job->file.fd);
    const struct platter_mark_plan plan = {path, job->report.file_bytes, job->report.run_ns};

    for (unsigned op = 0; op < PLATTER_DIRECTIONS; op++)
        for (unsigned i = 0; i < PLATTER_MARK_TESTS; i++) {
            int status = measure_row(job, &plan, i, op);
            if (status != PLATTER_EXIT_FINE)
                return status;
        }
    job->report.complete = true;
    return PLATTER_EXIT_FINE;
}

static int deliver(struct job *job)
{
    struct platter_json *j;
    int status = PLATTER_EXIT_FINE;

    if (!job->o->json)
        status = platter_mark_print(&job->report);
    j = platter_mark_to_json(&job->report);
    platter_saving_save(&job->o->saving, j, !job->o->json);
    if (job->o->json)
        return platter_out_json(j, true);
    platter_json_free(j);
    return status;
}

static int measure(struct job *job)
{
    uint64_t ns = 0;
    struct timespec begin, end;

    job->report.time_s = (int64_t)time(NULL);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    int result = platter_scratch_write(&job->file, 0, job->report.file_bytes, &job->watch, &ns);
    platter_progress_clear();
    if (result == PLATTER_INTERRUPTED)
        return PLATTER_EXIT_UNKNOWN;
    if (result != 0)
        return say_scratch(job, result);
    name_drive(job);
    int status = measure_rows(job);
    platter_progress_clear();
    clock_gettime(CLOCK_MONOTONIC, &end);
    job->report.duration_s =
        (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    int delivered = deliver(job);
    return status ? status : delivered;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct mark_options o = {.runs = 3};
    struct job job = {.o = &o, .file.fd = -1, .watch = {progress, &job}};
    int result = platter_args_parse(self, argc, argv, &o, &job.report.folder);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    int status = take_options(&job);
    if (status == PLATTER_EXIT_FINE)
        status = check_folder(job.report.folder);
    if (status == PLATTER_EXIT_FINE)
        status = check_fio(&job);
    if (status == PLATTER_EXIT_FINE)
        status = open_file(&job);
    if (status == PLATTER_EXIT_FINE) {
        platter_interrupt_catch();
        status = measure(&job);
    }
    platter_scratch_close(&job.file);
    return status;
}

const struct platter_command platter_command_mark = {
    .name = "mark",
    .question = PLATTER_BENCHMARKS,
    .operand = "DIR",
    .summary = "CrystalDiskMark's four rows on a file in a folder, by fio",
    .text =
        "The file system is written to, never a drive: into a file without a name that is gone\n"
        "at the end, whatever happens. Ctrl-C shows what there is; exit status 3.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

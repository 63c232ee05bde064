/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "agent/bench/scratch.h"
#include "agent/cli/cli.h"
#include "agent/cli/edges_report.h"
#include "agent/cli/out.h"
#include "agent/core/bytes.h"
#include "agent/store/own_disk.h"
#include <platter/errors.h>

struct edges_options {
    struct platter_session_options session;
    const char *size, *amount, *dir[PLATTER_EDGES];
};

static const struct platter_arg args[] = {
    {"size", "SIZE", PLATTER_ARG_TEXT, offsetof(struct edges_options, size), 0, 0,
     "how far before its end the last region begins (2GB)"},
    {"amount", "SIZE", PLATTER_ARG_TEXT, offsetof(struct edges_options, amount), 0, 0,
     "what is read once, and ten times (100MB)"},
    {"outer", "DIR", PLATTER_ARG_TEXT, offsetof(struct edges_options, dir[PLATTER_OUTER]), 0, 0,
     "a folder on its first partition: measure writes there too"},
    {"inner", "DIR", PLATTER_ARG_TEXT, offsetof(struct edges_options, dir[PLATTER_INNER]), 0, 0,
     "a folder on its last partition: the same"},
    PLATTER_SESSION_ARGS(struct edges_options, session),
};

static const unsigned counts[] = {1, 10};
#define N_COUNTS (sizeof(counts) / sizeof(*counts))
#define COUNT_MAX 10u
#define UNIT_MIN_BYTES 1000000ull
#define UNIT_MAX_BYTES 10000000000ull

struct job {
    struct platter_session *session;
    const struct edges_options *o;
    struct platter_edges_report report;
    uint64_t done_units, all_units;
};

/* What is written of a file at once. */
static uint64_t file_unit(const struct job *job)
{
    return job->report.unit_bytes - job->report.unit_bytes % PLATTER_SCRATCH_ALIGN_BYTES;
}

static bool is_sim(const struct job *job)
{
    return job->session->subject.found.transport == PLATTER_TRANSPORT_SIM;
}

static bool is_written(const struct job *job, enum platter_edge edge)
{
    return is_sim(job) || job->o->dir[edge];
}

static int say_scratch(const struct job *job, int result, const char *dir,
                       const struct platter_scratch *s)
{
    char text[512];

    platter_progress_clear();
    platter_scratch_message(result, dir, file_unit(job) * COUNT_MAX, s, text, sizeof(text));
    platter_cli_complain("edges: %s", text);
    if (result == -EACCES || result == -EPERM || result == -EROFS)
        return PLATTER_EXIT_NO_PERMISSION;
    if (result == -ENOENT)
        return PLATTER_EXIT_NO_INPUT;
    return result == PLATTER_SCRATCH_NOT_FOLDER || result == PLATTER_SCRATCH_MEMORY
               ? PLATTER_EXIT_DATA
               : PLATTER_EXIT_CANT_CREATE;
}

/* A folder elsewhere would give another drive's figures under this one's name. */
static int check_drive(const struct job *job, const char *dir)
{
    const struct platter_found *found = &job->session->subject.found;
    struct platter_own_disk disks = {.n = 0};

    if (found->transport == PLATTER_TRANSPORT_VIRTUAL ||
        platter_own_disk_find("", dir, &disks) < 0 || disks.n == 0 ||
        platter_own_disk_has(&disks, found->name))
        return PLATTER_EXIT_FINE;
    platter_cli_complain("edges: %s is on %s, not on %s; `lsblk` shows what is where", dir,
                         disks.names[0], found->name);
    return PLATTER_EXIT_USAGE;
}

/* Everything that can be wrong with a folder is told before anything is measured. */
static int check_folder(struct job *job, enum platter_edge edge)
{
    const char *dir = job->o->dir[edge];
    struct platter_scratch s = {.fd = -1};

    if (!dir)
        return PLATTER_EXIT_FINE;
    if (is_sim(job)) {
        platter_cli_complain("edges: a simulated drive has no file systems: leave --%s out, its "
                             "writes are simulated too",
                             platter_edge_name(edge));
        return PLATTER_EXIT_USAGE;
    }
    int result = platter_scratch_open(dir, file_unit(job) * COUNT_MAX, &s);
    if (result != 0)
        return say_scratch(job, result, dir, &s);
    job->report.dir[edge] = dir;
    job->report.direct[edge] = s.direct;
    platter_scratch_close(&s);
    return check_drive(job, dir);
}

static int take_size(const char *option, const char *text, uint64_t min_bytes, uint64_t max_bytes,
                     uint64_t *bytes)
{
    uint64_t value;
    char min[32], max[32];

    if (!text)
        return PLATTER_EXIT_FINE;
    if (platter_parse_bytes(text, &value) == 0 && value >= min_bytes && value <= max_bytes) {
        *bytes = value;
        return PLATTER_EXIT_FINE;
    }
    platter_out_bytes(min, sizeof(min), min_bytes);
    platter_out_bytes(max, sizeof(max), max_bytes);
    platter_cli_complain("edges: --%s: '%s' is no size from %s to %s", option, text, min, max);
    return PLATTER_EXIT_USAGE;
}

static int place_regions(struct job *job)
{
    const struct platter_geometry *g = &job->session->subject.drive->geometry;
    uint64_t size_bytes = PLATTER_EDGE_SIZE_BYTES;
    char capacity[32];

    int status = take_size("amount", job->o->amount, UNIT_MIN_BYTES, UNIT_MAX_BYTES,
                           &job->report.unit_bytes);
    uint64_t least = job->report.unit_bytes * COUNT_MAX;
    if (status == PLATTER_EXIT_FINE)
        status = take_size("size", job->o->size, least, UINT64_MAX, &size_bytes);
    if (status != PLATTER_EXIT_FINE)
        return status;
    if (size_bytes < least)
        size_bytes = least;
    for (unsigned e = 0; e < PLATTER_EDGES; e++)
        if (platter_edge_begin(g, e, size_bytes, &job->report.offset_bytes[e]) < 0) {
            platter_out_bytes(capacity, sizeof(capacity), g->capacity_bytes);
            platter_cli_complain("edges: %s: two regions of %.3g GB do not fit on a drive of %s%s",
                                 job->session->subject.found.name, (double)size_bytes / 1e9,
                                 capacity, job->o->size ? "" : "; try less (--size, --amount)");
            return PLATTER_EXIT_DATA;
        }
    return PLATTER_EXIT_FINE;
}

/* Nothing is written anywhere: the model alone says how long it would take. */
static int simulate_write(struct platter_drive *d, void *buf, uint64_t offset_bytes,
                          uint32_t len_bytes, uint64_t *elapsed_ns)
{
    (void)buf;
    return platter_sim_write(d, offset_bytes, len_bytes, elapsed_ns);
}

static int write_files(struct job *job, const char *dir, unsigned count,
                       struct platter_edge_time *out, int *status)
{
    struct platter_scratch s = {.fd = -1};
    uint64_t unit = file_unit(job), ns = 0, sum_ns = 0;
    int result = platter_scratch_open(dir, unit * count, &s);

    for (unsigned i = 0; result == 0 && i < count; i++) {
        result = platter_scratch_write(&s, unit * i, unit, &job->session->watch, &ns);
        sum_ns += ns;
    }
    if (result != 0 && result != PLATTER_INTERRUPTED)
        *status = say_scratch(job, result, dir, &s);
    platter_scratch_close(&s);
    if (result == 0)
        *out = (struct platter_edge_time){unit * count, sum_ns,
                                          (double)(unit * count) * 1e9 / (double)sum_ns, false};
    return result;
}

static int measure_row(struct job *job, struct platter_edges_row *row)
{
    struct platter_drive *drive = job->session->subject.drive;
    const char *dir = job->report.dir[row->edge];
    int status = PLATTER_EXIT_FINE;
    int result;

    if (row->op == PLATTER_WRITE && dir) {
        result = write_files(job, dir, row->count, &row->time, &status);
        return status != PLATTER_EXIT_FINE ? status
                                           : platter_subject_ended(&job->session->subject, result);
    }
    result = platter_edge_run(
        drive, job->report.offset_bytes[row->edge], job->report.unit_bytes * row->count,
        row->op == PLATTER_WRITE ? simulate_write : NULL, &job->session->watch, &row->time);
    if (result != 0)
        platter_progress_clear();
    return platter_subject_ended(&job->session->subject, result);
}

static int measure_next(struct job *job, enum platter_edge edge, enum platter_direction op,
                        unsigned count)
{
    static const char *const ops[] = {[PLATTER_READ] = "read", [PLATTER_WRITE] = "write"};
    struct platter_edges_row *row = &job->report.rows[job->report.n_rows];
    char doing[32];

    *row = (struct platter_edges_row){.edge = edge, .op = op, .count = count, .time.bps = NAN};
    snprintf(doing, sizeof(doing), "%s %s", platter_edge_name(edge), ops[op]);
    job->session->doing = doing;
    job->session->share_from = (double)job->done_units / (double)job->all_units;
    job->session->share_len = (double)count / (double)job->all_units;
    int status = measure_row(job, row);
    job->session->doing = NULL;
    job->done_units += count;
    /* What was not measured to its end has no figure; the row says that it was tried. */
    if (status != PLATTER_EXIT_UNKNOWN)
        job->report.n_rows++;
    return status;
}

/* A place that cannot be read costs its row alone. */
static int measure_all(struct job *job)
{
    int worst = PLATTER_EXIT_FINE;

    for (unsigned e = 0; e < PLATTER_EDGES; e++)
        for (unsigned op = 0; op < PLATTER_DIRECTIONS; op++)
            for (unsigned i = 0; i < N_COUNTS; i++) {
                if (op == PLATTER_WRITE && !is_written(job, e))
                    continue;
                int status = measure_next(job, e, op, counts[i]);
                if (status == PLATTER_EXIT_UNKNOWN)
                    return status;
                if (status != PLATTER_EXIT_FINE)
                    worst = status;
            }
    job->report.complete = worst == PLATTER_EXIT_FINE;
    return worst;
}

static void count_units(struct job *job)
{
    for (unsigned e = 0; e < PLATTER_EDGES; e++)
        for (unsigned i = 0; i < N_COUNTS; i++)
            job->all_units += (uint64_t)counts[i] * (is_written(job, e) ? 2 : 1);
}

static int measure(struct platter_session *session, const struct edges_options *o)
{
    struct job job = {.session = session,
                      .o = o,
                      .report = {.session = session, .unit_bytes = PLATTER_EDGE_UNIT_BYTES}};
    int status = place_regions(&job), printed = PLATTER_EXIT_FINE;

    for (unsigned e = 0; e < PLATTER_EDGES && status == PLATTER_EXIT_FINE; e++)
        status = check_folder(&job, e);
    if (status != PLATTER_EXIT_FINE)
        return status;
    count_units(&job);
    status = measure_all(&job);
    platter_progress_clear();
    if (!o->session.json)
        printed = platter_edges_print(&job.report);
    int delivered = platter_session_deliver(session, platter_edges_to_json(&job.report));
    return status ? status : printed ? printed : delivered;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct edges_options o = {.session.subject.seed = 1};
    struct platter_session session;
    const char *name = NULL;
    int result = platter_args_parse(self, argc, argv, &o, &name);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    int status = platter_session_open(&session, self->name, &o.session, name);
    if (status != PLATTER_EXIT_FINE)
        return status;
    status = measure(&session, &o);
    platter_session_close(&session);
    return status;
}

const struct platter_command platter_command_edges = {
    .name = "edges",
    .question = PLATTER_BENCHMARKS,
    .operand = "DRIVE",
    .summary = "how fast it streams at its first and its last gigabytes (dd)",
    .text =
        "100 MB once and ten times, read at both ends. The drive itself is never written to: "
        "writes\n"
        "go through the file systems that --outer and --inner name, to files without a name that\n"
        "are gone when they are measured, whatever happens. Ctrl-C shows what there is; exit\n"
        "status 3. Exit status 74: a place could not be read, or the drive went away.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "agent/cli/cli.h"
#include "agent/cli/found.h"
#include "agent/cli/out.h"
#include "agent/cli/probe_report.h"
#include "agent/core/state.h"
#include "agent/drive/open.h"
#include "agent/drive/power.h"
#include "agent/drive/probe.h"
#include <platter/errors.h>
#include <platter/units.h>

/* What progress() ends a sample with when Ctrl-C was pressed. */
#define INTERRUPTED 100
#define NOT_GIVEN UINT64_MAX

struct probe_options {
    bool json, wake, real_time;
    uint64_t slot, sample, accesses, zones, count, seed;
    uint64_t slow_ns;
};

static const struct platter_arg args[] = {
    {"count", "N", PLATTER_ARG_COUNT, offsetof(struct probe_options, count), 1, 100000,
     "take N samples, each at other places (1)"},
    {"sample", "N", PLATTER_ARG_COUNT, offsetof(struct probe_options, sample), 0, INT64_MAX,
     "number of the first sample: which places are read"},
    {"slot", "N", PLATTER_ARG_COUNT, offsetof(struct probe_options, slot), 0, PLATTER_SLOTS - 1,
     "read at this of the fixed places in each zone"},
    {"zones", "N", PLATTER_ARG_COUNT, offsetof(struct probe_options, zones), 1, PLATTER_ZONES_MAX,
     "cut the drive into N zones (10)"},
    {"accesses", "N", PLATTER_ARG_COUNT, offsetof(struct probe_options, accesses), 0,
     PLATTER_ACCESSES_MAX, "access reads per zone (2)"},
    {"slow", "MS", PLATTER_ARG_MS, offsetof(struct probe_options, slow_ns), 0, 0,
     "from how many milliseconds on a block is slow (5)"},
    {"wake", NULL, PLATTER_ARG_FLAG, offsetof(struct probe_options, wake), 0, 0,
     "read the drive even if that wakes it"},
    {"real-time", NULL, PLATTER_ARG_FLAG, offsetof(struct probe_options, real_time), 0, 0,
     "a simulated drive takes as long as a real one"},
    {"seed", "N", PLATTER_ARG_COUNT, offsetof(struct probe_options, seed), 0, UINT64_MAX,
     "of the random pauses and of simulated drives (1)"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct probe_options, json), 0, 0,
     "JSON; with --count one sample a line"},
};

/* A drive being probed. */
struct job {
    const struct probe_options *o;
    struct platter_found found;
    struct platter_drive *drive;
    struct platter_plan plan;
    struct platter_state state;
    uint64_t first_sample;
    unsigned steps; /* done in this sample */
    bool show_progress;
    bool any_bad;
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

/* Once: a second Ctrl-C ends a program that is stuck in a read. */
static void catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

static int progress(void *user, const struct platter_sample *so_far)
{
    struct job *job = user;
    unsigned steps = job->plan.n_zones * (job->plan.accesses + 1);

    (void)so_far;
    job->steps++;
    if (job->show_progress)
        fprintf(stderr, "\r%s: %u %%", job->found.name,
                job->steps < steps ? job->steps * 100 / steps : 99);
    return interrupted ? INTERRUPTED : 0;
}

static void clear_progress(const struct job *job)
{
    if (job->show_progress)
        fputs("\r\033[K", stderr);
}

/* The number of the first sample that reads at a slot. */
static int sample_of_slot(const struct platter_plan *plan, uint64_t slot, uint64_t *sample)
{
    for (uint64_t i = 0; i < PLATTER_SLOTS; i++)
        if (platter_plan_slot(plan, i) == slot) {
            *sample = i;
            return 0;
        }
    return -ERANGE;
}

/*
 * Which places are read when nobody says so: on a real drive others each time, because what was
 * read a minute ago may still be in its buffer.
 */
static int choose_sample(struct job *job)
{
    const struct probe_options *o = job->o;

    if (o->slot != NOT_GIVEN) {
        if (sample_of_slot(&job->plan, o->slot, &job->first_sample) == 0)
            return PLATTER_EXIT_FINE;
        platter_cli_complain("%s: a zone has room for %u slots only; --slot is counted from 0",
                             job->found.name, job->plan.n_slots);
        return PLATTER_EXIT_USAGE;
    }
    if (o->sample != NOT_GIVEN)
        job->first_sample = o->sample;
    else if (job->found.transport != PLATTER_TRANSPORT_SIM)
        job->first_sample = (uint64_t)time(NULL) / 2;
    return PLATTER_EXIT_FINE;
}

static int make_plan(struct job *job)
{
    const struct platter_geometry *g = &job->drive->geometry;
    char size[32];
    int result =
        platter_plan_init(&job->plan, g, (unsigned)job->o->zones, (unsigned)job->o->accesses);

    if (result == -EINVAL) {
        platter_cli_complain(
            "%s: reads would have to be aligned to %u KiB; 128 KiB is the most that "
            "can be measured",
            job->found.name, g->align_bytes / 1024);
        return PLATTER_EXIT_DATA;
    }
    if (result < 0) {
        platter_out_bytes(size, sizeof(size), g->capacity_bytes);
        platter_cli_complain("%s: %s cannot be cut into %u zones%s", job->found.name, size,
                             (unsigned)job->o->zones,
                             job->o->zones > 1 ? "; try fewer (--zones)" : "");
        return PLATTER_EXIT_DATA;
    }
    platter_state_init(&job->state, job->plan.n_zones, job->o->slow_ns, g->rev_ns);
    return choose_sample(job);
}

/* Asked without waking it, and before anything is opened. */
static int check_awake(const struct job *job, const struct platter_sysroot *root)
{
    enum platter_power power = PLATTER_POWER_UNKNOWN;

    if (!platter_found_has_spindle(&job->found) || job->o->wake)
        return PLATTER_EXIT_FINE;
    int result = platter_power_ask(root, &job->found, &power);
    if (result < 0) {
        char text[PLATTER_TEXT_MAX + 64];
        platter_open_message(result, &job->found, text, sizeof(text));
        platter_cli_complain("%s", text);
        return platter_opened_exit(result);
    }
    if (power == PLATTER_POWER_ACTIVE || power == PLATTER_POWER_IDLE)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("%s: %s; --wake reads it all the same", job->found.name,
                         power != PLATTER_POWER_UNKNOWN ? "it sleeps, or its heads are parked"
                         : result == PLATTER_POWER_NO_PERMISSION
                             ? "whether it sleeps can be asked by root alone (CAP_SYS_RAWIO)"
                             : "it does not tell whether it sleeps");
    return PLATTER_EXIT_UNAVAILABLE;
}

static int open_drive(struct job *job)
{
    enum platter_sim_clock clock = job->o->real_time ? PLATTER_SIM_REAL : PLATTER_SIM_VIRTUAL;
    struct platter_sysroot root;
    char text[PLATTER_TEXT_MAX + 64];
    int result = platter_sysroot_init(&root, NULL);

    int status = result == 0 ? check_awake(job, &root) : PLATTER_EXIT_FINE;
    if (status != PLATTER_EXIT_FINE)
        return status;
    if (result == 0)
        result = platter_open(&root, &job->found, clock, job->o->seed, &job->drive);
    if (result == 0)
        return PLATTER_EXIT_FINE;
    platter_open_message(result, &job->found, text, sizeof(text));
    platter_cli_complain("%s", text);
    return platter_opened_exit(result);
}

/* What ended a sample, as an exit status. */
static int judge_end(const struct job *job, int result)
{
    if (result == 0)
        return PLATTER_EXIT_FINE;
    if (result == INTERRUPTED)
        return PLATTER_EXIT_UNKNOWN;
    if (result == PLATTER_READ_GONE)
        platter_cli_complain("%s: the drive is gone; is it plugged in? `dmesg` says more",
                             job->found.device);
    else
        platter_cli_complain("%s: reading failed: %s", job->found.device,
                             strerror(result < 0 ? -result : EIO));
    return PLATTER_EXIT_IO;
}

static int print_sample(const struct job *job, const struct platter_sample *sample, bool complete)
{
    const struct platter_geometry *g = &job->drive->geometry;
    const struct platter_probe_report report = {
        .found = &job->found,
        .plan = &job->plan,
        .sample = sample,
        .logical_bytes = g->logical_bytes,
        .slow_ns = job->o->slow_ns,
        .rev_ns = g->rev_ns,
        .rotating = g->rotating,
        .complete = complete,
    };

    return job->o->json ? platter_probe_print_json(&report, job->o->count == 1)
                        : platter_probe_print(&report);
}

static int take_sample(struct job *job, uint64_t number)
{
    struct platter_sample sample;
    struct platter_probe probe = {
        .plan = &job->plan,
        .sample = number,
        .outer_bps = platter_state_outer_bps(&job->state),
        .progress = progress,
        .user = job,
    };

    platter_rng_seed(&probe.rng, job->o->seed + number);
    job->steps = 0;
    int result = platter_probe_run(job->drive, &probe, &sample);
    sample.time_s = (int64_t)time(NULL);
    clear_progress(job);
    platter_state_add(&job->state, &sample, platter_drive_now_ns(job->drive) + 1);
    job->any_bad |= sample.n_bad != 0;
    int printed = print_sample(job, &sample, result == 0);
    int status = judge_end(job, result);
    return status ? status : printed;
}

static int take_samples(struct job *job)
{
    int status = PLATTER_EXIT_FINE;

    for (uint64_t i = 0; i < job->o->count && status == PLATTER_EXIT_FINE; i++) {
        if (i && !job->o->json)
            putchar('\n');
        status = interrupted ? PLATTER_EXIT_UNKNOWN : take_sample(job, job->first_sample + i);
    }
    return status == PLATTER_EXIT_FINE && job->any_bad ? PLATTER_EXIT_IO : status;
}

static int probe_drive(struct job *job)
{
    int status = open_drive(job);

    if (status == PLATTER_EXIT_FINE)
        status = make_plan(job);
    if (status == PLATTER_EXIT_FINE)
        status = take_samples(job);
    platter_drive_free(job->drive);
    return status;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct probe_options o = {.slot = NOT_GIVEN,
                              .sample = NOT_GIVEN,
                              .accesses = 2,
                              .zones = PLATTER_ZONES_DEFAULT,
                              .count = 1,
                              .seed = 1,
                              .slow_ns = PLATTER_SLOW_DEFAULT_NS};
    struct job job = {.o = &o, .show_progress = isatty(STDERR_FILENO)};
    struct platter_sysroot root;
    const char *name = NULL;
    int result = platter_args_parse(self, argc, argv, &o, &name);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    platter_sysroot_init(&root, NULL);
    result = platter_found(&root, name, &job.found);
    if (result != PLATTER_EXIT_FINE)
        return result;
    catch_interrupt();
    return probe_drive(&job);
}

const struct platter_command platter_command_probe = {
    .name = "probe",
    .question = PLATTER_THIS_DRIVE_NOW,
    .operand = "DRIVE",
    .summary = "measure a drive at once: one sample",
    .text =
        "It reads some 23 MiB in half a second, and never writes. Exit status 74: a place could\n"
        "not be read. Ctrl-C shows what there is; exit status 3.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

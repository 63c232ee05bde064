/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "agent/bench/random.h"
#include "agent/cli/cli.h"
#include "agent/cli/random_report.h"
#include "agent/cli/session.h"
#include <platter/errors.h>
#include <platter/units.h>

#define ROWS_MAX 16u
#define WORD_MAX 32u
#define SIZES "512,4KiB,64KiB,1MiB,mixed"
#define SIZE_MIN 512u
#define MIXED_MAX 1048576u

struct random_options {
    struct platter_session_options session;
    const char *sizes, *range;
    uint64_t depth, count;
    int64_t seconds;
};

static const struct platter_arg args[] = {
    {"sizes", "LIST", PLATTER_ARG_TEXT, offsetof(struct random_options, sizes), 0, 0,
     "of the reads (" SIZES ")"},
    {"depth", "N", PLATTER_ARG_COUNT, offsetof(struct random_options, depth), 1,
     PLATTER_RANDOM_DEPTH_MAX, "reads in flight (1)"},
    {"seconds", "TIME", PLATTER_ARG_SECONDS, offsetof(struct random_options, seconds), 0, 0,
     "how long for each size (10)"},
    {"count", "N", PLATTER_ARG_COUNT, offsetof(struct random_options, count), 1,
     PLATTER_RANDOM_COUNT_MAX, "so many reads of each size instead"},
    {"range", "RANGE", PLATTER_ARG_TEXT, offsetof(struct random_options, range), 0, 0,
     "a part of the drive: 0-10%, 100GB-200GB, 50%-"},
    PLATTER_SESSION_ARGS(struct random_options, session),
};

struct job {
    struct platter_session *session;
    const struct random_options *o;
    uint64_t from_bytes, to_bytes;
    struct platter_random_row rows[ROWS_MAX];
    unsigned n;
    bool any_errors;
};

/* The smallest read that mixed ones are made of. */
static uint32_t mixed_unit(const struct job *job)
{
    uint32_t align = job->session->subject.drive->geometry.align_bytes;

    return align > 4096 ? align : 4096;
}

/* 512 of the usual list is left out without a word where sectors are larger. */
static int add_size(struct job *job, const char *word)
{
    const struct platter_geometry *g = &job->session->subject.drive->geometry;
    bool usual = strcmp(job->o->sizes, SIZES) == 0;
    uint32_t bytes = 0;

    if (usual && strcmp(word, "512") == 0 && g->logical_bytes > 512)
        return PLATTER_EXIT_FINE;
    if (strcmp(word, "mixed") != 0) {
        int status = platter_session_block(job->session, "sizes", word, SIZE_MIN,
                                           PLATTER_RANDOM_SIZE_MAX, &bytes);
        if (status != PLATTER_EXIT_FINE)
            return status;
    }
    if (job->n == ROWS_MAX) {
        platter_cli_complain("random: --sizes: more than %u sizes", ROWS_MAX);
        return PLATTER_EXIT_USAGE;
    }
    job->rows[job->n++].size_bytes = bytes;
    return PLATTER_EXIT_FINE;
}

static int add_sizes(struct job *job)
{
    const char *text = job->o->sizes;
    int status = PLATTER_EXIT_FINE;

    while (text && status == PLATTER_EXIT_FINE) {
        size_t len = strcspn(text, ",");
        char word[WORD_MAX];
        snprintf(word, sizeof(word), "%.*s", (int)len, text);
        status = add_size(job, word);
        text = text[len] ? text + len + 1 : NULL;
    }
    return status;
}

static int measure_row(struct job *job, unsigned i)
{
    const struct random_options *o = job->o;
    struct platter_random_row *row = &job->rows[i];
    uint32_t size = row->size_bytes ? row->size_bytes : mixed_unit(job);
    const struct platter_random_plan plan = {
        .from_bytes = job->from_bytes,
        .to_bytes = job->to_bytes,
        .size_bytes = size,
        .size_max_bytes = row->size_bytes    ? size
                          : size > MIXED_MAX ? size
                                             : MIXED_MAX,
        .depth = (uint32_t)o->depth,
        .for_ns = o->count ? 0 : (uint64_t)o->seconds * PLATTER_NS_PER_S,
        .count = o->count ? o->count : PLATTER_RANDOM_COUNT_MAX,
        .seed = o->session.subject.seed + i,
    };

    job->session->share_from = (double)i / job->n;
    job->session->share_len = 1.0 / job->n;
    if (plan.to_bytes - plan.from_bytes < plan.size_max_bytes) {
        platter_progress_clear();
        platter_cli_complain("random: the range has no room for a read of %u bytes",
                             plan.size_max_bytes);
        return -ERANGE;
    }
    int result =
        platter_random_run(job->session->subject.drive, &plan, &job->session->watch, &row->figures);
    row->refused = result == PLATTER_RANDOM_REFUSED;
    row->complete = result == 0;
    job->any_errors |= row->figures.errors != 0;
    return row->refused ? 0 : result;
}

static int report(const struct job *job, unsigned n, bool complete)
{
    const struct platter_random_report r = {
        .session = job->session,
        .rows = job->rows,
        .n = n,
        .from_bytes = job->from_bytes,
        .to_bytes = job->to_bytes,
        .depth = (uint32_t)job->o->depth,
        .complete = complete,
    };
    struct platter_json *document = platter_random_to_json(&r);
    int status = job->o->session.json ? PLATTER_EXIT_FINE : platter_random_print(&r);
    int delivered = platter_session_deliver(job->session, document);

    return status ? status : delivered;
}

static int measure(struct job *job)
{
    unsigned n = 0;
    int result = 0;

    while (n < job->n && result == 0)
        result = measure_row(job, n++);
    platter_progress_clear();
    if (result == -ERANGE)
        return PLATTER_EXIT_USAGE;
    int ended = platter_session_ended(job->session, result, SIZE_MIN);
    /* The row in which it ended may have nothing. */
    if (result != 0 && job->rows[n - 1].figures.reads == 0)
        n--;
    int status = n ? report(job, n, result == 0) : PLATTER_EXIT_FINE;
    if (status == PLATTER_EXIT_FINE && job->any_errors)
        status = PLATTER_EXIT_IO;
    return ended != PLATTER_EXIT_FINE ? ended : status;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct random_options o = {
        .session.subject.seed = 1, .sizes = SIZES, .depth = 1, .seconds = 10};
    struct platter_session session;
    struct job job = {.session = &session, .o = &o};
    const char *name = NULL;
    int result = platter_args_parse(self, argc, argv, &o, &name);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    int status = platter_session_open(&session, self->name, &o.session, name);
    if (status != PLATTER_EXIT_FINE)
        return status;
    status = add_sizes(&job);
    if (status == PLATTER_EXIT_FINE)
        status = platter_session_range(&session, o.range, &job.from_bytes, &job.to_bytes);
    if (status == PLATTER_EXIT_FINE)
        status = measure(&job);
    platter_session_close(&session);
    return status;
}

const struct platter_command platter_command_random = {
    .name = "random",
    .question = PLATTER_BENCHMARKS,
    .operand = "DRIVE",
    .summary = "reads at random places: how many a second, how long they take",
    .text =
        "Of each size for ten seconds; mixed reads have any size up to 1 MiB. It never writes.\n"
        "Ctrl-C shows what there is; exit status 3. Exit status 74: a place could not be read,\n"
        "or the drive went away.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/bench/strokes.h"
#include "agent/cli/cli.h"
#include "agent/cli/out.h"
#include "agent/cli/session.h"
#include "agent/cli/strokes_report.h"
#include "agent/core/bytes.h"
#include <platter/errors.h>
#include <platter/units.h>

#define ACCESS_BYTES 4096u
#define SHARES "5%,7.5%,10%,12.5%,15%,17.5%,20%,22.5%,25%,50%,100%"
#define WORD_MAX 32u

/* A mean of random reads is as good as their number; a simulated drive's time costs nothing. */
#define ACCESSES 1500u
#define ACCESSES_VIRTUAL 200000u

struct strokes_options {
    struct platter_session_options session;
    const char *shares, *capacities, *block;
    uint64_t accuracy, points, accesses;
};

static const struct platter_arg args[] = {
    {"shares", "LIST", PLATTER_ARG_TEXT, offsetof(struct strokes_options, shares), 0, 0,
     "parts of the drive: 5%,10%,100%"},
    {"capacities", "LIST", PLATTER_ARG_TEXT, offsetof(struct strokes_options, capacities), 0, 0,
     "the same as sizes: 1GB,100GB,2TB"},
    {"accuracy", "N", PLATTER_ARG_COUNT, offsetof(struct strokes_options, accuracy), 1,
     PLATTER_ACCURACIES, "how long each place is read: 1 to 5 are 1/8 to 2 s (2)"},
    {"points", "N", PLATTER_ARG_COUNT, offsetof(struct strokes_options, points), 1,
     PLATTER_CURVE_POINTS_MAX, "how many places per part (200)"},
    {"accesses", "N", PLATTER_ARG_COUNT, offsetof(struct strokes_options, accesses), 1, 1000000,
     "random reads per part (1500; simulated drives 200000)"},
    {"block", "SIZE", PLATTER_ARG_TEXT, offsetof(struct strokes_options, block), 0, 0,
     "of the reads: 512 B to 8 MiB (64KiB)"},
    PLATTER_SESSION_ARGS(struct strokes_options, session),
};

struct list {
    struct platter_stroke rows[PLATTER_STROKES_MAX];
    unsigned n;
};

static int refuse_word(const char *option, const char *word, int result, uint64_t capacity)
{
    char size[32];

    platter_out_bytes(size, sizeof(size), capacity);
    if (result == -ERANGE)
        platter_cli_complain("strokes: --%s: '%s' is more than the drive, which has %s", option,
                             word, size);
    else
        platter_cli_complain("strokes: --%s: '%s' is no part of a drive: write %s", option, word,
                             strcmp(option, "shares") == 0 ? "5%,7.5%,100%" : "1GB,100GB,2TB");
    return PLATTER_EXIT_USAGE;
}

static int add_row(struct list *list, const char *option, const char *word, uint64_t bytes,
                   const struct platter_curve_plan *plan)
{
    bytes -= bytes % plan->block_bytes;
    if (list->n == PLATTER_STROKES_MAX) {
        platter_cli_complain("strokes: more than %u parts", PLATTER_STROKES_MAX);
        return PLATTER_EXIT_USAGE;
    }
    if (bytes < plan->access_bytes + 2ull * plan->block_bytes) {
        platter_cli_complain("strokes: --%s: '%s' has no room for two blocks", option, word);
        return PLATTER_EXIT_USAGE;
    }
    list->rows[list->n++].capacity_bytes = bytes;
    return PLATTER_EXIT_FINE;
}

/* In shares a number without a unit is percent. */
static int parse_word(const char *option, const char *word, uint64_t capacity, uint64_t *bytes)
{
    char percent[WORD_MAX + 2];
    bool is_share = strcmp(option, "shares") == 0;

    snprintf(percent, sizeof(percent), "%s%s", word, is_share && !strchr(word, '%') ? "%" : "");
    return platter_parse_place(percent, capacity, bytes);
}

static int add_list(struct list *list, const char *option, const char *text, uint64_t capacity,
                    const struct platter_curve_plan *plan)
{
    int status = PLATTER_EXIT_FINE;

    while (text && status == PLATTER_EXIT_FINE) {
        size_t len = strcspn(text, ",");
        char word[WORD_MAX];
        uint64_t bytes = 0;
        snprintf(word, sizeof(word), "%.*s", (int)len, text);
        int result = len < WORD_MAX ? parse_word(option, word, capacity, &bytes) : -EINVAL;
        status = result == 0 ? add_row(list, option, word, bytes, plan)
                             : refuse_word(option, word, result, capacity);
        text = text[len] ? text + len + 1 : NULL;
    }
    return status;
}

static int by_capacity(const void *a, const void *b)
{
    const struct platter_stroke *x = a, *y = b;

    return (x->capacity_bytes > y->capacity_bytes) - (x->capacity_bytes < y->capacity_bytes);
}

/* The smallest first, none twice. */
static void sort_rows(struct list *list)
{
    unsigned kept = 0;

    qsort(list->rows, list->n, sizeof(*list->rows), by_capacity);
    for (unsigned i = 0; i < list->n; i++)
        if (kept == 0 || list->rows[kept - 1].capacity_bytes != list->rows[i].capacity_bytes)
            list->rows[kept++] = list->rows[i];
    list->n = kept;
}

static int make_plan(const struct platter_session *s, const struct strokes_options *o,
                     struct platter_curve_plan *p, struct list *list)
{
    const struct platter_geometry *g = &s->subject.drive->geometry;
    const char *shares = o->shares || o->capacities ? o->shares : SHARES;
    uint64_t accesses = platter_session_is_virtual(s) ? ACCESSES_VIRTUAL : ACCESSES;

    *p = (struct platter_curve_plan){
        .access_bytes = g->logical_bytes > ACCESS_BYTES ? g->logical_bytes : ACCESS_BYTES,
        .points = (uint32_t)o->points,
        .accesses = (uint32_t)(o->accesses ? o->accesses : accesses),
        .point_ns = platter_accuracy_ns[o->accuracy - 1],
        .seed = o->session.subject.seed,
    };
    int status = platter_session_block(s, "block", o->block, PLATTER_CURVE_BLOCK_MIN,
                                       PLATTER_CURVE_BLOCK_MAX, &p->block_bytes);
    if (status == PLATTER_EXIT_FINE)
        status = add_list(list, "shares", shares, g->capacity_bytes, p);
    if (status == PLATTER_EXIT_FINE)
        status = add_list(list, "capacities", o->capacities, g->capacity_bytes, p);
    sort_rows(list);
    return status;
}

static int report(const struct platter_strokes_report *r, const struct strokes_options *o)
{
    struct platter_json *document = platter_strokes_to_json(r);
    int status = o->session.json ? PLATTER_EXIT_FINE : platter_strokes_print(r);
    int delivered = platter_session_deliver(r->session, document);

    return status ? status : delivered;
}

static int measure(struct platter_session *s, const struct strokes_options *o)
{
    struct platter_curve_plan plan;
    struct list list = {.n = 0};
    int status = make_plan(s, o, &plan, &list);

    if (status != PLATTER_EXIT_FINE)
        return status;
    struct platter_strokes_report r = {.session = s, .plan = &plan, .rows = list.rows};
    int result = platter_strokes_run(s->subject.drive, &plan, &s->watch, list.rows, list.n, &r.n,
                                     &r.first_error_byte);
    platter_progress_clear();
    for (unsigned i = 0; i < r.n; i++)
        r.errors += list.rows[i].errors;
    r.complete = result == 0;
    int ended = platter_session_ended(s, result, plan.block_bytes);
    if (r.n)
        status = report(&r, o);
    if (status == PLATTER_EXIT_FINE && r.errors)
        status = PLATTER_EXIT_IO;
    return ended != PLATTER_EXIT_FINE ? ended : status;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct strokes_options o = {
        .session.subject.seed = 1, .block = "64KiB", .accuracy = 2, .points = PLATTER_CURVE_POINTS};
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

const struct platter_command platter_command_strokes = {
    .name = "strokes",
    .question = PLATTER_BENCHMARKS,
    .operand = "DRIVE",
    .summary = "how much faster its first part is, for parts of any size (short strokes)",
    .text = "For the first 5 % of the drive, the first 7.5 % ... all of it: average, fastest and\n"
            "slowest rate, access time, and where the knee is. A quarter of an hour on a hard\n"
            "disk; it never writes. Ctrl-C shows what there is; exit status 3. Exit status 74: a\n"
            "place could not be read, or the drive went away.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

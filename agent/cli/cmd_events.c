/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/cli/ask.h"
#include "agent/cli/cli.h"
#include "agent/cli/look.h"
#include "agent/cli/out.h"
#include "agent/cli/pick.h"
#include "agent/cli/table.h"
#include "agent/wire/event_json.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>

#define COUNT 40
/* What the agent is asked for: all that it keeps in memory. */
#define ASK_MAX 1000

struct events_options {
    uint64_t count;
    int64_t since_s;
    bool json;
    const char *drive, *socket;
};

/* The first is also -n. */
static const struct platter_arg args[] = {
    {"count", "N", PLATTER_ARG_COUNT, offsetof(struct events_options, count), 1, ASK_MAX,
     "the last N of them (40); also -n"},
    {"since", "TIME", PLATTER_ARG_SECONDS, offsetof(struct events_options, since_s), 0, 0,
     "those of the last 2d, 12h, 30d"},
    {"drive", "DRIVE", PLATTER_ARG_TEXT, offsetof(struct events_options, drive), 0, 0,
     "those of one drive"},
    {"socket", "PATH", PLATTER_ARG_TEXT, offsetof(struct events_options, socket), 0, 0,
     "the agent's socket, if it is not in its usual place"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct events_options, json), 0, 0, "JSON"},
};

static const struct platter_column columns[] = {
    {"time", false, false},
    {"drive", false, false},
    {"", false, false},
    {"what", false, false},
};
enum column { TIME, DRIVE, SEVERITY, WHAT, COLUMNS };

static const enum platter_tint tints[PLATTER_SEVERITIES] = {
    [PLATTER_INFO] = PLATTER_DIM,
    [PLATTER_WARNING] = PLATTER_WARN,
    [PLATTER_FAILURE] = PLATTER_BAD,
    [PLATTER_OKAY] = PLATTER_GOOD,
};

struct drives {
    struct platter_snapshot *v;
    unsigned n;
};

/* Its name now, else its id: it may be gone for long. */
static const char *drive_name(const struct drives *drives, const char *id)
{
    for (unsigned i = 0; i < drives->n; i++)
        if (strcmp(drives->v[i].drive, id) == 0)
            return platter_look_name(&drives->v[i]);
    return id[0] ? id : "(agent)";
}

/* What is kept in order: the last count of those that are wanted. */
static int take(const struct platter_json *list, const struct events_options *o, const char *id,
                struct platter_event *out, unsigned *n)
{
    size_t total = platter_json_count(list);
    int64_t from_s = o->since_s ? (int64_t)time(NULL) - o->since_s : 0;
    unsigned kept = 0;

    for (size_t i = 0; i < total; i++) {
        int result = platter_event_from_json(platter_json_at(list, i), &out[kept]);
        if (result < 0)
            return result;
        if (out[kept].time_s >= from_s && (!id || strcmp(out[kept].drive, id) == 0))
            kept++;
    }
    unsigned skip = kept > o->count ? kept - (unsigned)o->count : 0;
    memmove(out, out + skip, (kept - skip) * sizeof(*out));
    *n = kept - skip;
    return 0;
}

static void fill_row(struct platter_row *row, const struct platter_event *e,
                     const struct drives *drives)
{
    time_t when = (time_t)e->time_s;
    struct tm t;

    if (localtime_r(&when, &t))
        strftime(row->cell[TIME].text, PLATTER_CELL_MAX, "%Y-%m-%d %H:%M", &t);
    row->cell[TIME].tint = PLATTER_DIM;
    platter_look_cut(row->cell[DRIVE].text, PLATTER_CELL_MAX, drive_name(drives, e->drive), 20,
                     platter_out_utf8());
    snprintf(row->cell[SEVERITY].text, PLATTER_CELL_MAX, "%s",
             platter_severity_name((int)e->severity));
    row->cell[SEVERITY].tint = tints[e->severity];
    const char *text = e->text[0] ? e->text : e->code;
    /* Short ones stand in the row, long ones below it. */
    if (strlen(text) + 52 <= platter_out_width() && strlen(text) < PLATTER_CELL_MAX)
        platter_look_cut(row->cell[WHAT].text, PLATTER_CELL_MAX, text, PLATTER_CELL_MAX - 4, false);
    else {
        snprintf(row->cell[WHAT].text, PLATTER_CELL_MAX, "%s", e->code);
        snprintf(row->note, sizeof(row->note), "%s", text);
    }
}

static int print_text(const struct platter_event *events, unsigned n, const struct drives *drives)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};

    if (n == 0) {
        puts("No events.");
        return PLATTER_EXIT_FINE;
    }
    for (unsigned i = 0; i < n; i++)
        fill_row(platter_table_row(&t), &events[i], drives);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result < 0 ? PLATTER_EXIT_OS : PLATTER_EXIT_FINE;
}

/* The agent's answer with fewer events. */
static int print_json(const struct platter_json *reply, const struct platter_event *events,
                      unsigned n)
{
    struct platter_json *j = platter_json_object_new(), *list = platter_json_array_new();

    for (unsigned i = 0; i < n; i++)
        platter_json_append(list, platter_event_to_json(&events[i]));
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_EVENTS);
    platter_json_set_int(j, "event_epoch", platter_json_int(reply, "event_epoch", 0));
    platter_json_set_int(j, "first_seq", platter_json_int(reply, "first_seq", 1));
    platter_json_set_int(j, "last_seq", platter_json_int(reply, "last_seq", 0));
    platter_json_set(j, "events", list);
    return platter_out_json(j, true);
}

/* --drive may name one that is gone: then it has to be its id. */
static int which(const struct drives *drives, const char *name, const char **id)
{
    unsigned at;
    int result = name ? platter_pick(drives->v, drives->n, name, &at) : 0;

    if (result == PLATTER_PICK_AMBIGUOUS)
        return platter_picked(drives->v, drives->n, name, &at);
    if (name)
        *id = result == 0 ? drives->v[at].drive : name;
    return PLATTER_EXIT_FINE;
}

static int show(const struct events_options *o, const struct drives *drives)
{
    struct platter_asked a = {.socket = o->socket};
    char request[96];
    const char *id = NULL;
    unsigned n = 0;
    int status = which(drives, o->drive, &id);

    if (status != PLATTER_EXIT_FINE)
        return status;
    snprintf(request, sizeof(request), "{\"request\":\"events\",\"limit\":%d}", ASK_MAX);
    int result = platter_ask(&a, request, PLATTER_SCHEMA_EVENTS);
    CLEANUP_JSON struct platter_json *reply = a.reply;
    const struct platter_json *list = platter_json_get(reply, "events");
    CLEANUP_FREE struct platter_event *events =
        calloc(platter_json_count(list) + 1, sizeof(*events));

    if (result == 0)
        result = events ? take(list, o, id, events, &n) : -ENOMEM;
    if (result < 0) {
        if (result == -EPROTO && reply)
            snprintf(a.why, sizeof(a.why), "an event in it is none");
        return platter_ask_complain(&a, result);
    }
    return o->json ? print_json(reply, events, n) : print_text(events, n, drives);
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct events_options o = {.count = COUNT};
    struct drives drives = {.n = 0};
    int result = platter_args_parse(self, argc, argv, &o, NULL);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    result = platter_ask_status(o.socket, &drives.v, &drives.n, NULL);
    if (result == PLATTER_EXIT_FINE)
        result = show(&o, &drives);
    free(drives.v);
    return result;
}

const struct platter_command platter_command_events = {
    .name = "events",
    .question = PLATTER_HOW_ARE_MY_DRIVES,
    .summary = "what happened to the drives, the newest last",
    .text = "In local time. An okay ends what an earlier warning of the same drive began.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .brief = "n",
    .run = run,
};

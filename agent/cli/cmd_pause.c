/* SPDX-License-Identifier: MIT */
/* pause and resume, ack and learn: requests that are a word and a drive. */
#include <stdlib.h>
#include <string.h>

#include "agent/cli/ask.h"
#include "agent/cli/cli.h"
#include "agent/cli/out.h"
#include "agent/cli/pick.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>

struct pause_options {
    int64_t for_s;
    const char *socket;
    bool json;
};

/* pause has all of them, resume those after the first. */
static const struct platter_arg args[] = {
    {"for", "TIME", PLATTER_ARG_SECONDS, offsetof(struct pause_options, for_s), 0, 0,
     "how long: 30min, 2h, 1d (1h)"},
    {"socket", "PATH", PLATTER_ARG_TEXT, offsetof(struct pause_options, socket), 0, 0,
     "the agent's socket, if it is not in its usual place"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct pause_options, json), 0, 0, "JSON"},
};
#define N_ARGS (sizeof(args) / sizeof(*args))

/* The id the agent knows it by; "all" is all. */
static int resolve(const char *socket, const char *name, char id[PLATTER_ID_MAX])
{
    CLEANUP_FREE struct platter_snapshot *drives = NULL;
    unsigned n = 0, at = 0;

    snprintf(id, PLATTER_ID_MAX, "all");
    if (strcmp(name, "all") == 0)
        return PLATTER_EXIT_FINE;
    int status = platter_ask_status(socket, &drives, &n, NULL);
    if (status == PLATTER_EXIT_FINE)
        status = platter_picked(drives, n, name, &at);
    if (status == PLATTER_EXIT_FINE)
        memcpy(id, drives[at].drive, PLATTER_ID_MAX);
    return status;
}

static char *request_line(const char *word, const char *id, int64_t for_s)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "request", word);
    platter_json_set_text(j, "drive", id);
    if (for_s)
        platter_json_set_int(j, "for_s", for_s);
    char *line = platter_json_dump(j);
    platter_json_free(j);
    return line;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct pause_options o = {.for_s = 0};
    const char *name = NULL;
    char id[PLATTER_ID_MAX];
    int result = platter_args_parse(self, argc, argv, &o, &name);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    result = resolve(o.socket, name, id);
    if (result != PLATTER_EXIT_FINE)
        return result;
    struct platter_asked a = {.socket = o.socket};
    CLEANUP_FREE char *line = request_line(self->name, id, o.for_s);
    result = line ? platter_ask(&a, line, PLATTER_SCHEMA_DONE) : -ENOMEM;
    if (result < 0)
        return platter_ask_complain(&a, result);
    if (o.json)
        return platter_out_json(a.reply, true);
    printf("%s\n", platter_json_text(a.reply, "text", "done"));
    platter_json_free(a.reply);
    return PLATTER_EXIT_FINE;
}

const struct platter_command platter_command_pause = {
    .name = "pause",
    .question = PLATTER_ALARMS,
    .operand = "DRIVE",
    .summary = "leave a drive alone for a while, or `all`",
    .text = "Nothing is read from it and nothing asked of it. root and group platter may do it.\n",
    .args = args,
    .n_args = N_ARGS,
    .run = run,
};

const struct platter_command platter_command_resume = {
    .name = "resume",
    .question = PLATTER_ALARMS,
    .operand = "DRIVE",
    .summary = "end a pause of a drive, or of `all`",
    .text = "",
    .args = args + 1,
    .n_args = N_ARGS - 1,
    .run = run,
};

const struct platter_command platter_command_ack = {
    .name = "ack",
    .question = PLATTER_ALARMS,
    .operand = "DRIVE",
    .summary = "acknowledge a drive's alarms, or those of `all`",
    .text = "They do not count any more until they have grown by half. `show` still has them.\n",
    .args = args + 1,
    .n_args = N_ARGS - 1,
    .run = run,
};

const struct platter_command platter_command_learn = {
    .name = "learn",
    .question = PLATTER_ALARMS,
    .operand = "DRIVE",
    .summary = "learn anew what is normal for a drive",
    .text =
        "After a repair, another cable or another bay: 28 days, as with a new drive. What SMART\n"
        "says stays as it is.\n",
    .args = args + 1,
    .n_args = N_ARGS - 1,
    .run = run,
};

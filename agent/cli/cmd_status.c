/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "agent/cli/ask.h"
#include "agent/cli/cli.h"
#include "agent/cli/out.h"
#include "agent/cli/status_report.h"
#include <platter/errors.h>

struct status_options {
    bool json;
    const char *socket;
};

static const struct platter_arg args[] = {
    {"socket", "PATH", PLATTER_ARG_TEXT, offsetof(struct status_options, socket), 0, 0,
     "the agent's socket, if it is not in its usual place"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct status_options, json), 0, 0, "JSON"},
};

static int print(struct platter_snapshot *drives, unsigned n, const struct platter_json *reply)
{
    const char *why = platter_json_text(platter_json_get(reply, "store"), "not_saved", NULL);
    int result = platter_status_print(drives, n, (int64_t)time(NULL));

    if (why)
        platter_status_say_not_saved(why);
    return result;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct status_options o = {.json = false};
    CLEANUP_JSON struct platter_json *reply = NULL;
    CLEANUP_FREE struct platter_snapshot *drives = NULL;
    unsigned n = 0;
    int result = platter_args_parse(self, argc, argv, &o, NULL);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    result = platter_ask_status(o.socket, &drives, &n, &reply);
    if (result != PLATTER_EXIT_FINE)
        return result;
    result = o.json ? platter_out_json(TAKE_PTR(reply), true) : print(drives, n, reply);
    return result ? PLATTER_EXIT_OS : platter_status_exit(drives, n);
}

const struct platter_command platter_command_status = {
    .name = "status",
    .question = PLATTER_HOW_ARE_MY_DRIVES,
    .summary = "a line for each drive, the worst first",
    .text =
        "It asks the running agent and wakes nothing. MB/s is outer > inner zone, ms the mean\n"
        "access time, slow how many of 1000 blocks took longer than the slow limit. Exit\n"
        "status: 0 all fine, 1 watch one, 2 act, 3 cannot tell; 69: the agent is not running.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

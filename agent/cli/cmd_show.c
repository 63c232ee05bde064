/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "agent/cli/ask.h"
#include "agent/cli/cli.h"
#include "agent/cli/look.h"
#include "agent/cli/out.h"
#include "agent/cli/pick.h"
#include "agent/cli/show_report.h"
#include "agent/wire/snapshot_json.h"
#include <platter/errors.h>

struct show_options {
    bool json;
    const char *socket;
};

static const struct platter_arg args[] = {
    {"socket", "PATH", PLATTER_ARG_TEXT, offsetof(struct show_options, socket), 0, 0,
     "the agent's socket, if it is not in its usual place"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct show_options, json), 0, 0,
     "JSON: the drive's snapshot"},
};

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct show_options o = {.json = false};
    CLEANUP_FREE struct platter_snapshot *drives = NULL;
    const char *name = NULL;
    unsigned n = 0, at = 0;
    int result = platter_args_parse(self, argc, argv, &o, &name);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    result = platter_ask_status(o.socket, &drives, &n, NULL);
    if (result == PLATTER_EXIT_FINE)
        result = platter_picked(drives, n, name, &at);
    if (result != PLATTER_EXIT_FINE)
        return result;
    result = o.json ? platter_out_json(platter_snapshot_to_json(&drives[at]), true)
                    : platter_show_print(&drives[at], (int64_t)time(NULL));
    return result ? PLATTER_EXIT_OS : platter_look_of((int)drives[at].verdict)->exit_status;
}

const struct platter_command platter_command_show = {
    .name = "show",
    .question = PLATTER_HOW_ARE_MY_DRIVES,
    .operand = "DRIVE",
    .summary = "everything about one drive",
    .text = "It asks the running agent and wakes nothing. Exit status: 0 fine, 1 watch it, 2 act,\n"
            "3 cannot tell; 69: the agent is not running.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "agent/cli/ask.h"
#include "agent/cli/cli.h"
#include "agent/cli/doctor.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>

struct doctor_options {
    bool json;
    const char *socket, *rrd_dir, *sysroot;
};

static const struct platter_arg args[] = {
    {"rrd-dir", "DIR", PLATTER_ARG_TEXT, offsetof(struct doctor_options, rrd_dir), 0, 0,
     "look at this tree of RRD files, not at the usual two"},
    {"socket", "PATH", PLATTER_ARG_TEXT, offsetof(struct doctor_options, socket), 0, 0,
     "the agent's socket, if it is not in its usual place"},
    {"sysroot", "DIR", PLATTER_ARG_TEXT, offsetof(struct doctor_options, sysroot), 0, 0,
     "look at a captured tree under DIR; opens no device"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct doctor_options, json), 0, 0, "JSON"},
};

static void take_store(const struct platter_json *reply, struct platter_doctor_agent *agent)
{
    const struct platter_json *store = platter_json_get(reply, "store");

    agent->time_s = platter_json_int(reply, "time", 0);
    agent->saves = platter_json_is_object(store);
    agent->store_since_s = platter_json_int(store, "since", 0);
    agent->written_bytes = platter_json_uint(store, "written_bytes", UINT64_MAX);
    snprintf(agent->not_saved, sizeof(agent->not_saved), "%s",
             platter_json_text(store, "not_saved", ""));
}

static void ask_drives(const char *socket, struct platter_doctor_agent *agent)
{
    struct platter_asked a = {.socket = socket};

    agent->result = platter_ask(&a, PLATTER_ASK_STATUS, PLATTER_SCHEMA_STATUS);
    CLEANUP_JSON struct platter_json *reply = a.reply;
    if (agent->result == 0)
        agent->result = platter_ask_drives(reply, &agent->drives, &agent->n_drives);
    take_store(reply, agent);
    agent->path = a.path;
    agent->running = agent->result == 0;
    memcpy(agent->why, a.why, sizeof(agent->why));
}

/* Its first line has who it is. */
static void ask_hello(struct platter_doctor_agent *agent)
{
    struct platter_asked a = {.socket = agent->path};

    if (!agent->running || platter_ask(&a, PLATTER_ASK_STATUS, PLATTER_SCHEMA_HELLO) != 0)
        return;
    snprintf(agent->version, sizeof(agent->version), "%s",
             platter_json_text(a.reply, "version", ""));
    agent->pid = (long)platter_json_int(a.reply, "pid", 0);
    platter_json_free(a.reply);
}

static void look_at_trees(const struct doctor_options *o, struct platter_findings *f)
{
    if (o->rrd_dir)
        platter_doctor_tree(o->rrd_dir, true, f);
    if (o->rrd_dir || o->sysroot)
        return;
    platter_doctor_tree("/var/lib/collectd/rrd", false, f);
    platter_doctor_tree("/var/lib/platter/rrd", false, f);
}

/* Those that are drives: loop, dm and md are others' business unless the agent watches them. */
static bool concerns(const struct platter_found *found, const struct platter_doctor_agent *agent)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        if (strcmp(agent->drives[i].device, found->device) == 0)
            return true;
    return !found->only_when_named;
}

static void look_at_drives(const struct platter_sysroot *root, const struct doctor_options *o,
                           const struct platter_doctor_agent *agent, struct platter_findings *f)
{
    CLEANUP_FREE struct platter_found *found = NULL;
    unsigned n = 0, seen = 0;
    int result = platter_discover(root, true, &found, &n);

    if (result < 0)
        platter_findings_add(f, PLATTER_MARK_BROKEN, "", "sysfs", "mount -t sysfs sysfs /sys",
                             "%s/sys/block: %s", root->prefix, strerror(-result));
    for (unsigned i = 0; i < n; i++)
        if (concerns(&found[i], agent)) {
            platter_doctor_drive(root, &found[i], agent, !o->sysroot, f);
            seen++;
        }
    if (result == 0 && seen == 0)
        platter_findings_add(f, PLATTER_MARK_BROKEN, "", "drives",
                             "`platter list --all` shows what is left out, and why",
                             "no drives found");
}

/* Nothing works: the agent does not answer, or no drive can be read. */
static int exit_of(const struct platter_findings *f)
{
    if (platter_findings_count(f, PLATTER_MARK_BROKEN))
        for (unsigned i = 0; i < f->n; i++)
            if (f->v[i].mark == PLATTER_MARK_BROKEN && !f->v[i].about[0])
                return PLATTER_EXIT_ACT;
    return platter_findings_count(f, PLATTER_MARK_FINE) == f->n ? PLATTER_EXIT_FINE
                                                                : PLATTER_EXIT_WATCH;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct doctor_options o = {.json = false};
    struct platter_doctor_agent agent = {.running = false};
    struct platter_findings f = {.n = 0};
    struct platter_sysroot root;
    int result = platter_args_parse(self, argc, argv, &o, NULL);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    if (platter_sysroot_init(&root, o.sysroot) < 0) {
        platter_cli_complain("doctor: --sysroot is too long");
        return PLATTER_EXIT_USAGE;
    }
    ask_drives(o.socket, &agent);
    ask_hello(&agent);
    platter_doctor_host(&root, &agent, &f);
    platter_doctor_cost(&agent, &f);
    look_at_trees(&o, &f);
    look_at_drives(&root, &o, &agent, &f);
    result = o.json ? platter_findings_print_json(&f) : platter_findings_print(&f);
    if (result == PLATTER_EXIT_FINE)
        result = exit_of(&f);
    platter_findings_deinit(&f);
    free(agent.drives);
    return result;
}

const struct platter_command platter_command_doctor = {
    .name = "doctor",
    .question = PLATTER_THIS_MACHINE,
    .summary = "what works here, and how to mend the rest",
    .text =
        "It opens only drives that cannot sleep or that the agent knows to be awake. Exit\n"
        "status: 0 all is well, 1 something to mend, 2 the agent or the machine does not work.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/cli.h"
#include "agent/cli/client.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include "agent/wire/snapshot_json.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>

#define TIMEOUT_MS 5000

struct status_options {
    bool json;
    const char *socket;
};

static const struct platter_arg args[] = {
    {"socket", "PATH", PLATTER_ARG_TEXT, offsetof(struct status_options, socket), 0, 0,
     "the agent's socket, if it is not in its usual place"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct status_options, json), 0, 0, "JSON"},
};

static const struct platter_column columns[] = {
    {"drive", false, false},   {"model", false, true}, {"verdict", false, false},
    {"MB/s", true, false},     {"access", true, true}, {"slow", true, true},
    {"measured", true, false},
};
enum column { DRIVE, MODEL, VERDICT, RATE, ACCESS, SLOW, AGE, COLUMNS };

/* How a verdict looks, how bad it is, and what to exit with. Not knowing is worse than knowing that
 * all is well, and better than knowing that it is not. */
static const struct verdict_look {
    int verdict, rank, exit_status;
    enum platter_tint tint;
} looks[] = {
    {PLATTER_VERDICT_OK, 0, PLATTER_EXIT_FINE, PLATTER_GOOD},
    {PLATTER_VERDICT_UNKNOWN, 1, PLATTER_EXIT_UNKNOWN, PLATTER_DIM},
    {PLATTER_VERDICT_WATCH, 2, PLATTER_EXIT_WATCH, PLATTER_WARN},
    {PLATTER_VERDICT_DEGRADED, 3, PLATTER_EXIT_ACT, PLATTER_BAD},
    {PLATTER_VERDICT_FAILING, 4, PLATTER_EXIT_ACT, PLATTER_BAD},
};

static const struct verdict_look *look_of(int verdict)
{
    for (size_t i = 0; i < sizeof(looks) / sizeof(*looks); i++)
        if (looks[i].verdict == verdict)
            return &looks[i];
    return &looks[1];
}

static int worst_first(const void *a, const void *b)
{
    const struct platter_snapshot *x = a, *y = b;
    int rank = look_of((int)y->verdict)->rank - look_of((int)x->verdict)->rank;

    return rank ? rank : strcmp(x->device, y->device);
}

/* "WDC WD2002FAEX-007BA0" -> "WD2002FAEX-007BA0": what tells models apart. */
static const char *model_tail(const char *model)
{
    const char *space = strrchr(model, ' ');

    return space && strlen(space) > 4 ? space + 1 : model;
}

static const char *name_of(const struct platter_snapshot *s)
{
    if (s->label[0])
        return s->label;
    if (strncmp(s->device, "/dev/", 5) == 0)
        return s->device + 5;
    return s->device[0] ? s->device : s->drive;
}

static void rate_text(const struct platter_snapshot *s, char *buf, size_t size)
{
    char outer[16] = "-", inner[16] = "-";

    if (s->n_zones) {
        platter_out_figure(outer, sizeof(outer), s->zones[0].throughput_bps / 1e6, 0);
        platter_out_figure(inner, sizeof(inner), s->zones[s->n_zones - 1].throughput_bps / 1e6, 0);
    }
    snprintf(buf, size, "%s > %3s", outer, inner);
}

static void access_text(const struct platter_snapshot *s, char *buf, size_t size)
{
    double sum = 0;
    unsigned n = 0;

    for (unsigned z = 0; z < s->n_zones; z++)
        if (isfinite(s->zones[z].access_s)) {
            sum += s->zones[z].access_s;
            n++;
        }
    if (n)
        snprintf(buf, size, "%.1f ms", sum / n * 1e3);
    else
        snprintf(buf, size, "-");
}

static void slow_text(const struct platter_snapshot *s, char *buf, size_t size)
{
    struct platter_counts all = {.slow = 0};

    for (unsigned z = 0; z < s->n_zones; z++)
        platter_counts_add(&all, &s->zones[z].counts);
    uint64_t blocks = platter_counts_blocks(&all);
    platter_out_figure(buf, size, blocks ? (double)all.slow * 1000 / (double)blocks : NAN, 1);
}

static void reasons_text(const struct platter_snapshot *s, char *buf, size_t size)
{
    size_t used = 0;

    for (unsigned i = 0; i < s->n_reasons && used < size; i++)
        used += (size_t)snprintf(buf + used, size - used, "%s%s", i ? "; " : "",
                                 s->reasons[i].text[0] ? s->reasons[i].text : s->reasons[i].code);
}

static void fill_row(struct platter_row *row, const struct platter_snapshot *s)
{
    char age[32];

    snprintf(row->cell[DRIVE].text, PLATTER_CELL_MAX, "%s", name_of(s));
    snprintf(row->cell[MODEL].text, PLATTER_CELL_MAX, "%s", model_tail(s->model));
    snprintf(row->cell[VERDICT].text, PLATTER_CELL_MAX, "%s",
             platter_verdict_name((int)s->verdict));
    row->cell[VERDICT].tint = look_of((int)s->verdict)->tint;
    rate_text(s, row->cell[RATE].text, PLATTER_CELL_MAX);
    access_text(s, row->cell[ACCESS].text, PLATTER_CELL_MAX);
    slow_text(s, row->cell[SLOW].text, PLATTER_CELL_MAX);
    platter_out_age(age, sizeof(age), s->age_s);
    snprintf(row->cell[AGE].text, PLATTER_CELL_MAX, "%s%s", age, age[0] == '-' ? "" : " ago");
    reasons_text(s, row->note, sizeof(row->note));
}

static int print_text(struct platter_snapshot *drives, unsigned n)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};

    if (n == 0) {
        puts("The agent watches no drives. `platter list --all` shows what there is, and why.");
        return 0;
    }
    qsort(drives, n, sizeof(*drives), worst_first);
    for (unsigned i = 0; i < n; i++)
        fill_row(platter_table_row(&t), &drives[i]);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

/* Nothing watched: cannot tell. */
static int exit_status(const struct platter_snapshot *drives, unsigned n)
{
    const struct verdict_look *worst = n ? &looks[0] : &looks[1];

    for (unsigned i = 0; i < n; i++) {
        const struct verdict_look *look = look_of((int)drives[i].verdict);
        if (look->rank > worst->rank)
            worst = look;
    }
    return worst->exit_status;
}

/* Take the drives out of the agent's answer. 0, -ENOMEM, or -EPROTO: one of them is no snapshot. */
static int take_drives(const struct platter_json *reply, struct platter_snapshot **out, unsigned *n)
{
    const struct platter_json *list = platter_json_get(reply, "drives");
    size_t count = platter_json_count(list);
    CLEANUP_FREE struct platter_snapshot *drives = calloc(count + 1, sizeof(*drives));

    if (!drives)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        int result = platter_snapshot_from_json(platter_json_at(list, i), &drives[i]);
        if (result < 0)
            return result;
    }
    *out = TAKE_PTR(drives);
    *n = (unsigned)count;
    return 0;
}

static bool nobody_there(int result)
{
    return result == -ENOENT || result == -ECONNREFUSED || result == -ENOTDIR;
}

/* The agent's own socket, then the one of collectd's child. path becomes the one that answered. */
static int ask(const struct status_options *o, const char **path, struct platter_json **reply,
               char *why, size_t size)
{
    static const char *const usual[] = {PLATTER_SOCKET, PLATTER_CHILD_SOCKET};
    int result = -ENOENT;

    for (size_t i = 0; i < (o->socket ? 1 : 2) && nobody_there(result); i++) {
        *path = o->socket ? o->socket : usual[i];
        result = platter_client_ask(*path, "status", PLATTER_SCHEMA_STATUS, TIMEOUT_MS, reply, why,
                                    size);
    }
    return result;
}

static int complain(int result, const struct status_options *o, const char *path, const char *why)
{
    if (nobody_there(result) && o->socket)
        platter_cli_complain("%s: no agent serves this socket; is platterd running?", path);
    else if (nobody_there(result))
        platter_cli_complain(
            "the agent is not running (nobody serves %s or %s). Start it: "
            "`systemctl start platterd`, or `LoadPlugin platter` in collectd.conf. "
            "`platter probe DRIVE` works without it",
            PLATTER_SOCKET, PLATTER_CHILD_SOCKET);
    else if (result == -EACCES)
        platter_cli_complain("%s: no permission: run as root or as a member of group platter",
                             path);
    else if (result == -ETIMEDOUT)
        platter_cli_complain("%s: the agent does not answer within %d s; is it stopped?", path,
                             TIMEOUT_MS / 1000);
    else if (result == -EPROTO)
        platter_cli_complain("%s: not an answer of this version of platter: %s", path, why);
    else
        platter_cli_complain("%s: %s", path, strerror(-result));
    return result == -EACCES ? PLATTER_EXIT_NO_PERMISSION : PLATTER_EXIT_UNAVAILABLE;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct status_options o = {.json = false};
    CLEANUP_JSON struct platter_json *reply = NULL;
    CLEANUP_FREE struct platter_snapshot *drives = NULL;
    const char *path = NULL;
    char why[160] = "a drive in it is no snapshot";
    unsigned n = 0;
    int result = platter_args_parse(self, argc, argv, &o, NULL);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    result = ask(&o, &path, &reply, why, sizeof(why));
    if (result == 0)
        result = take_drives(reply, &drives, &n);
    if (result < 0)
        return complain(result, &o, path, why);
    result = o.json ? platter_out_json(TAKE_PTR(reply), true) : print_text(drives, n);
    return result ? PLATTER_EXIT_OS : exit_status(drives, n);
}

const struct platter_command platter_command_status = {
    .name = "status",
    .question = PLATTER_HOW_ARE_MY_DRIVES,
    .summary = "a line for each drive, the worst first",
    .text = "It asks the running agent. MB/s is outer > inner zone, slow is how many of 1000\n"
            "blocks took longer than the slow limit. Exit status: 0 all fine, 1 watch one, 2 act,\n"
            "3 cannot tell; 69: the agent is not running.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>

#include "agent/cli/ask.h"
#include "agent/cli/cli.h"
#include "agent/cli/moment.h"
#include "agent/cli/out.h"
#include "agent/cli/tree.h"
#include "agent/drive/discover.h"
#include "agent/report/graph.h"
#include <platter/errors.h>

#define DEFAULT_TREE "/var/lib/collectd/rrd"
#define DAY_S 86400ll

struct graph_options {
    bool json;
    const char *tree, *host, *output, *format, *kind, *start, *end;
    int64_t span_s;
    uint64_t width, height;
};

static const struct platter_arg args[] = {
    {"rrd-dir", "DIR", PLATTER_ARG_TEXT, offsetof(struct graph_options, tree), 0, 0,
     "the tree of RRD files (" DEFAULT_TREE ")"},
    {"host", "HOST", PLATTER_ARG_TEXT, offsetof(struct graph_options, host), 0, 0,
     "its folder in the tree, where there is more than one"},
    {"kind", "KIND", PLATTER_ARG_TEXT, offsetof(struct graph_options, kind), 0, 0,
     "throughput (of each zone), slow (blocks per zone), all (all)"},
    {"format", "FORMAT", PLATTER_ARG_TEXT, offsetof(struct graph_options, format), 0, 0,
     "png or svg; else as the output's name ends, else png"},
    {"output", "PATH", PLATTER_ARG_TEXT, offsetof(struct graph_options, output), 0, 0,
     "a file, or a folder for <drive>-<kind>.png (.)"},
    {"span", "TIME", PLATTER_ARG_SECONDS, offsetof(struct graph_options, span_s), 0, 0,
     "how much time, up to the end: 2h, 7d, 400d (30d)"},
    {"start", "MOMENT", PLATTER_ARG_TEXT, offsetof(struct graph_options, start), 0, 0,
     "2026-11-30, \"2026-11-30 18:00\" or Unix time, instead of --span"},
    {"end", "MOMENT", PLATTER_ARG_TEXT, offsetof(struct graph_options, end), 0, 0,
     "the same (now, or the last update if that is older than the span)"},
    {"width", "N", PLATTER_ARG_COUNT, offsetof(struct graph_options, width), 100, 10000,
     "of the plot in pixels (800)"},
    {"height", "N", PLATTER_ARG_COUNT, offsetof(struct graph_options, height), 50, 10000,
     "of the plot in pixels (300)"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct graph_options, json), 0, 0,
     "JSON: the files written"},
};

/* What is to be drawn, and of whom. */
struct job {
    const struct graph_options *o;
    struct platter_tree_drive drive;
    const char *format; /* "png", "svg" */
    bool kinds[PLATTER_GRAPHS];
    bool only_one;
    int64_t start_s, end_s;
};

static bool is_folder(const char *path)
{
    struct stat st;
    size_t len = strlen(path);

    return (len && path[len - 1] == '/') || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

static const char *suffix_format(const char *output)
{
    const char *dot = output ? strrchr(output, '.') : NULL;

    if (dot && strcasecmp(dot, ".svg") == 0)
        return "svg";
    return "png";
}

static int choose_format(struct job *job)
{
    const char *format = job->o->format ? job->o->format : suffix_format(job->o->output);

    if (strcasecmp(format, "png") != 0 && strcasecmp(format, "svg") != 0) {
        platter_cli_complain("graph: --format: '%s' is neither png nor svg", format);
        return PLATTER_EXIT_USAGE;
    }
    job->format = strcasecmp(format, "svg") == 0 ? "svg" : "png";
    return PLATTER_EXIT_FINE;
}

static int choose_kinds(struct job *job)
{
    const char *kind = job->o->kind ? job->o->kind : "all";
    bool all = strcmp(kind, "all") == 0, any = all;

    for (unsigned k = 0; k < PLATTER_GRAPHS; k++) {
        job->kinds[k] = all || strcmp(kind, platter_graph_name(k)) == 0;
        any |= job->kinds[k];
    }
    job->only_one = !all;
    if (!any)
        platter_cli_complain("graph: --kind: '%s' is none of throughput, slow, all", kind);
    else if (all && job->o->output && !is_folder(job->o->output)) {
        platter_cli_complain("graph: --output %s is one file, and these are two graphs: name a "
                             "folder that exists, or one --kind",
                             job->o->output);
        any = false;
    }
    return any ? PLATTER_EXIT_FINE : PLATTER_EXIT_USAGE;
}

static int parse_moment(const char *option, const char *text, int64_t *out)
{
    if (!text || platter_parse_moment(text, out) == 0)
        return 0;
    platter_cli_complain("graph: --%s: '%s' is no moment: 2026-11-30, \"2026-11-30 18:00\" or Unix "
                         "time",
                         option, text);
    return -EINVAL;
}

/* Of a drive that was taken out long ago, its last time is shown. */
static int choose_time(struct job *job)
{
    const struct graph_options *o = job->o;
    int64_t last = platter_graph_last_update_s(job->drive.dir);

    job->end_s = (int64_t)time(NULL);
    if (last && last < job->end_s - o->span_s)
        job->end_s = last;
    if (parse_moment("end", o->end, &job->end_s) < 0)
        return PLATTER_EXIT_USAGE;
    job->start_s = job->end_s - o->span_s;
    if (parse_moment("start", o->start, &job->start_s) < 0)
        return PLATTER_EXIT_USAGE;
    if (job->start_s < job->end_s && job->start_s > 0)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("graph: it would end before it starts; see --start, --end and --span");
    return PLATTER_EXIT_USAGE;
}

static void list_candidates(const struct platter_tree_drive *list, unsigned n)
{
    for (unsigned i = 0; i < n && i < 20; i++)
        fprintf(stderr, "  %s%s%s\n", list[i].drive, list[i].host[0] ? "  on " : "", list[i].host);
    if (n > 20)
        fprintf(stderr, "  and %u more\n", n - 20);
}

/* "sda" is not in a tree of ids, but this machine may know whose id that is. */
static unsigned match_here(struct platter_tree_drive *list, unsigned n, const char *name)
{
    struct platter_sysroot root;
    struct platter_found found;

    if (platter_sysroot_init(&root, NULL) != 0 || platter_find(&root, name, &found) != 0)
        return 0;
    return platter_tree_match(list, n, found.id);
}

static bool one_drive(const struct platter_tree_drive *list, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        if (strcmp(list[i].drive, list[0].drive) != 0)
            return false;
    return true;
}

static int choose_match(struct job *job, struct platter_tree_drive *list, unsigned n,
                        const char *name)
{
    unsigned matches = platter_tree_match(list, n, name);

    if (matches == 0)
        matches = match_here(list, n, name);
    if (matches == 1) {
        job->drive = list[0];
        return PLATTER_EXIT_FINE;
    }
    if (matches == 0)
        platter_cli_complain("%s: there is no drive like '%s'%s", job->o->tree, name,
                             n ? "; there are" : ": no folder of platter's at all");
    else
        platter_cli_complain("%s: '%s' means more than one; %s", job->o->tree, name,
                             one_drive(list, matches) ? "say --host" : "say more of its id");
    list_candidates(list, matches ? matches : n);
    return matches ? PLATTER_EXIT_USAGE : PLATTER_EXIT_NO_INPUT;
}

static int choose_drive(struct job *job, const char *name)
{
    CLEANUP_FREE struct platter_tree_drive *list = NULL;
    unsigned n = 0;
    int result = platter_tree_list(job->o->tree, job->o->host, &list, &n);

    if (result == 0)
        return choose_match(job, list, n, name);
    platter_cli_complain("%s: %s; --rrd-dir says where the RRD files are", job->o->tree,
                         strerror(-result));
    return result == -EACCES ? PLATTER_EXIT_NO_PERMISSION : PLATTER_EXIT_NO_INPUT;
}

static void output_name(const struct job *job, unsigned kind, char path[PATH_MAX])
{
    const char *output = job->o->output ? job->o->output : ".";
    size_t len = strlen(output);

    if (job->only_one && !is_folder(output))
        snprintf(path, PATH_MAX, "%s", output);
    else
        snprintf(path, PATH_MAX, "%s%s%s-%s.%s", output, output[len - 1] == '/' ? "" : "/",
                 job->drive.drive, platter_graph_name(kind), job->format);
}

static int explain(const struct job *job, unsigned kind, int result, const char *why)
{
    if (result == -ENOENT && !why[0]) {
        platter_cli_complain("%s: no RRD files for %s", job->drive.dir, platter_graph_name(kind));
        return PLATTER_EXIT_NO_INPUT;
    }
    platter_cli_complain("%s", why[0] ? why : strerror(-result));
    switch (result) {
    case -EIO:
        return PLATTER_EXIT_DATA;
    case -ENOMEM:
        return PLATTER_EXIT_OS;
    default:
        return PLATTER_EXIT_CANT_CREATE;
    }
}

static int draw(const struct job *job, unsigned kind, struct platter_json *files)
{
    char path[PATH_MAX], why[512] = "";
    const struct platter_graph graph = {
        .kind = kind,
        .dir = job->drive.dir,
        .title = job->drive.drive,
        .imgformat = strcmp(job->format, "svg") == 0 ? "SVG" : "PNG",
        .output = path,
        .start_s = job->start_s,
        .end_s = job->end_s,
        .width = (unsigned)job->o->width,
        .height = (unsigned)job->o->height,
    };

    output_name(job, kind, path);
    int result = platter_graph_draw(&graph, why, sizeof(why));
    if (result < 0)
        return explain(job, kind, result, why);
    if (why[0])
        platter_cli_complain("%s", why);
    if (!job->o->json)
        printf("%s\n", path);
    struct platter_json *file = platter_json_object_new();
    platter_json_set_text(file, "kind", platter_graph_name(kind));
    platter_json_set_text(file, "path", path);
    platter_json_append(files, file);
    return PLATTER_EXIT_FINE;
}

static int draw_all(const struct job *job)
{
    struct platter_json *j = platter_json_object_new(), *files = platter_json_array_new();
    int status = PLATTER_EXIT_FINE;

    for (unsigned k = 0; k < PLATTER_GRAPHS && status == PLATTER_EXIT_FINE; k++)
        if (job->kinds[k])
            status = draw(job, k, files);
    platter_json_set_text(j, "schema", "platter.graph/1");
    platter_json_set_text(j, "drive", job->drive.drive);
    platter_json_set_int(j, "start", job->start_s);
    platter_json_set_int(j, "end", job->end_s);
    platter_json_set(j, "files", files);
    if (status == PLATTER_EXIT_FINE && job->o->json)
        return platter_out_json(j, true);
    platter_json_free(j);
    return status;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct graph_options o = {
        .tree = DEFAULT_TREE, .span_s = 30 * DAY_S, .width = 800, .height = 300};
    struct job job = {.o = &o};
    const char *name = NULL;
    int status = platter_args_parse(self, argc, argv, &o, &name);

    if (status != 0)
        return status < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    status = choose_format(&job);
    if (status == PLATTER_EXIT_FINE)
        status = choose_kinds(&job);
    if (status == PLATTER_EXIT_FINE)
        status = choose_drive(&job, name);
    if (status == PLATTER_EXIT_FINE)
        status = choose_time(&job);
    if (status != PLATTER_EXIT_FINE)
        return status;
    platter_ask_rrdcached();
    return draw_all(&job);
}

const struct platter_command platter_command_graph = {
    .name = "graph",
    .question = PLATTER_HOW_ARE_MY_DRIVES,
    .operand = "DRIVE",
    .summary = "draw what was measured over weeks or years",
    .text =
        "It draws from a tree of RRD files, as collectd's rrdtool plugin writes them. DRIVE is\n"
        "an id there or a part of one that no other has, or a drive of this machine.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

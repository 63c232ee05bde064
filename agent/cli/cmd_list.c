/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "agent/cli/cli.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include "agent/drive/discover.h"
#include "agent/drive/sim.h"
#include "agent/wire/json.h"
#include <platter/errors.h>

struct list_options {
    bool json, all, sim;
    const char *sysroot;
};

static const struct platter_arg args[] = {
    {"all", NULL, PLATTER_ARG_FLAG, offsetof(struct list_options, all), 0, 0,
     "also what is left out, and why"},
    {"sim", NULL, PLATTER_ARG_FLAG, offsetof(struct list_options, sim), 0, 0,
     "the simulated drives instead: sim:NAME can be given as a DRIVE"},
    {"sysroot", "DIR", PLATTER_ARG_TEXT, offsetof(struct list_options, sysroot), 0, 0,
     "look at a captured tree of /sys and /run under DIR"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct list_options, json), 0, 0, "JSON"},
};

static const struct platter_column columns[] = {
    {"name", false, false},    {"size", true, false},  {"transport", false, false},
    {"rotating", false, true}, {"model", false, true}, {"id", false, false},
};
enum column { NAME, SIZE, TRANSPORT, ROTATING, MODEL, ID };

static int simulated(struct platter_found **found, unsigned *n)
{
    const struct platter_model_spec *specs = platter_model_specs(n);
    char name[PLATTER_NAME_MAX];

    *found = calloc(*n ? *n : 1, sizeof(**found));
    if (!*found)
        return -ENOMEM;
    for (unsigned i = 0; i < *n; i++) {
        snprintf(name, sizeof(name), PLATTER_SIM_PREFIX "%s", specs[i].name);
        if (platter_sim_found(name, &(*found)[i]) != 0)
            snprintf((*found)[i].name, sizeof((*found)[i].name), "%s", name);
    }
    return 0;
}

static struct platter_json *found_to_json(const struct platter_found *f)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "name", f->name);
    platter_json_set_text(j, "device", f->device);
    platter_json_set_text(j, "id", f->id);
    platter_json_set_text(j, "model", f->model);
    platter_json_set_text(j, "serial", f->serial);
    platter_json_set_text(j, "transport", platter_transport_name(f->transport));
    platter_json_set_uint(j, "capacity_bytes", f->geometry.capacity_bytes);
    platter_json_set_uint(j, "logical_bytes", f->geometry.logical_bytes);
    platter_json_set_uint(j, "physical_bytes", f->geometry.physical_bytes);
    platter_json_set_bool(j, "rotating", f->geometry.rotating);
    platter_json_set_bool(j, "used", f->why_not[0] == '\0');
    platter_json_set_text(j, "why_not", f->why_not);
    return j;
}

static int print_json(const struct platter_found *found, unsigned n)
{
    struct platter_json *j = platter_json_object_new(), *drives = platter_json_array_new();

    for (unsigned i = 0; i < n; i++)
        platter_json_append(drives, found_to_json(&found[i]));
    platter_json_set_text(j, "schema", "platter.list/1");
    platter_json_set(j, "drives", drives);
    return platter_out_json(j, true);
}

static void fill_row(struct platter_row *row, const struct platter_found *f, bool explain)
{
    snprintf(row->cell[NAME].text, PLATTER_CELL_MAX, "%s", f->name);
    platter_out_bytes(row->cell[SIZE].text, PLATTER_CELL_MAX, f->geometry.capacity_bytes);
    snprintf(row->cell[TRANSPORT].text, PLATTER_CELL_MAX, "%s",
             platter_transport_name(f->transport));
    snprintf(row->cell[ROTATING].text, PLATTER_CELL_MAX, "%s", f->geometry.rotating ? "yes" : "no");
    snprintf(row->cell[MODEL].text, PLATTER_CELL_MAX, "%s", f->model);
    snprintf(row->cell[ID].text, PLATTER_CELL_MAX, "%s", f->id);
    if (explain && f->why_not[0]) {
        for (unsigned c = 0; c <= ID; c++)
            row->cell[c].tint = PLATTER_DIM;
        snprintf(row->note, sizeof(row->note), "left out: %s", f->why_not);
    }
}

static int print_text(const struct platter_found *found, unsigned n, const struct list_options *o)
{
    struct platter_table t = {.columns = columns, .n_columns = ID + 1};

    if (n == 0) {
        printf("No drives found.%s\n",
               o->all ? "" : " `platter list --all` shows what is left out, and why.");
        return PLATTER_EXIT_FINE;
    }
    for (unsigned i = 0; i < n; i++)
        fill_row(platter_table_row(&t), &found[i], !o->sim);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result < 0 ? PLATTER_EXIT_OS : PLATTER_EXIT_FINE;
}

static int find_all(const struct list_options *o, struct platter_found **found, unsigned *n)
{
    struct platter_sysroot root;
    int result;

    if (o->sim)
        return simulated(found, n);
    result = platter_sysroot_init(&root, o->sysroot);
    return result < 0 ? result : platter_discover(&root, o->all, found, n);
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct list_options o = {.json = false};
    CLEANUP_FREE struct platter_found *found = NULL;
    unsigned n = 0;
    int result = platter_args_parse(self, argc, argv, &o, NULL);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    result = find_all(&o, &found, &n);
    if (result < 0) {
        platter_cli_complain("%s/sys/block: %s; is /sys mounted?", o.sysroot ? o.sysroot : "",
                             strerror(-result));
        return PLATTER_EXIT_OS;
    }
    return o.json ? print_json(found, n) : print_text(found, n, &o);
}

const struct platter_command platter_command_list = {
    .name = "list",
    .question = PLATTER_HOW_ARE_MY_DRIVES,
    .summary = "the drives of this machine",
    .text = "It opens no drive: a sleeping one does not notice.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .run = run,
};

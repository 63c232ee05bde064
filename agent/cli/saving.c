/* SPDX-License-Identifier: MIT */
#include "agent/cli/saving.h"

#include <stdio.h>
#include <string.h>

#include "agent/bench/run.h"
#include "agent/cli/cli.h"
#include <platter/errors.h>

struct platter_json *platter_saving_document(const char *command, const char *drive,
                                             const char *device, const char *model, int64_t time_s)
{
    struct platter_json *j = platter_json_object_new();
    char schema[64];

    snprintf(schema, sizeof(schema), "platter.%s/1", command);
    platter_json_set_text(j, "schema", schema);
    platter_json_set_text(j, "drive", drive);
    platter_json_set_text(j, "device", device);
    platter_json_set_text(j, "model", model);
    platter_json_set_int(j, "time", time_s);
    return j;
}

/* "platter.strokes/1" -> "strokes" */
static void command_of(const struct platter_json *document, char *buf, size_t size)
{
    const char *schema = platter_json_text(document, "schema", "");
    const char *word = strchr(schema, '.');

    word = word ? word + 1 : schema;
    snprintf(buf, size, "%.*s", (int)strcspn(word, "/"), word);
}

/* The number under which `platter runs` lists a file; 0 = it does not. */
static unsigned number_of(const char *dir, const char *path)
{
    struct platter_run *runs = NULL;
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    unsigned n = 0, number = 0;

    if (platter_runs_list(dir, &runs, &n) == 0)
        for (unsigned i = 0; i < n; i++)
            if (strcmp(runs[i].file, file) == 0)
                number = i + 1;
    free(runs);
    return number;
}

void platter_saving_save(const struct platter_saving *s, const struct platter_json *document,
                         bool said)
{
    char dir[PLATTER_RUN_PATH_MAX] = "", path[PLATTER_RUN_PATH_MAX];
    char command[PLATTER_RUN_COMMAND_MAX];

    if (s->no_save)
        return;
    command_of(document, command, sizeof(command));
    int result = platter_runs_dir(s->dir, dir, sizeof(dir));
    if (result == 0)
        result =
            platter_run_save(dir, command, platter_json_text(document, "drive", ""),
                             platter_json_int(document, "time", 0), document, path, sizeof(path));
    if (result < 0)
        platter_cli_complain("the result is not kept: %s: %s; choose another folder with "
                             "--runs-dir, or --no-save",
                             dir[0] ? dir : "no home folder", strerror(-result));
    else if (said)
        printf("Kept as run %u (`platter runs`).\n", number_of(dir, path));
}

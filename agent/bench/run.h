/* SPDX-License-Identifier: MIT */
/*
 * Saved runs: what a benchmark measured, kept as the JSON document that its --json prints, one file
 * a run, so that it can be listed, compared and exported years later.
 *
 *   20261201T001042Z-strokes-WDC_WD2002FAEX_WMAY01234567.json
 *
 * The folder is the one that was chosen, else $PLATTER_RUNS_DIR, else for root
 * /var/lib/platter/runs, else $XDG_STATE_HOME/platter/runs (~/.local/state/platter/runs). A file
 * appears when it is complete, and none is ever replaced.
 */
#ifndef PLATTER_BENCH_RUN_H
#define PLATTER_BENCH_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "agent/wire/json.h"
#include <platter/snapshot.h>

#define PLATTER_RUN_COMMAND_MAX 24
#define PLATTER_RUN_FILE_MAX 256
#define PLATTER_RUN_PATH_MAX 4096
/* More than any document of ours has; a larger file is refused. */
#define PLATTER_RUN_BYTES_MAX (64ull << 20)

/* One saved run, as its file's name has it. */
struct platter_run {
    int64_t time_s;                        /* Unix time, as in the document */
    char command[PLATTER_RUN_COMMAND_MAX]; /* "strokes" */
    char drive[PLATTER_ID_MAX];            /* the id */
    char file[PLATTER_RUN_FILE_MAX];       /* in the folder */
};

/* The folder's name; chosen NULL = none was chosen. Returns 0, -ENAMETOOLONG, or -ENOENT: there is
 * neither $XDG_STATE_HOME nor $HOME. */
int platter_runs_dir(const char *chosen, char *dir, size_t size);

/* Make the folder, and those above it, as needed. Returns 0 or -errno. */
int platter_runs_make(const char *dir);

/*
 * Save a document: command is a word of [a-z], drive an id ("" = no drive). Folders are made as
 * needed. Writes the new file's path. Returns 0, -EINVAL (that would be no name), or -errno of a
 * file that cannot be made.
 */
int platter_run_save(const char *dir, const char *command, const char *drive, int64_t time_s,
                     const struct platter_json *document, char *path, size_t size);

/* All runs in a folder, the oldest first: number 1 is the first. *runs is an array of *n to be
 * freed with free(); no folder is no runs. Files of other names are left out. Returns 0 or -errno.
 */
int platter_runs_list(const char *dir, struct platter_run **runs, unsigned *n);

enum platter_run_result {
    PLATTER_RUN_NONE = 1,      /* no run of that number or name */
    PLATTER_RUN_AMBIGUOUS = 2, /* a piece of more than one name */
    PLATTER_RUN_BROKEN = 3,    /* a file that is no saved run; why says more */
};

/* One of them by its number ("3"), its file's name with or without .json, or a piece of it that no
 * other has. Returns 0, NONE or AMBIGUOUS. */
int platter_run_find(const struct platter_run *runs, unsigned n, const char *name, unsigned *index);

/* Load a document: an object that has a schema "platter.*". Returns 0 (*document is the caller's:
 * platter_json_free), PLATTER_RUN_BROKEN with a reason in why, or -errno. */
int platter_run_load(const char *path, struct platter_json **document, char *why, size_t why_size);

#endif

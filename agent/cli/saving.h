/* SPDX-License-Identifier: MIT */
/* Every benchmark saves what it measured (agent/bench/run.h), and says under which number. */
#ifndef PLATTER_CLI_SAVING_H
#define PLATTER_CLI_SAVING_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/wire/json.h"

/* A member of a command's own options. */
struct platter_saving {
    bool no_save;
    const char *dir; /* NULL = the usual folder */
};

/* Rows of a command's table of options: type has a member `struct platter_saving member`. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define PLATTER_SAVING_ARGS(type, member)                                      \
    {"no-save",                                                                \
     NULL,                                                                     \
     PLATTER_ARG_FLAG,                                                         \
     offsetof(type, member.no_save),                                           \
     0,                                                                        \
     0,                                                                        \
     "do not keep the result (`platter runs` shows those kept)"},              \
    {                                                                          \
        "runs-dir", "DIR", PLATTER_ARG_TEXT, offsetof(type, member.dir), 0, 0, \
            "where results are kept"                                           \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

/* What every document begins with; the caller owns it. command "strokes" -> schema
 * "platter.strokes/1". */
struct platter_json *platter_saving_document(const char *command, const char *drive,
                                             const char *device, const char *model, int64_t time_s);

/*
 * Save a document (command, drive and time are read from it) unless --no-save was given. said: a
 * line on stdout tells under which number. That it cannot be saved is said on stderr; the figures
 * were printed, so it changes no exit status.
 */
void platter_saving_save(const struct platter_saving *s, const struct platter_json *document,
                         bool said);

#endif

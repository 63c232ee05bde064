/* SPDX-License-Identifier: MIT */
/* A command's options: a table, read by the parser and by --help. */
#ifndef PLATTER_CLI_ARGS_H
#define PLATTER_CLI_ARGS_H

#include <stddef.h>
#include <stdint.h>

struct platter_command;

enum platter_arg_kind {
    PLATTER_ARG_FLAG,    /* bool: true when given */
    PLATTER_ARG_TEXT,    /* const char *: as given */
    PLATTER_ARG_COUNT,   /* uint64_t: a whole number, min ... max */
    PLATTER_ARG_MS,      /* uint64_t, ns: "5" is milliseconds, "5ms" or "1s" are what they say */
    PLATTER_ARG_SECONDS, /* int64_t: "600", "2h", "30d" */
};

/* An option of a command. */
struct platter_arg {
    const char *name;  /* long, without the dashes */
    const char *value; /* what the help calls its value; NULL for a flag */
    enum platter_arg_kind kind;
    size_t offset;     /* of the member in the command's own struct */
    uint64_t min, max; /* of COUNT */
    const char *help;
};

/* platter_args_parse(): help was shown, the command has nothing left to do. */
#define PLATTER_ARGS_HELPED 1

/*
 * Parse a command's options into target, and its operand (NULL when there is none to take). Of an
 * operand "A..." it is the first: they are the last of argv, from optind on. One in brackets may be
 * left out; then *operand stays as it is.
 * Returns 0, PLATTER_ARGS_HELPED, or -EINVAL: what is wrong has been said.
 */
int platter_args_parse(const struct platter_command *command, int argc, char **argv, void *target,
                       const char **operand);

/* The help of a command, on stdout. */
void platter_args_help(const struct platter_command *command);

#endif

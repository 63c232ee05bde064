/* SPDX-License-Identifier: MIT */
/*
 * The command line: one table of commands, one file per command.
 */
#ifndef PLATTER_CLI_CLI_H
#define PLATTER_CLI_CLI_H

#include "agent/cli/args.h"

/* What `platter --help` groups commands by. */
enum platter_question {
    PLATTER_HOW_ARE_MY_DRIVES,
    PLATTER_THIS_DRIVE_NOW,
    PLATTER_BENCHMARKS,
    PLATTER_ALARMS,
    PLATTER_THIS_MACHINE,
    PLATTER_QUESTIONS
};

struct platter_command {
    const char *name;
    enum platter_question question;
    const char *operand; /* "DRIVE", "A B...", "[RUN]"; NULL when it takes none */
    const char *summary; /* a line of `platter --help` */
    const char *text;    /* the rest of its own help; may be "" */
    const struct platter_arg *args;
    unsigned n_args;
    const char *brief; /* "dn": the first options are also -d and -n; NULL = none */
    int (*run)(const struct platter_command *self, int argc, char **argv);
};

extern const struct platter_command platter_command_status;
extern const struct platter_command platter_command_list;
extern const struct platter_command platter_command_graph;
extern const struct platter_command platter_command_probe;
extern const struct platter_command platter_command_scan;
extern const struct platter_command platter_command_show;
extern const struct platter_command platter_command_top;
extern const struct platter_command platter_command_events;
extern const struct platter_command platter_command_pause;
extern const struct platter_command platter_command_resume;
extern const struct platter_command platter_command_ack;
extern const struct platter_command platter_command_learn;
extern const struct platter_command platter_command_doctor;
extern const struct platter_command platter_command_simulate;
extern const struct platter_command platter_command_curve;
extern const struct platter_command platter_command_strokes;
extern const struct platter_command platter_command_random;
extern const struct platter_command platter_command_edges;
extern const struct platter_command platter_command_mark;
extern const struct platter_command platter_command_compare;
extern const struct platter_command platter_command_runs;

/* The whole program: returns its exit status. */
int platter_cli_run(int argc, char **argv);

/* Say on stderr "platter: ..." with a newline. */
void platter_cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

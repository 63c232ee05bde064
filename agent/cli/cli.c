/* SPDX-License-Identifier: MIT */
#include "agent/cli/cli.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <platter/errors.h>
#include <platter/version.h>

static const struct platter_command *const commands[] = {
    &platter_command_status,   &platter_command_show,    &platter_command_top,
    &platter_command_list,     &platter_command_events,  &platter_command_graph,
    &platter_command_probe,    &platter_command_pause,   &platter_command_resume,
    &platter_command_ack,      &platter_command_learn,   &platter_command_doctor,
    &platter_command_simulate, &platter_command_scan,    &platter_command_curve,
    &platter_command_strokes,  &platter_command_random,  &platter_command_edges,
    &platter_command_mark,     &platter_command_compare, &platter_command_runs,
};
#define N_COMMANDS (sizeof(commands) / sizeof(*commands))

static const char *const questions[PLATTER_QUESTIONS] = {
    [PLATTER_HOW_ARE_MY_DRIVES] = "How are my drives?",
    [PLATTER_THIS_DRIVE_NOW] = "This drive, now",
    [PLATTER_BENCHMARKS] = "Benchmarks",
    [PLATTER_ALARMS] = "Alarms",
    [PLATTER_THIS_MACHINE] = "This machine",
};

void platter_cli_complain(const char *format, ...)
{
    va_list ap;

    fflush(stdout);
    fputs("platter: ", stderr);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
}

/* What a command is called too. */
static const struct {
    const char *name, *command;
} aliases[] = {{"filebench", "mark"}};

static const struct platter_command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof(aliases) / sizeof(*aliases); i++)
        if (strcmp(aliases[i].name, name) == 0)
            name = aliases[i].command;
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static void print_commands(enum platter_question question)
{
    printf("\n%s\n", questions[question]);
    for (size_t i = 0; i < N_COMMANDS; i++) {
        const struct platter_command *c = commands[i];
        char usage[64];
        if (c->question != question)
            continue;
        snprintf(usage, sizeof(usage), "%s %s", c->name, c->operand ? c->operand : "");
        printf("  %-14s %s\n", usage, c->summary);
    }
}

static int print_help(void)
{
    puts("usage: platter [COMMAND] [OPTION...] [DRIVE]\n\n"
         "Is one of my drives quietly getting slow, where, and since when?");
    for (unsigned q = 0; q < PLATTER_QUESTIONS; q++)
        print_commands(q);
    puts("\nWithout a command: status. DRIVE is sda, a name in /dev/disk, the tail of a serial\n"
         "number, an id, a label, or sim:NAME, a simulated drive (`platter list --sim`).\n\n"
         "  --json         JSON instead of text, for every command\n"
         "  --help         this help; `platter COMMAND --help` is the command's own\n"
         "  --version      the version\n\n"
         "Exit status: 0 fine, 1 watch, 2 act, 3 cannot tell; 64 and up: it did not work.");
    return PLATTER_EXIT_FINE;
}

static int print_version(void)
{
    puts("platter " PLATTER_VERSION);
    return PLATTER_EXIT_FINE;
}

/* The name of a command that was left out is status. */
static int run_command(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "status";
    const struct platter_command *command;

    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_help();
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        return print_version();
    if (name[0] == '-' || argc < 2)
        return platter_command_status.run(&platter_command_status, argc, argv);
    command = find_command(name);
    if (!command) {
        platter_cli_complain("there is no command '%s'; `platter --help` shows them", name);
        return PLATTER_EXIT_USAGE;
    }
    return command->run(command, argc - 1, argv + 1);
}

int platter_cli_run(int argc, char **argv)
{
    /* Only the character set: numbers are written with a point everywhere. */
    setlocale(LC_CTYPE, "");
    int status = run_command(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    platter_cli_complain("cannot write the output: %s", strerror(errno));
    return PLATTER_EXIT_CANT_CREATE;
}

/* SPDX-License-Identifier: MIT */
/* What platterd is told: its command line and its file. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "agent/daemon/config.h"
#include "agent/daemon/print_config.h"
#include "agent/daemon/process.h"
#include <platter/errors.h>
#include <platter/version.h>

struct args {
    const char *file; /* NULL = the default one, which may be missing */
    bool check, print, help, version;
};

enum { OPT_STDIO = 256, OPT_FOREGROUND, OPT_CHECK, OPT_PRINT, OPT_HELP, OPT_VERSION };

static const struct option long_options[] = {
    {"option", required_argument, NULL, 'o'},
    {"config", required_argument, NULL, 'c'},
    {"stdio", no_argument, NULL, OPT_STDIO},
    {"foreground", no_argument, NULL, OPT_FOREGROUND},
    {"check-config", no_argument, NULL, OPT_CHECK},
    {"print-config", no_argument, NULL, OPT_PRINT},
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, OPT_HELP},
    {"version", no_argument, NULL, OPT_VERSION},
    {NULL, 0, NULL, 0},
};

static const char help_text[] =
    "Usage: platterd [OPTION]...\n"
    "Measure this machine's drives and serve what was measured.\n\n"
    "  -o, --option KEY=VALUE  set an option (below), over the file's\n"
    "  -c, --config FILE       read FILE instead of " PLATTER_CONFIG_FILE "\n"
    "      --stdio             talk on stdin and stdout; end when they close\n"
    "      --foreground        stay in the foreground (it always does)\n"
    "      --check-config      read the configuration, say what is wrong, end\n"
    "      --print-config      print what holds and where it is from, end\n"
    "  -v, --verbose           say more\n"
    "      --help              show this\n"
    "      --version           show the version\n\n"
    "SIGHUP reads the file again. Options for -o and the file, with what is expected and the\n"
    "default:\n";

static void show_help(void)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    char expects[160];
    fputs(help_text, stdout);
    for (unsigned i = 0; i < n; i++) {
        platter_option_expects(&table[i], expects, sizeof(expects));
        printf("  %-11s %s%s\n              %s; default %s\n", table[i].name, table[i].help,
               table[i].where & PLATTER_OPTION_GLOBAL ? "" : " (in a drive's section only)",
               expects, table[i].fallback[0] ? table[i].fallback : "empty");
    }
}

/* "key=value" of -o. */
static int set_one(struct platter_options *o, const char *setting)
{
    const char *equals = strchr(setting, '=');
    char name[64], text[640];
    size_t len = equals ? (size_t)(equals - setting) : 0;
    if (len == 0 || len >= sizeof(name)) {
        fprintf(stderr, "platterd: -o %s: expected -o KEY=VALUE; see platterd --help\n", setting);
        return PLATTER_EXIT_USAGE;
    }
    memcpy(name, setting, len);
    name[len] = '\0';
    enum platter_option_result r = platter_options_set(o, name, equals + 1);
    if (r == PLATTER_OPTION_OK) {
        o->origin[platter_option_index(platter_option_find(name))] = PLATTER_ORIGIN_COMMAND;
        return 0;
    }
    platter_config_complaint(r, PLATTER_OPTION_GLOBAL, name, equals + 1, text, sizeof(text));
    fprintf(stderr, "platterd: -o %s\n", text);
    return PLATTER_EXIT_USAGE;
}

/* One pass over the command line; with `o` its -o are set there, without it everything else is. */
static int parse(struct platter_agent *agent, struct args *args, struct platter_options *o)
{
    int c, status = 0;
    optind = 1;
    opterr = o == NULL;
    while ((c = getopt_long(agent->argc, agent->argv, "o:c:v", long_options, NULL)) != -1) {
        if (c == 'o' && o)
            status = set_one(o, optarg);
        else if (c == 'c')
            args->file = optarg;
        else if (c == 'v')
            agent->log.level = LOG_DEBUG;
        else if (c == '?')
            status = PLATTER_EXIT_USAGE;
        if (status)
            return status;
        agent->stdio |= c == OPT_STDIO;
        args->check |= c == OPT_CHECK;
        args->print |= c == OPT_PRINT;
        args->help |= c == OPT_HELP;
        args->version |= c == OPT_VERSION;
    }
    if (optind == agent->argc)
        return 0;
    fprintf(stderr, "platterd: %s: takes no such argument; see platterd --help\n",
            agent->argv[optind]);
    return PLATTER_EXIT_USAGE;
}

static const char *file_of(const struct args *args)
{
    return args->file ? args->file : PLATTER_CONFIG_FILE;
}

static int read_file(struct platter_agent *agent, const struct args *args,
                     struct platter_options *o)
{
    int r = platter_config_read(file_of(args), o);
    if (r == 0 || (r == -ENOENT && !args->file))
        return 0;
    errno = -r;
    if (r != -EINVAL)
        platter_log_say(&agent->log, LOG_ERR, NULL, "%s: cannot be read: %m", file_of(args));
    return PLATTER_EXIT_CONFIG;
}

/* Defaults, over them the file, over it the command line. */
static int read_all(struct platter_agent *agent, struct args *args, struct platter_options *o)
{
    platter_options_init(o);
    agent->config_file = file_of(args);
    int status = read_file(agent, args, o);
    return status ? status : parse(agent, args, o);
}

int platter_settings_read(struct platter_agent *agent, struct platter_options *out)
{
    struct args args = {0};
    struct platter_options o;
    int status = parse(agent, &args, NULL);
    if (status == 0)
        status = read_all(agent, &args, &o);
    if (status == 0)
        *out = o;
    return status;
}

int platter_settings_init(struct platter_agent *agent)
{
    struct args args = {0};
    int status = parse(agent, &args, NULL);
    if (status)
        return status;
    if (args.help || args.version) {
        if (args.help)
            show_help();
        else
            printf("platterd %s\n", PLATTER_VERSION);
        return PLATTER_PART_DONE;
    }
    status = read_all(agent, &args, &agent->options);
    if (status)
        return status;
    if (args.print)
        platter_print_config(&agent->options, file_of(&args), stdout);
    return args.check || args.print ? PLATTER_PART_DONE : 0;
}

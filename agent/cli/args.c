/* SPDX-License-Identifier: MIT */
#include "agent/cli/args.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "agent/cli/cli.h"
#include "agent/core/options.h"
#include <platter/units.h>

/* getopt's values: options of the table are their index. */
enum { ARGS_MAX = 24, HELP = 1000 };

static int parse_count(const char *text, uint64_t *out)
{
    uint64_t value = 0;

    if (!*text)
        return -EINVAL;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || __builtin_mul_overflow(value, 10u, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*text - '0'), &value))
            return -EINVAL;
    }
    *out = value;
    return 0;
}

static int take_count(const struct platter_arg *arg, const char *text, void *member)
{
    uint64_t value;

    if (parse_count(text, &value) < 0 || value < arg->min || value > arg->max)
        return -EINVAL;
    memcpy(member, &value, sizeof(value));
    return 0;
}

static int take_ms(const char *text, void *member)
{
    double ms;
    uint64_t ns;

    if (platter_parse_number(text, &ms) == 0 && ms >= 0 && ms < 1e9)
        ns = (uint64_t)(ms * (double)PLATTER_NS_PER_MS);
    else if (platter_parse_time_ns(text, &ns) < 0)
        return -EINVAL;
    if (ns == 0)
        return -EINVAL;
    memcpy(member, &ns, sizeof(ns));
    return 0;
}

static int take_seconds(const char *text, void *member)
{
    uint64_t ns;

    if (platter_parse_time_ns(text, &ns) < 0 || ns < PLATTER_NS_PER_S)
        return -EINVAL;
    int64_t seconds = (int64_t)(ns / PLATTER_NS_PER_S);
    memcpy(member, &seconds, sizeof(seconds));
    return 0;
}

static int take(const struct platter_arg *arg, const char *text, void *target)
{
    void *member = (char *)target + arg->offset;
    static const bool given = true;

    switch (arg->kind) {
    case PLATTER_ARG_FLAG:
        memcpy(member, &given, sizeof(given));
        return 0;
    case PLATTER_ARG_TEXT:
        memcpy(member, &text, sizeof(text));
        return *text ? 0 : -EINVAL;
    case PLATTER_ARG_COUNT:
        return take_count(arg, text, member);
    case PLATTER_ARG_MS:
        return take_ms(text, member);
    case PLATTER_ARG_SECONDS:
        return take_seconds(text, member);
    }
    return -EINVAL;
}

static void expects(const struct platter_arg *arg, char *buf, size_t size)
{
    if (arg->kind == PLATTER_ARG_COUNT && arg->max == UINT64_MAX)
        snprintf(buf, size, "a whole number, %llu or more", (unsigned long long)arg->min);
    else if (arg->kind == PLATTER_ARG_COUNT)
        snprintf(buf, size, "a whole number from %llu to %llu", (unsigned long long)arg->min,
                 (unsigned long long)arg->max);
    else if (arg->kind == PLATTER_ARG_MS)
        snprintf(buf, size, "a time in milliseconds, or one with a unit (5ms, 1s)");
    else if (arg->kind == PLATTER_ARG_SECONDS)
        snprintf(buf, size, "a time of a second or more (600, 2h, 30d)");
    else
        snprintf(buf, size, "a text that is not empty");
}

/* ":hd:n:" */
static void short_options(const struct platter_command *command, char *out)
{
    *out++ = ':';
    *out++ = 'h';
    for (unsigned i = 0; command->brief && command->brief[i]; i++) {
        *out++ = command->brief[i];
        if (command->args[i].value)
            *out++ = ':';
    }
    *out = '\0';
}

static int brief_index(const struct platter_command *command, int letter)
{
    bool is_brief = letter > 0 && letter <= UCHAR_MAX;
    const char *at =
        command->brief && is_brief ? memchr(command->brief, letter, strlen(command->brief)) : NULL;

    return at ? (int)(at - command->brief) : letter;
}

static void long_options(const struct platter_command *command, struct option *out)
{
    for (unsigned i = 0; i < command->n_args; i++) {
        const struct platter_arg *a = &command->args[i];
        out[i] = (struct option){a->name, a->value ? required_argument : no_argument, NULL, (int)i};
    }
    out[command->n_args] = (struct option){"help", no_argument, NULL, HELP};
}

/* What getopt found wrong, in our words. */
static int refuse(const struct platter_command *command, int found, char **argv)
{
    const char *what = argv[optind - 1];

    if (found == ':')
        platter_cli_complain("%s: %s needs a value; see `platter %s --help`", command->name, what,
                             command->name);
    else
        platter_cli_complain("%s: no such option here: %s; see `platter %s --help`", command->name,
                             what, command->name);
    return -EINVAL;
}

static int take_operand(const struct platter_command *command, int argc, char **argv,
                        const char **operand)
{
    int left = argc - optind;
    const char *name = command->operand ? command->operand : "";
    int wanted = *name ? 1 : 0;
    bool many = strstr(name, "...") != NULL, optional = *name == '[';

    if (left > wanted && !many)
        platter_cli_complain("%s: '%s' is too much; see `platter %s --help`", command->name,
                             argv[optind + wanted], command->name);
    else if (left < wanted && !optional)
        platter_cli_complain("%s: say which %s; `platter list` shows what there is", command->name,
                             command->operand);
    if ((left > wanted && !many) || (left < wanted && !optional))
        return -EINVAL;
    if (wanted && left)
        *operand = argv[optind];
    return 0;
}

static int take_option(const struct platter_command *command, const struct platter_arg *arg,
                       void *target)
{
    char text[96];

    if (take(arg, optarg, target) == 0)
        return 0;
    expects(arg, text, sizeof(text));
    platter_cli_complain("%s: --%s: '%s' is not %s", command->name, arg->name, optarg, text);
    return -EINVAL;
}

int platter_args_parse(const struct platter_command *command, int argc, char **argv, void *target,
                       const char **operand)
{
    struct option options[ARGS_MAX + 2] = {0};
    char brief[2 * ARGS_MAX + 3];
    int found;

    long_options(command, options);
    short_options(command, brief);
    optind = 0;
    while ((found = getopt_long(argc, argv, brief, options, NULL)) != -1) {
        if (found == HELP || found == 'h') {
            platter_args_help(command);
            return PLATTER_ARGS_HELPED;
        }
        if (found == '?' || found == ':')
            return refuse(command, found, argv);
        if (take_option(command, &command->args[brief_index(command, found)], target) < 0)
            return -EINVAL;
    }
    return take_operand(command, argc, argv, operand);
}

void platter_args_help(const struct platter_command *command)
{
    printf("usage: platter %s [OPTION...]%s%s\n\n%c%s.\n%s\n", command->name,
           command->operand ? " " : "", command->operand ? command->operand : "",
           toupper((unsigned char)command->summary[0]), command->summary + 1, command->text);
    for (unsigned i = 0; i < command->n_args; i++) {
        const struct platter_arg *a = &command->args[i];
        char usage[48];
        snprintf(usage, sizeof(usage), "--%s%s%s", a->name, a->value ? " " : "",
                 a->value ? a->value : "");
        printf("  %-18s %s\n", usage, a->help);
    }
    printf("  %-18s %s\n", "--help", "this help");
}

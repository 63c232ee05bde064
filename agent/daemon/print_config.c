/* SPDX-License-Identifier: MIT */
#include "agent/daemon/print_config.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <platter/errors.h>

#define COMMENT_COLUMN 40

static void write_time(const struct platter_option *option, const void *member, FILE *to)
{
    uint64_t value;
    unsigned unit = PLATTER_TIME_UNITS - 1;
    memcpy(&value, member, sizeof(value));
    value *= option->unit_ns;
    if (value == 0) { /* written as the table has it */
        fputc('0', to);
        return;
    }
    while (unit > 0 && value % (uint64_t)platter_time_units[unit].ns != 0)
        unit--;
    fprintf(to, "%" PRIu64 "%s", value / (uint64_t)platter_time_units[unit].ns,
            platter_time_units[unit].name);
}

static void write_count(const struct platter_option *option, const void *member, FILE *to)
{
    uint64_t value;
    (void)option;
    memcpy(&value, member, sizeof(value));
    fprintf(to, "%" PRIu64, value);
}

/* As few digits as give the same number again. */
static void write_share(const struct platter_option *option, const void *member, FILE *to)
{
    double value, again = NAN;
    char text[32] = "";
    (void)option;
    memcpy(&value, member, sizeof(value));
    for (int digits = 1; digits <= 17 && again != value; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, value);
        again = strtod(text, NULL);
    }
    fputs(text, to);
}

static bool is_plain(const char *text)
{
    if (!*text)
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr("./:_-", *text))
            return false;
    return true;
}

/* Single quotes where the parser would find something to replace in double ones. */
static void write_quoted(const char *text, FILE *to)
{
    if (!strpbrk(text, "\"\\$")) {
        fprintf(to, "\"%s\"", text);
        return;
    }
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', to);
        fputc(*text, to);
    }
    fputc('\'', to);
}

static void write_text(const struct platter_option *option, const void *member, FILE *to)
{
    (void)option;
    if (is_plain(member))
        fputs(member, to);
    else
        write_quoted(member, to);
}

static void write_choice(const struct platter_option *option, const void *member, FILE *to)
{
    unsigned value;
    memcpy(&value, member, sizeof(value));
    fputs(option->words[value], to);
}

static void write_hours(const struct platter_option *option, const void *member, FILE *to)
{
    struct platter_hours hours;
    (void)option;
    memcpy(&hours, member, sizeof(hours));
    if (hours.from_min == hours.until_min)
        fputs(PLATTER_HOURS_NONE, to);
    else
        fprintf(to, "%02u:%02u-%02u:%02u", hours.from_min / 60, hours.from_min % 60,
                hours.until_min / 60, hours.until_min % 60);
}

void platter_option_write(const struct platter_option *option, const void *member, FILE *to)
{
    static void (*const writers[])(const struct platter_option *, const void *, FILE *) = {
        [PLATTER_OPTION_TIME] = write_time,     [PLATTER_OPTION_COUNT] = write_count,
        [PLATTER_OPTION_SHARE] = write_share,   [PLATTER_OPTION_TEXT] = write_text,
        [PLATTER_OPTION_CHOICE] = write_choice, [PLATTER_OPTION_HOURS] = write_hours,
    };
    writers[option->kind](option, member, to);
}

static void write_origin(uint32_t origin, const char *file, FILE *to)
{
    if (origin == PLATTER_ORIGIN_DEFAULT)
        fputs("# default\n", to);
    else if (origin == PLATTER_ORIGIN_COMMAND)
        fputs("# command line\n", to);
    else
        fprintf(to, "# %s:%" PRIu32 "\n", file, origin);
}

static void write_line(const struct platter_option *option, const void *member, const char *indent,
                       FILE *to, uint32_t origin, const char *file)
{
    CLEANUP_FREE char *text = NULL;
    size_t len;
    FILE *line = open_memstream(&text, &len);
    if (!line)
        return;
    fprintf(line, "%s%s = ", indent, option->name);
    platter_option_write(option, member, line);
    if (fclose(line) != 0)
        return;
    fprintf(to, "%-*s ", COMMENT_COLUMN, text);
    write_origin(origin, file, to);
}

static void write_section(const struct platter_section *section, const char *file, FILE *to)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    fputs("\ndrive ", to);
    write_quoted(section->match, to);
    fputs(" {\n", to);
    for (unsigned i = 0; i < n; i++)
        if (section->lines[i])
            write_line(&table[i], (const char *)&section->values + table[i].drive_offset, "    ",
                       to, section->lines[i], file);
    fputs("}\n", to);
}

void platter_print_config(const struct platter_options *o, const char *file, FILE *to)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    for (unsigned i = 0; i < n; i++)
        if (table[i].where & PLATTER_OPTION_GLOBAL)
            write_line(&table[i], (const char *)o + table[i].offset, "", to, o->origin[i], file);
    for (unsigned i = 0; i < o->n_sections; i++)
        write_section(&o->sections[i], file, to);
}

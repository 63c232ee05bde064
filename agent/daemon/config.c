/* SPDX-License-Identifier: MIT */
#include "agent/daemon/config.h"

#include <confuse.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <platter/errors.h>

#define SECTION "drive"
#define VALUE_SHOWN 60
#define FILE_MAX_BYTES 65536u

/* "no such option; did you mean interval? There are interval, ..." */
static void say_unknown(unsigned where, const char *name, char *buf, size_t size)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    const struct platter_option *near = platter_option_nearest(name, where);
    const char *before = near ? "? There are " : "there are ";
    int len = snprintf(buf, size, "no such option%s; %s%s",
                       where == PLATTER_OPTION_DRIVE ? " in a drive's section" : "",
                       near ? "did you mean " : "", near ? near->name : "");
    for (unsigned i = 0; i < n && len >= 0 && (size_t)len < size; i++) {
        if (!(table[i].where & where))
            continue;
        len += snprintf(buf + len, size - (size_t)len, "%s%s", before, table[i].name);
        before = ", ";
    }
}

void platter_config_complaint(enum platter_option_result result, unsigned where, const char *name,
                              const char *value, char *buf, size_t size)
{
    const struct platter_option *option = platter_option_find(name);
    char text[512];
    if (result == PLATTER_OPTION_PLACE) {
        snprintf(buf, size, "%s: %s", name,
                 where == PLATTER_OPTION_DRIVE
                     ? "holds for all drives; it stands outside of sections"
                     : "stands only in a drive's section: drive \"ID\" { ... }");
        return;
    }
    if (result == PLATTER_OPTION_UNKNOWN || !option) {
        say_unknown(where, name, text, sizeof(text));
        snprintf(buf, size, "%.*s: %s", VALUE_SHOWN, name, text);
        return;
    }
    platter_option_expects(option, text, sizeof(text));
    snprintf(buf, size, "%s: \"%.*s\" is %s; expected %s", name, VALUE_SHOWN, value,
             result == PLATTER_OPTION_RANGE ? "out of range" : "no such value", text);
}

/* libconfuse hands its own complaints over as a format, ours as "%s". */
__attribute__((format(printf, 2, 0))) static void complain(cfg_t *cfg, const char *format,
                                                           va_list ap)
{
    char text[640];
    vsnprintf(text, sizeof(text), format, ap);
    fprintf(stderr, "platterd: %s:%d: %s\n", cfg->filename ? cfg->filename : "?", cfg->line, text);
}

/* The text of a line, trimmed, for a message about its form. */
static void line_text(const char *path, int line, char *buf, size_t size)
{
    CLEANUP_FCLOSE FILE *f = fopen(path, "re");
    buf[0] = '\0';
    while (f && line > 0 && fgets(buf, (int)size, f))
        line -= strchr(buf, '\n') || strlen(buf) + 1 < size;
    if (line > 0)
        buf[0] = '\0';
    buf[strcspn(buf, "\r\n")] = '\0';
}

static unsigned where_of(cfg_t *cfg)
{
    return cfg_title(cfg) ? PLATTER_OPTION_DRIVE : PLATTER_OPTION_GLOBAL;
}

/* "no such option 'x'": which, for an option that stands in the wrong place too. */
static void complain_of_name(cfg_t *cfg, const char *words)
{
    char name[64] = "", text[640];
    const char *quote = strchr(words, '\'');
    if (quote)
        snprintf(name, sizeof(name), "%.*s", (int)strcspn(quote + 1, "'"), quote + 1);
    platter_config_complaint(platter_option_find(name) ? PLATTER_OPTION_PLACE
                                                       : PLATTER_OPTION_UNKNOWN,
                             where_of(cfg), name, "", text, sizeof(text));
    fprintf(stderr, "platterd: %s:%d: %s\n", cfg->filename, cfg->line, text);
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* libconfuse's words for what it cannot read, with the line itself, which has the key. */
__attribute__((format(printf, 2, 0))) static void complain_of_form(cfg_t *cfg, const char *format,
                                                                   va_list ap)
{
    char text[256], line[128];
    if (strcmp(format, "%s") == 0) { /* one of ours, complete */
        complain(cfg, format, ap);
        return;
    }
    vsnprintf(text, sizeof(text), format, ap);
    if (starts(text, "no such option")) {
        complain_of_name(cfg, text);
        return;
    }
    if (starts(text, "found duplicate title")) {
        fprintf(stderr,
                "platterd: %s:%d: " SECTION "%s: a second section for the same drive; "
                "expected one\n",
                cfg->filename, cfg->line, text + strlen("found duplicate title"));
        return;
    }
    line_text(cfg->filename, cfg->line, line, sizeof(line));
    fprintf(stderr,
            "platterd: %s:%d: %s in \"%.*s\"; expected NAME = VALUE or " SECTION " \"ID\" { ... }, "
            "with \"quotes\" round a value that has commas, blanks or braces\n",
            cfg->filename, cfg->line, text, VALUE_SHOWN, line);
}

/* The line of a value that was given, kept in what nothing else uses; 0 = not given. */
static uint32_t line_of(cfg_opt_t *opt)
{
    const char *line = opt ? cfg_opt_getcomment(opt) : NULL;
    return line ? (uint32_t)strtoul(line, NULL, 10) : 0;
}

static enum platter_option_result try_value(unsigned where, const char *name, const char *value)
{
    struct platter_section section;
    struct platter_options scratch;
    if (where == PLATTER_OPTION_DRIVE)
        return platter_section_set(&section, name, value, 1);
    platter_options_init(&scratch);
    return platter_options_set(&scratch, name, value);
}

/* Called for each value, while cfg->line is its line. */
static int check_value(cfg_t *cfg, cfg_opt_t *opt)
{
    char text[640], line[16];
    const char *given = cfg_opt_getnstr(opt, 0), *value = given ? given : "";
    unsigned where = where_of(cfg);
    if (line_of(opt)) {
        snprintf(text, sizeof(text), "%s: given twice, first in line %u; expected once", opt->name,
                 line_of(opt));
        cfg_error(cfg, "%s", text); /* keeps the format that complain_of_form knows */
        return -1;
    }
    enum platter_option_result r = try_value(where, opt->name, value);
    if (r != PLATTER_OPTION_OK) {
        platter_config_complaint(r, where, opt->name, value, text, sizeof(text));
        cfg_error(cfg, "%s", text);
        return -1;
    }
    snprintf(line, sizeof(line), "%d", cfg->line);
    return cfg_opt_setcomment(opt, line) == CFG_SUCCESS ? 0 : -1;
}

/* Called at the end of each section. */
static int check_section(cfg_t *cfg, cfg_opt_t *opt)
{
    unsigned n = cfg_opt_size(opt);
    size_t len = strlen(cfg_title(cfg_opt_getnsec(opt, n - 1)));
    char text[160];
    if (n <= PLATTER_SECTIONS_MAX && len > 0 && len < sizeof(((struct platter_section *)0)->match))
        return 0;
    if (n > PLATTER_SECTIONS_MAX)
        snprintf(text, sizeof(text), SECTION ": more than %d sections", PLATTER_SECTIONS_MAX);
    else
        snprintf(text, sizeof(text),
                 SECTION ": expected an id, a serial or a name of at most %d "
                         "characters; * and ? stand for any",
                 PLATTER_ID_MAX - 1);
    cfg_error(cfg, "%s", text);
    return -1;
}

/* One row for each option that may stand there; room for two more. */
static unsigned make_rows(cfg_opt_t *rows, unsigned where)
{
    unsigned n, used = 0;
    const struct platter_option *table = platter_options_table(&n);
    for (unsigned i = 0; i < n; i++) {
        if (!(table[i].where & where))
            continue;
        rows[used] = (cfg_opt_t)CFG_STR(table[i].name, NULL, CFGF_NODEFAULT);
        rows[used++].validcb = check_value;
    }
    rows[used] = (cfg_opt_t)CFG_END();
    return used;
}

static cfg_t *new_parser(void)
{
    cfg_opt_t rows[PLATTER_OPTIONS_MAX + 2], section[PLATTER_OPTIONS_MAX + 1];
    unsigned n = make_rows(rows, PLATTER_OPTION_GLOBAL);
    make_rows(section, PLATTER_OPTION_DRIVE);
    rows[n] = (cfg_opt_t)CFG_SEC(SECTION, section, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES);
    rows[n].validcb = check_section;
    rows[n + 1] = (cfg_opt_t)CFG_END();
    cfg_t *cfg = cfg_init(rows, CFGF_NONE); /* copies them */
    if (cfg)
        cfg_set_error_function(cfg, complain_of_form);
    return cfg;
}

static void take_section(cfg_t *cfg, struct platter_section *out)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    memset(out, 0, sizeof(*out));
    snprintf(out->match, sizeof(out->match), "%s", cfg_title(cfg));
    out->line = (uint32_t)cfg->line;
    for (unsigned i = 0; i < n; i++) {
        uint32_t line =
            table[i].where & PLATTER_OPTION_DRIVE ? line_of(cfg_getopt(cfg, table[i].name)) : 0;
        if (line == 0)
            continue;
        platter_section_set(out, table[i].name, cfg_getstr(cfg, table[i].name), line);
        out->line = line < out->line ? line : out->line;
    }
}

static void take_over(cfg_t *cfg, struct platter_options *o)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    for (unsigned i = 0; i < n; i++) {
        uint32_t line =
            table[i].where & PLATTER_OPTION_GLOBAL ? line_of(cfg_getopt(cfg, table[i].name)) : 0;
        if (line == 0)
            continue;
        platter_options_set(o, table[i].name, cfg_getstr(cfg, table[i].name));
        o->origin[i] = line;
    }
    o->n_sections = cfg_size(cfg, SECTION);
    for (unsigned i = 0; i < o->n_sections; i++)
        take_section(cfg_getnsec(cfg, SECTION, i), &o->sections[i]);
}

/* The whole file as text that ends in a newline. */
static int read_text(const char *path, char **out)
{
    CLEANUP_FCLOSE FILE *f = fopen(path, "re");
    struct stat st;
    if (!f || fstat(fileno(f), &st) != 0)
        return -errno;
    if (S_ISDIR(st.st_mode))
        return -EISDIR;
    CLEANUP_FREE char *text = calloc(1, FILE_MAX_BYTES + 2);
    if (!text)
        return -ENOMEM;
    size_t n = fread(text, 1, FILE_MAX_BYTES + 1, f);
    if (ferror(f))
        return -EIO;
    if (n > FILE_MAX_BYTES)
        return -EFBIG;
    if (memchr(text, '\0', n))
        return -EILSEQ;
    text[n] = '\n';
    *out = TAKE_PTR(text);
    return 0;
}

/* Up to the end of the line; returns its last character. */
static char *blank_comment(char *p)
{
    for (*p = ' '; p[1] != '\n'; p++)
        p[1] = ' ';
    return p;
}

/*
 * libconfuse 3.3 counts a line with a comment three times, so it gets to see none; and it takes the
 * end of the file for the end of a section. Returns the line of a brace that is never closed, or 0.
 */
static int prepare(char *text)
{
    char quote = '\0';
    int line = 1, open = 0;
    for (char *p = text; *p; p++) {
        line += *p == '\n';
        if (quote && *p == '\\' && p[1] && p[1] != '\n')
            p++;
        else if (quote)
            quote = *p == quote ? '\0' : quote;
        else if (*p == '"' || *p == '\'')
            quote = *p;
        else if (*p == '{')
            open = line;
        else if (*p == '}')
            open = 0;
        else if (*p == '#')
            p = blank_comment(p);
    }
    return open;
}

static int parse_text(cfg_t *cfg, const char *path, char *text)
{
    CLEANUP_FCLOSE FILE *f = fmemopen(text, strlen(text), "r");
    cfg->filename = strdup(path); /* for its messages; cfg_free frees it */
    if (!f || !cfg->filename)
        return -ENOMEM;
    return cfg_parse_fp(cfg, f) == CFG_SUCCESS ? 0 : -EINVAL;
}

int platter_config_read(const char *path, struct platter_options *o)
{
    CLEANUP_FREE char *text = NULL;
    int r = read_text(path, &text);
    if (r < 0 || !text)
        return r;
    int open = prepare(text);
    cfg_t *cfg = new_parser();
    if (!cfg)
        return -ENOMEM;
    r = parse_text(cfg, path, text);
    if (r == 0 && open) {
        fprintf(stderr, "platterd: %s:%d: " SECTION ": the section is not closed; expected a }\n",
                path, open);
        r = -EINVAL;
    }
    if (r == 0)
        take_over(cfg, o);
    cfg_free(cfg);
    return r;
}

/* SPDX-License-Identifier: MIT */
#include "agent/daemon/config.h"

#include <confuse.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <platter/errors.h>

#define VALUE_SHOWN 60
#define FILE_MAX_BYTES 65536u

static void known_names(char *buf, size_t size)
{
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    size_t len = 0;
    buf[0] = '\0';
    for (unsigned i = 0; i < n && len < size; i++) {
        int more = snprintf(buf + len, size - len, "%s%s", i ? ", " : "", table[i].name);
        len += more > 0 ? (size_t)more : 0;
    }
}

void platter_config_complaint(enum platter_option_result result, const char *name,
                              const char *value, char *buf, size_t size)
{
    const struct platter_option *option = platter_option_find(name);
    char text[256];
    if (result == PLATTER_OPTION_UNKNOWN || !option) {
        known_names(text, sizeof(text));
        snprintf(buf, size, "%.*s: no such option; there are %s", VALUE_SHOWN, name, text);
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

/* libconfuse's words for what it cannot read, with the line itself, which has the key. */
__attribute__((format(printf, 2, 0))) static void complain_of_form(cfg_t *cfg, const char *format,
                                                                   va_list ap)
{
    char text[256], line[128], known[256];
    if (strcmp(format, "%s") == 0) { /* one of ours, complete */
        complain(cfg, format, ap);
        return;
    }
    vsnprintf(text, sizeof(text), format, ap);
    line_text(cfg->filename, cfg->line, line, sizeof(line));
    if (strncmp(text, "no such option", strlen("no such option")) == 0) {
        known_names(known, sizeof(known));
        fprintf(stderr, "platterd: %s:%d: %s; there are %s\n", cfg->filename, cfg->line, text,
                known);
        return;
    }
    fprintf(stderr,
            "platterd: %s:%d: %s in \"%.*s\"; expected NAME = VALUE, with \"quotes\" round a value "
            "that has commas, blanks or braces\n",
            cfg->filename, cfg->line, text, VALUE_SHOWN, line);
}

/*
 * Called for each value, while cfg->line is its line. The option's comment, which nothing else
 * uses, remembers where it was given first.
 */
static int check_value(cfg_t *cfg, cfg_opt_t *opt)
{
    struct platter_options scratch;
    char text[512], line[16];
    const char *value = cfg_opt_getnstr(opt, 0);
    const char *first = cfg_opt_getcomment(opt);
    if (first) {
        cfg_error(cfg, "%s", first); /* keeps the format that complain_of_form knows */
        return -1;
    }
    platter_options_init(&scratch);
    enum platter_option_result r = platter_options_set(&scratch, opt->name, value ? value : "");
    if (r != PLATTER_OPTION_OK) {
        platter_config_complaint(r, opt->name, value ? value : "", text, sizeof(text));
        cfg_error(cfg, "%s", text);
        return -1;
    }
    snprintf(line, sizeof(line), "%d", cfg->line);
    snprintf(text, sizeof(text), "%s: given twice, first in line %s; expected once", opt->name,
             line);
    return cfg_opt_setcomment(opt, text) == CFG_SUCCESS ? 0 : -1;
}

static cfg_t *new_parser(const struct platter_option *table, unsigned n)
{
    CLEANUP_FREE cfg_opt_t *opts = calloc(n + 1, sizeof(*opts));
    if (!opts)
        return NULL;
    for (unsigned i = 0; i < n; i++)
        opts[i] = (cfg_opt_t)CFG_STR(table[i].name, NULL, CFGF_NODEFAULT);
    opts[n] = (cfg_opt_t)CFG_END();
    cfg_t *cfg = cfg_init(opts, CFGF_NONE); /* copies opts */
    if (!cfg)
        return NULL;
    cfg_set_error_function(cfg, complain_of_form);
    for (unsigned i = 0; i < n; i++)
        cfg_set_validate_func(cfg, table[i].name, check_value);
    return cfg;
}

static void take_over(cfg_t *cfg, const struct platter_option *table, unsigned n,
                      struct platter_options *o)
{
    for (unsigned i = 0; i < n; i++)
        if (cfg_opt_getcomment(cfg_getopt(cfg, table[i].name)))
            platter_options_set(o, table[i].name, cfg_getstr(cfg, table[i].name));
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

/* libconfuse 3.3 counts a line with a comment three times, so it gets to see none. */
static void blank_comments(char *text)
{
    char quote = '\0';
    for (char *p = text; *p; p++) {
        if (quote && *p == '\\' && p[1])
            p++;
        else if (quote)
            quote = *p == quote ? '\0' : quote;
        else if (*p == '"' || *p == '\'')
            quote = *p;
        else if (*p == '#')
            for (; *p != '\n'; p++)
                *p = ' ';
    }
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
    unsigned n;
    const struct platter_option *table = platter_options_table(&n);
    CLEANUP_FREE char *text = NULL;
    int r = read_text(path, &text);
    if (r < 0 || !text)
        return r;
    blank_comments(text);
    cfg_t *cfg = new_parser(table, n);
    if (!cfg)
        return -ENOMEM;
    r = parse_text(cfg, path, text);
    if (r == 0)
        take_over(cfg, table, n, o);
    cfg_free(cfg);
    return r;
}

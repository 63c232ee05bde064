/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/select.h"
#include <platter/errors.h>

struct platter_pattern {
    char *id; /* NULL: it is the regex */
    regex_t regex;
};

void platter_select_init(struct platter_select *s)
{
    *s = (struct platter_select){0};
}

void platter_select_deinit(struct platter_select *s)
{
    for (size_t i = 0; i < s->n; i++) {
        if (!s->patterns[i].id)
            regfree(&s->patterns[i].regex);
        free(s->patterns[i].id);
    }
    free(s->patterns);
    platter_select_init(s);
}

static int compile(struct platter_pattern *p, const char *text, char *why, size_t why_size)
{
    CLEANUP_FREE char *inner = strndup(text + 1, strlen(text) - 2);
    if (!inner)
        return -ENOMEM;
    int rc = regcomp(&p->regex, inner, REG_EXTENDED | REG_NOSUB);
    if (rc == 0)
        return 0;
    char reason[128];
    regerror(rc, &p->regex, reason, sizeof reason);
    snprintf(why, why_size, "%s is no regular expression (%s)", text, reason);
    return -EINVAL;
}

static int pattern_init(struct platter_pattern *p, const char *text, char *why, size_t why_size)
{
    size_t len = strlen(text);
    if (len == 0) {
        snprintf(why, why_size, "it is empty: give a drive id or /a regular expression/");
        return -EINVAL;
    }
    if (len > 2 && text[0] == '/' && text[len - 1] == '/')
        return compile(p, text, why, why_size);
    p->id = strdup(text);
    return p->id ? 0 : -ENOMEM;
}

int platter_select_add(struct platter_select *s, const char *text, char *why, size_t why_size)
{
    struct platter_pattern *grown = realloc(s->patterns, (s->n + 1) * sizeof *grown);
    if (!grown)
        return -ENOMEM;
    s->patterns = grown;
    struct platter_pattern pattern = {0};
    int rc = pattern_init(&pattern, text, why, why_size);
    if (rc < 0)
        return rc;
    s->patterns[s->n++] = pattern;
    return 0;
}

static bool matches(const struct platter_pattern *p, const char *drive)
{
    return p->id ? strcmp(p->id, drive) == 0 : regexec(&p->regex, drive, 0, NULL, 0) == 0;
}

bool platter_select_wants(const struct platter_select *s, const char *drive)
{
    if (s->n == 0)
        return true;
    for (size_t i = 0; i < s->n; i++)
        if (matches(&s->patterns[i], drive))
            return !s->ignore_selected;
    return s->ignore_selected;
}

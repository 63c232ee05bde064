/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "plugin/hostconf.h"

void platter_hostconf_init(struct platter_hostconf *s)
{
    *s = (struct platter_hostconf){.mode = PLATTER_AGENT_AUTO, .series = PLATTER_SERIES_NORMAL};
    platter_select_init(&s->select);
}

void platter_hostconf_deinit(struct platter_hostconf *s)
{
    for (size_t i = 0; i < s->n_options; i++) {
        free(s->options[i].key);
        free(s->options[i].arg);
    }
    free(s->agent_path);
    free(s->config);
    platter_select_deinit(&s->select);
    platter_hostconf_init(s);
}

static int set_agent(struct platter_hostconf *s, const char *value, char *why, size_t why_size)
{
    const char *path = strncasecmp(value, "unix:", 5) == 0 ? value + 5 : value;
    if (strcasecmp(value, "auto") == 0) {
        s->mode = PLATTER_AGENT_AUTO;
    } else if (strcasecmp(value, "spawn") == 0) {
        s->mode = PLATTER_AGENT_SPAWN;
    } else if (path[0] != '/') {
        snprintf(why, why_size, "write \"auto\", \"spawn\" or the full path of a socket");
        return -EINVAL;
    } else if (strlen(path) >= sizeof s->socket) {
        snprintf(why, why_size, "a socket's path has at most %zu characters", sizeof s->socket - 1);
        return -EINVAL;
    } else {
        s->mode = PLATTER_AGENT_SOCKET;
        strcpy(s->socket, path); /* NOLINT(clang-analyzer-security.insecureAPI.strcpy): measured */
    }
    return 0;
}

/* collectd changes to its BaseDir, so a relative path would not mean what the person thinks. */
static int set_path(char **where, const char *value, char *why, size_t why_size)
{
    if (value[0] != '/') {
        snprintf(why, why_size, "write the full path, from /");
        return -EINVAL;
    }
    char *copy = strdup(value);
    if (!copy)
        return -ENOMEM;
    free(*where);
    *where = copy;
    return 0;
}

static int set_agent_path(struct platter_hostconf *s, const char *value, char *why, size_t why_size)
{
    return set_path(&s->agent_path, value, why, why_size);
}

static int set_config(struct platter_hostconf *s, const char *value, char *why, size_t why_size)
{
    return set_path(&s->config, value, why, why_size);
}

static int set_drive(struct platter_hostconf *s, const char *value, char *why, size_t why_size)
{
    return platter_select_add(&s->select, value, why, why_size);
}

static int set_ignore_selected(struct platter_hostconf *s, const char *value, char *why,
                               size_t why_size)
{
    static const char *const words[] = {"false", "no", "off", "true", "yes", "on"};
    for (size_t i = 0; i < 6; i++)
        if (strcasecmp(value, words[i]) == 0) {
            s->select.ignore_selected = i >= 3;
            return 0;
        }
    snprintf(why, why_size, "write true or false");
    return -EINVAL;
}

static int set_series(struct platter_hostconf *s, const char *value, char *why, size_t why_size)
{
    static const char *const words[] = {"small", "normal", "all"};
    for (unsigned i = 0; i < 3; i++)
        if (strcasecmp(value, words[i]) == 0) {
            s->series = (enum platter_series_set)i;
            return 0;
        }
    snprintf(why, why_size, "write small, normal or all");
    return -EINVAL;
}

static const struct own_key {
    const char *name;
    bool many;
    int (*set)(struct platter_hostconf *s, const char *value, char *why, size_t why_size);
} own_keys[] = {
    {"Agent", false, set_agent},   {"AgentPath", false, set_agent_path},
    {"Config", false, set_config}, {"Drive", true, set_drive},
    {"Series", false, set_series}, {"IgnoreSelected", false, set_ignore_selected},
};

/* "QuietHours" -> "quiet-hours", "RPM" -> "rpm". */
static void kebab(FILE *f, const char *key)
{
    for (const char *c = key; *c; c++) {
        bool starts_word = isupper((unsigned char)*c) && c > key && islower((unsigned char)c[-1]);
        if (starts_word)
            fputc('-', f);
        fputc(*c == '_' ? '-' : tolower((unsigned char)*c), f);
    }
}

static int make_arg(const char *key, const char *const *values, size_t n, char **out)
{
    char *arg = NULL;
    size_t size;
    FILE *f = open_memstream(&arg, &size);
    if (!f)
        return -ENOMEM;
    kebab(f, key);
    for (size_t i = 0; i < n; i++)
        fprintf(f, "%c%s", i ? ',' : '=', values[i]);
    if (fclose(f) != 0) {
        free(arg);
        return -ENOMEM;
    }
    *out = arg;
    return 0;
}

static int add_option(struct platter_hostconf *s, const char *key, const char *const *values,
                      size_t n, char *why, size_t why_size)
{
    if (s->n_options == PLATTER_AGENT_OPTIONS_MAX) {
        snprintf(why, why_size, "there are more than %d options", PLATTER_AGENT_OPTIONS_MAX);
        return -EINVAL;
    }
    char *arg;
    int rc = make_arg(key, values, n, &arg);
    if (rc < 0)
        return rc;
    char *name = strdup(key);
    if (!name) {
        free(arg);
        return -ENOMEM;
    }
    s->options[s->n_options++] = (struct platter_agent_option){.key = name, .arg = arg};
    return 0;
}

static const struct own_key *find_own(const char *key)
{
    for (size_t i = 0; i < sizeof own_keys / sizeof own_keys[0]; i++)
        if (strcasecmp(key, own_keys[i].name) == 0)
            return &own_keys[i];
    return NULL;
}

int platter_hostconf_set(struct platter_hostconf *s, const char *key, const char *const *values,
                         size_t n, char *why, size_t why_size)
{
    const struct own_key *own = find_own(key);
    if (n == 0 || (own && !own->many && n > 1)) {
        snprintf(why, why_size, n == 0 ? "it has no value" : "it takes one value");
        return -EINVAL;
    }
    if (!own)
        return add_option(s, key, values, n, why, why_size);
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = own->set(s, values[i], why, why_size);
    return rc;
}

int platter_hostconf_number(double value, char *buf, size_t size)
{
    if (!isfinite(value) || fabs(value) > 1e15)
        return -ERANGE;
    int64_t whole = (int64_t)fabs(value);
    int64_t billionths = ((int64_t)((fabs(value) - (double)whole) * 1e10) + 5) / 10;
    whole += billionths / 1000000000;
    billionths %= 1000000000;
    const char *sign = value < 0 && (whole || billionths) ? "-" : "";
    int len = snprintf(buf, size, "%s%" PRId64 ".%09" PRId64, sign, whole, billionths);
    if (len < 0 || (size_t)len >= size)
        return -ERANGE;
    while (buf[len - 1] == '0')
        buf[--len] = '\0';
    if (buf[len - 1] == '.')
        buf[len - 1] = '\0';
    return 0;
}

const char **platter_hostconf_argv(const struct platter_hostconf *s, const char *path)
{
    const char **argv = calloc(5 + 2 * s->n_options, sizeof *argv);
    if (!argv)
        return NULL;
    size_t n = 0;
    argv[n++] = path;
    argv[n++] = "--stdio";
    if (s->config) {
        argv[n++] = "--config";
        argv[n++] = s->config;
    }
    for (size_t i = 0; i < s->n_options; i++) {
        argv[n++] = "-o";
        argv[n++] = s->options[i].arg;
    }
    return argv;
}

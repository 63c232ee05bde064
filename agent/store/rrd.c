/* SPDX-License-Identifier: MIT */
#include "agent/store/rrd.h"

#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <rrd.h>
#include <rrd_client.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <platter/errors.h>

/* librrd prints and reads numbers with the caller's decimal point. UTF-8, for titles. */
struct c_locale {
    locale_t mine, before;
};

static void c_locale_enter(struct c_locale *l)
{
    l->before = (locale_t)0;
    l->mine = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    if (!l->mine)
        l->mine = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (l->mine)
        l->before = uselocale(l->mine);
}

static void c_locale_leave(const struct c_locale *l)
{
    if (!l->mine)
        return;
    uselocale(l->before);
    freelocale(l->mine);
}

static void explain(char *why, size_t why_size)
{
    const char *text = rrd_test_error() ? rrd_get_error() : "librrd gave no reason";

    snprintf(why, why_size, "%s", text);
    rrd_clear_error();
}

static bool ends_in(const char *key, const char *tail)
{
    size_t len = strlen(key), n = strlen(tail);

    return n <= len && strcmp(key + len - n, tail) == 0;
}

/* The strictest of its sources and archives. */
static void take_limits(const rrd_info_t *i, struct platter_rrd_info *info)
{
    if (i->type == RD_I_CNT && ends_in(i->key, "].minimal_heartbeat") &&
        (info->heartbeat_min_s == 0 || i->value.u_cnt < info->heartbeat_min_s))
        info->heartbeat_min_s = i->value.u_cnt;
    if (i->type == RD_I_VAL && ends_in(i->key, "].xff") && !(i->value.u_val >= info->xff_min))
        info->xff_min = i->value.u_val;
}

static int take_info(const rrd_info_t *list, struct platter_rrd_info *out)
{
    struct platter_rrd_info info = {.xff_min = NAN};

    for (const rrd_info_t *i = list; i; i = i->next) {
        take_limits(i, &info);
        if (i->type != RD_I_CNT)
            continue;
        if (strcmp(i->key, "step") == 0)
            info.step_s = i->value.u_cnt;
        else if (strcmp(i->key, "last_update") == 0)
            info.last_update_s = (int64_t)i->value.u_cnt;
    }
    if (info.step_s == 0 || info.last_update_s < 0)
        return -EPROTO;
    *out = info;
    return 0;
}

int platter_rrd_info(const char *path, struct platter_rrd_info *out, char *why, size_t why_size)
{
    struct c_locale locale;

    if (access(path, R_OK) < 0) {
        int result = -errno;
        snprintf(why, why_size, "%s", strerror(-result));
        return result;
    }
    c_locale_enter(&locale);
    rrd_clear_error();
    rrd_info_t *list = rrd_info_r(path);
    int result = list ? take_info(list, out) : -EPROTO;
    if (!list)
        explain(why, why_size);
    else if (result < 0)
        snprintf(why, why_size, "no step or no time of the last update in it");
    rrd_info_free(list);
    c_locale_leave(&locale);
    return result;
}

/* librrd reorders argv, and getopt may keep pointers into it only during the call. */
static char **copy_arguments(int argc, const char *const *argv)
{
    char **copy = calloc((size_t)argc + 1, sizeof(*copy));

    for (int i = 0; copy && i < argc; i++)
        copy[i] = (char *)(uintptr_t)argv[i];
    return copy;
}

int platter_rrd_graph(int argc, const char *const *argv, char *why, size_t why_size)
{
    struct c_locale locale;
    CLEANUP_FREE char **copy = copy_arguments(argc, argv);

    if (!copy) {
        snprintf(why, why_size, "%s", strerror(ENOMEM));
        return -ENOMEM;
    }
    c_locale_enter(&locale);
    rrd_clear_error();
    rrd_info_t *drawn = rrd_graph_v(argc, copy);
    if (!drawn)
        explain(why, why_size);
    rrd_info_free(drawn);
    c_locale_leave(&locale);
    return drawn ? 0 : -EIO;
}

int platter_rrd_create(const char *path, uint32_t step_s, int64_t begin_s, unsigned n,
                       const char *const *definitions, char *why, size_t why_size)
{
    struct c_locale locale;
    CLEANUP_FREE char **copy = copy_arguments((int)n, definitions);

    if (!copy) {
        snprintf(why, why_size, "%s", strerror(ENOMEM));
        return -ENOMEM;
    }
    if (access(path, F_OK) == 0) {
        snprintf(why, why_size, "%s", strerror(EEXIST));
        return -EEXIST;
    }
    c_locale_enter(&locale);
    rrd_clear_error();
    int r = rrd_create_r2(path, step_s, (time_t)begin_s, 1, NULL, NULL, (int)n,
                          (const char **)(void *)copy);
    if (r)
        explain(why, why_size);
    c_locale_leave(&locale);
    return r ? -EIO : 0;
}

/* 20 digits and a colon for each value, and for the time. */
#define ROW_TEXT_MAX ((size_t)(PLATTER_SOURCES_MAX + 1) * 32)

/* "1796070000:1.5:U". Called in the C locale. */
static void print_row(const struct platter_type *type, const struct platter_rrd_row *row,
                      char text[ROW_TEXT_MAX])
{
    size_t len = (size_t)snprintf(text, ROW_TEXT_MAX, "%" PRId64, row->time_s);

    for (unsigned i = 0; i < type->n_sources; i++) {
        const union platter_value *v = &row->values[i];
        char *end = text + len;
        size_t left = ROW_TEXT_MAX - len;
        int n;

        if (type->sources[i].kind == PLATTER_DERIVE)
            n = snprintf(end, left, ":%" PRIu64, v->derive);
        else if (isfinite(v->gauge))
            n = snprintf(end, left, ":%.15g", v->gauge);
        else
            n = snprintf(end, left, ":U");
        len += (size_t)n;
    }
}

/* One row a request: a request has room for 4096 bytes. */
static int update_cached(const char *path, const char *daemon, const char *const *rows, unsigned n)
{
    int r = rrdc_connect(daemon);
    for (unsigned i = 0; r == 0 && i < n; i++)
        r = rrdc_update(path, 1, &rows[i]);
    if (r)
        rrdc_disconnect();
    return r;
}

int platter_rrd_flush(const char *path, const char *daemon, char *why, size_t why_size)
{
    rrd_clear_error();
    int r = rrdc_connect(daemon);
    if (r == 0)
        r = rrdc_flush(path);
    if (r == 0)
        return 0;
    rrdc_disconnect();
    explain(why, why_size);
    return -EIO;
}

int platter_rrd_update(const char *path, const struct platter_type *type,
                       const struct platter_rrd_row *rows, unsigned n, const char *daemon,
                       char *why, size_t why_size)
{
    struct c_locale locale;
    CLEANUP_FREE char(*texts)[ROW_TEXT_MAX] = calloc(n + 1, sizeof(*texts));
    CLEANUP_FREE const char **argv = calloc(n + 1, sizeof(*argv));

    if (!texts || !argv) {
        snprintf(why, why_size, "%s", strerror(ENOMEM));
        return -ENOMEM;
    }
    if (access(path, F_OK) < 0) {
        int result = -errno;
        snprintf(why, why_size, "%s", strerror(-result));
        return result;
    }
    c_locale_enter(&locale);
    for (unsigned i = 0; i < n; i++) {
        print_row(type, &rows[i], texts[i]);
        argv[i] = texts[i];
    }
    rrd_clear_error();
    int r = daemon ? update_cached(path, daemon, argv, n) : rrd_update_r(path, NULL, (int)n, argv);
    if (r)
        explain(why, why_size);
    c_locale_leave(&locale);
    return r ? -EIO : 0;
}

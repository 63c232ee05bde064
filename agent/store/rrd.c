/* SPDX-License-Identifier: MIT */
#include "agent/store/rrd.h"

#include <errno.h>
#include <locale.h>
#include <rrd.h>
#include <stdarg.h>
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

static int take_info(const rrd_info_t *list, struct platter_rrd_info *out)
{
    struct platter_rrd_info info = {0};

    for (const rrd_info_t *i = list; i; i = i->next) {
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

/* SPDX-License-Identifier: MIT */
#include "agent/cli/look.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <platter/errors.h>

#define DAY_S INT64_C(86400)

static const struct platter_look looks[] = {
    {PLATTER_VERDICT_OK, 0, PLATTER_EXIT_FINE, PLATTER_GOOD},
    {PLATTER_VERDICT_UNKNOWN, 1, PLATTER_EXIT_UNKNOWN, PLATTER_DIM},
    {PLATTER_VERDICT_WATCH, 2, PLATTER_EXIT_WATCH, PLATTER_WARN},
    {PLATTER_VERDICT_DEGRADED, 3, PLATTER_EXIT_ACT, PLATTER_BAD},
    {PLATTER_VERDICT_FAILING, 4, PLATTER_EXIT_ACT, PLATTER_BAD},
};

const struct platter_look *platter_look_of(int verdict)
{
    for (size_t i = 0; i < sizeof(looks) / sizeof(*looks); i++)
        if (looks[i].verdict == verdict)
            return &looks[i];
    return &looks[1];
}

int platter_look_worst_first(const void *a, const void *b)
{
    const struct platter_snapshot *x = a, *y = b;
    int rank = platter_look_of((int)y->verdict)->rank - platter_look_of((int)x->verdict)->rank;
    int length = (int)strlen(x->device) - (int)strlen(y->device);

    if (rank || length)
        return rank ? rank : length;
    return strcmp(x->device, y->device);
}

static const char *device_name(const struct platter_snapshot *s)
{
    return strncmp(s->device, "/dev/", 5) == 0 ? s->device + 5 : s->device;
}

const char *platter_look_name(const struct platter_snapshot *s)
{
    if (s->label[0])
        return s->label;
    return s->device[0] ? device_name(s) : s->drive;
}

const char *platter_look_where(const struct platter_snapshot *s)
{
    if (s->pool[0])
        return s->pool;
    return s->label[0] ? device_name(s) : "";
}

const char *platter_look_model(const struct platter_snapshot *s)
{
    const char *space = strrchr(s->model, ' ');

    return space && strlen(space) > 4 ? space + 1 : s->model;
}

bool platter_look_asleep(const struct platter_snapshot *s)
{
    return s->power == PLATTER_POWER_STANDBY || s->power == PLATTER_POWER_SLEEP;
}

double platter_look_slow(const struct platter_snapshot *s)
{
    struct platter_counts all = {.slow = 0};

    for (unsigned z = 0; z < s->n_zones; z++)
        platter_counts_add(&all, &s->zones[z].counts);
    uint64_t blocks = platter_counts_blocks(&all);
    return blocks ? (double)all.slow * 1000 / (double)blocks : NAN;
}

double platter_look_access(const struct platter_snapshot *s)
{
    double sum = 0;
    unsigned n = 0;

    for (unsigned z = 0; z < s->n_zones; z++)
        if (isfinite(s->zones[z].access_s)) {
            sum += s->zones[z].access_s;
            n++;
        }
    return n ? sum / n : NAN;
}

void platter_look_moment(char *buf, size_t size, int64_t time_s, int64_t now_s)
{
    time_t then = (time_t)time_s, now = (time_t)now_s;
    struct tm t = {.tm_mday = 1}, today = {.tm_mday = 1};
    char text[32];

    if (time_s <= 0 || !localtime_r(&then, &t) || !localtime_r(&now, &today))
        snprintf(text, sizeof(text), "?");
    else if (t.tm_year == today.tm_year && t.tm_yday == today.tm_yday)
        strftime(text, sizeof(text), "%H:%M", &t);
    else if (time_s <= now_s && now_s - time_s < 6 * DAY_S)
        strftime(text, sizeof(text), "%a %H:%M", &t);
    else if (time_s <= now_s && now_s - time_s < 300 * DAY_S)
        strftime(text, sizeof(text), "%e %b", &t);
    else
        strftime(text, sizeof(text), "%Y-%m-%d", &t);
    snprintf(buf, size, "%s", text[0] == ' ' ? text + 1 : text);
}

void platter_look_cut(char *buf, size_t size, const char *text, unsigned columns, bool utf8)
{
    const char *mark = utf8 ? "…" : "~", *last = text, *c = text;
    unsigned n = 0;

    for (; *c; c++)
        if (((unsigned char)*c & 0xc0) != 0x80) {
            if (n == columns - 1)
                last = c;
            n++;
        }
    if (n <= columns)
        snprintf(buf, size, "%s", text);
    else
        snprintf(buf, size, "%.*s%s", (int)(last - text), text, mark);
}

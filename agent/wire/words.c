/* SPDX-License-Identifier: MIT */
#include "agent/wire/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define BLOCK_BYTES 131072
#define MB 1e6
#define HALF_LEARNED_S INT64_C(1209600) /* 14 days */

void platter_words_zones(uint64_t zones, unsigned n_zones, bool rotating, char *buf, size_t size)
{
    uint64_t all = n_zones < 64 ? (UINT64_C(1) << n_zones) - 1 : UINT64_MAX;
    unsigned n = (unsigned)__builtin_popcountll(zones & all);
    uint64_t first = n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
    double share = 100. * n / (n_zones ? n_zones : 1);
    char list[64];

    if (!n || n == n_zones)
        snprintf(buf, size, "the whole drive");
    else if ((zones & all) == first)
        snprintf(buf, size, "%s %.0f %%", rotating ? "outer" : "first", share);
    else if ((zones & all) == (first << (n_zones - n) & all))
        snprintf(buf, size, "%s %.0f %%", rotating ? "inner" : "last", share);
    else {
        platter_zones_text(list, sizeof(list), zones);
        snprintf(buf, size, "zone%s %s", n > 1 ? "s" : "", list);
    }
}

/* A time in local time; whether it is in another year than now. */
static bool broken_down(int64_t time_s, int64_t now_s, struct tm *then)
{
    time_t at = (time_t)time_s, now = (time_t)now_s;
    struct tm today = {.tm_year = 0};

    if (!localtime_r(&at, then) || !localtime_r(&now, &today))
        memset(then, 0, sizeof(*then));
    return then->tm_year != today.tm_year;
}

/* "12 Oct", "12 Oct 2027" when that is not this year. */
static void day(int64_t time_s, int64_t now_s, char *buf, size_t size)
{
    struct tm then;
    bool other = broken_down(time_s, now_s, &then);

    strftime(buf, size, other ? "%-d %b %Y" : "%-d %b", &then);
}

/* "Oct", "Oct 2027". */
static void month(int64_t time_s, int64_t now_s, char *buf, size_t size)
{
    struct tm then;
    bool other = broken_down(time_s, now_s, &then);

    strftime(buf, size, other ? "%b %Y" : "%b", &then);
}

/* What is being said: the alarm, its zones, when. */
struct saying {
    const struct platter_words *w;
    const struct platter_alarm *alarm;
    const struct platter_judged *by;
    char zones[64];
    char learned[32]; /* the month in which its normal was learned */
    char since[32];
    char *buf;
    size_t size;
};

/* Of the zone it is worst in, or of the middle of them all: normal bytes per second. */
static double usual_bps(const struct saying *s)
{
    const struct platter_baseline *base = &s->by->base;
    double sum = 0;
    unsigned n = 0;

    for (unsigned z = 0; z < base->n_zones; z++) {
        if (s->alarm->zones && !(s->alarm->zones >> z & 1))
            continue;
        double level = (double)base->zones[z].middle;
        for (unsigned slot = 0; slot < PLATTER_SLOTS; slot++)
            level += (double)base->zones[z].levels.normal[slot] / PLATTER_SLOTS;
        sum += BLOCK_BYTES / exp(level);
        n++;
    }
    return n ? sum / n : NAN;
}

static void say_slower(const struct saying *s)
{
    double usual = usual_bps(s) / MB, now = usual * exp(-s->alarm->size);

    snprintf(s->buf, s->size,
             "%s reads %.0f %% slower than in %s: %.0f instead of %.0f MB/s; began about %s%s",
             s->zones, 100 * (1 - exp(-s->alarm->size)), s->learned, now, usual, s->since,
             s->alarm->zones ? "; the rest of the drive unchanged" : "");
}

static void say_one_head(const struct saying *s)
{
    snprintf(s->buf, s->size,
             "%.0f %% of the places in %s read slower than in %s (%.0f %% did then), the others as "
             "before: one head or surface may be getting weak; began about %s",
             100 * s->alarm->size, s->zones, s->learned, 100 * s->alarm->usual, s->since);
}

static void say_slow_blocks(const struct saying *s)
{
    snprintf(s->buf, s->size,
             "%s: %.2g %% of blocks are slow, %.2g %% is usual here: the drive has to try again "
             "more often; began about %s",
             s->zones, 100 * s->alarm->size, 100 * s->alarm->usual, s->since);
}

static void say_slow_seeks(const struct saying *s)
{
    snprintf(s->buf, s->size,
             "%s: reaching a place takes %.0f %% longer than in %s; began about %s", s->zones,
             100 * (exp(s->alarm->size) - 1), s->learned, s->since);
}

static void say_count(const struct saying *s, const char *what)
{
    snprintf(s->buf, s->size, "%s: %.0f -> %.0f, seen %s", what, s->alarm->usual, s->alarm->size,
             s->since);
}

static void say_pending(const struct saying *s)
{
    say_count(s, "SMART: sectors waiting to be remapped (197)");
}

static void say_unreadable(const struct saying *s)
{
    say_count(s, "SMART: sectors that could not be read (187, 198)");
}

static void say_reallocated(const struct saying *s)
{
    say_count(s, "SMART: remapped sectors (5)");
}

static void say_threshold(const struct saying *s)
{
    snprintf(s->buf, s->size,
             "SMART: the drive says that it is failing (a threshold was crossed), seen %s: copy "
             "what is on it now",
             s->since);
}

static void (*const say[PLATTER_ALARM_KINDS])(const struct saying *) = {
    [PLATTER_ALARM_ZONE_SLOWER] = say_slower,    [PLATTER_ALARM_DRIVE_SLOWER] = say_slower,
    [PLATTER_ALARM_ONE_HEAD] = say_one_head,     [PLATTER_ALARM_SLOW_BLOCKS] = say_slow_blocks,
    [PLATTER_ALARM_SLOW_SEEKS] = say_slow_seeks, [PLATTER_ALARM_PENDING] = say_pending,
    [PLATTER_ALARM_UNREADABLE] = say_unreadable, [PLATTER_ALARM_REALLOCATED] = say_reallocated,
    [PLATTER_ALARM_THRESHOLD] = say_threshold,
};

void platter_words_alarm(const struct platter_words *w, enum platter_alarm_kind kind, char *buf,
                         size_t size)
{
    const struct platter_detector *d = &w->judging->detector;
    struct saying s = {
        .w = w, .alarm = &w->judging->alarms.of[kind], .by = &d->by, .buf = buf, .size = size};

    platter_words_zones(s.alarm->zones, d->n_zones, w->rotating, s.zones, sizeof(s.zones));
    month(d->first_s + HALF_LEARNED_S, w->time_s, s.learned, sizeof(s.learned));
    day(s.alarm->since_s, w->time_s, s.since, sizeof(s.since));
    say[kind](&s);
}

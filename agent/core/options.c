/* SPDX-License-Identifier: MIT */
#include "agent/core/options.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "agent/core/nearest.h"
#include <platter/units.h>

#define S_PER_H 3600.0
#define S_PER_D 86400.0
/* The largest count that a double in the table, and a JSON reader, hold exactly: 2^53. */
#define COUNT_MAX 9007199254740992.0

/* Same order as enum platter_rrd_choice. */
static const char *const rrd_words[] = {"yes", "no", NULL};
/* Same order as enum platter_sample_mode. */
static const char *const sample_words[] = {"auto", "always", "off", "when-active", NULL};

#define PLACE(m) offsetof(struct platter_options, m), sizeof(((struct platter_options *)0)->m)
#define DRIVE_PLACE(m) offsetof(struct platter_drive_options, m)
/* Of the agent as a whole; a new value needs a restart. */
#define MEMBER(m) PLACE(m), 0, PLATTER_OPTION_GLOBAL
/* Also of one drive. */
#define DRIVE_MEMBER(m) \
    PLACE(m), DRIVE_PLACE(m), PLATTER_OPTION_GLOBAL | PLATTER_OPTION_DRIVE | PLATTER_OPTION_LIVE
#define HOURS_MEMBER(m)                                                                \
    offsetof(struct platter_options, m), sizeof(struct platter_hours), DRIVE_PLACE(m), \
        PLATTER_OPTION_GLOBAL | PLATTER_OPTION_DRIVE | PLATTER_OPTION_LIVE
/* Of one drive only. */
#define SECTION_MEMBER(m)                                              \
    0, sizeof(((struct platter_drive_options *)0)->m), DRIVE_PLACE(m), \
        PLATTER_OPTION_DRIVE | PLATTER_OPTION_LIVE

static const struct platter_option table[] = {
    {"interval", PLATTER_OPTION_TIME, "10min", 1, 7 * S_PER_D, NULL, DRIVE_MEMBER(interval_ns), 1,
     "time from one sample of a drive to the next"},
    {"step", PLATTER_OPTION_TIME, "10min", 1, S_PER_D, NULL, MEMBER(step_s), PLATTER_NS_PER_S,
     "publishing step; change it for tests and demonstrations only"},
    {"deadline", PLATTER_OPTION_TIME, "30s", 1, S_PER_H, NULL, DRIVE_MEMBER(deadline_ns), 1,
     "a drive that has not answered for so long is stalled"},
    {"slow", PLATTER_OPTION_TIME, "5ms", 0.0001, 10, NULL, DRIVE_MEMBER(slow_ns), 1,
     "a block that takes so long is slow"},
    {"zones", PLATTER_OPTION_COUNT, "10", 1, PLATTER_ZONES_MAX, NULL, MEMBER(zones), 0,
     "equal parts that a drive is cut into"},
    {"accesses", PLATTER_OPTION_COUNT, "2", 0, 8, NULL, MEMBER(accesses), 0,
     "access reads per zone and sample"},
    {"rpm", PLATTER_OPTION_COUNT, "0", 1000, 30000, NULL, DRIVE_MEMBER(rpm), 0,
     "revolutions per minute; 0 = what the drive says"},
    {"seed", PLATTER_OPTION_COUNT, "0", 1, COUNT_MAX, NULL, MEMBER(seed), 0,
     "of pauses and simulated drives; 0 = from the clock"},
    {"duty", PLATTER_OPTION_SHARE, "1%", 0.0001, 1, NULL, DRIVE_MEMBER(duty), 0,
     "share of a drive's time that samples may take; beyond it the interval stretches"},
    {"sample", PLATTER_OPTION_CHOICE, "auto", 0, 0, sample_words, DRIVE_MEMBER(sample), 0,
     "when to sample; auto: rotating drives only right after somebody else used them"},
    {"quiet-hours", PLATTER_OPTION_HOURS, PLATTER_HOURS_NONE, 0, 0, NULL,
     HOURS_MEMBER(quiet_from_min), 0, "hours of the local day in which nothing is sampled"},
    {"label", PLATTER_OPTION_TEXT, "", 0, PLATTER_NAME_MAX - 1, NULL, SECTION_MEMBER(label), 0,
     "what people call the drive: a bay"},
    {"drives", PLATTER_OPTION_TEXT, "auto", 1, PLATTER_DRIVES_TEXT_MAX - 1, NULL, MEMBER(drives), 0,
     "names separated by commas; auto = every whole drive of this machine"},
    {"socket", PLATTER_OPTION_TEXT, "", 0, PLATTER_PATH_MAX - 1, NULL, MEMBER(socket), 0,
     "where to serve; empty = the built-in place"},
    {"lock-dir", PLATTER_OPTION_TEXT, "/run/lock/platter", 1, PLATTER_PATH_MAX - 1, NULL,
     MEMBER(lock_dir), 0, "where the locks are that keep two agents off one drive"},
    {"state-dir", PLATTER_OPTION_TEXT, PLATTER_LOCALSTATEDIR "/lib/platter", 0,
     PLATTER_PATH_MAX - 1, NULL, MEMBER(state_dir), 0,
     "where counters, events and RRD files are kept; none = they are not"},
    {"flush", PLATTER_OPTION_TIME, "0", 1, 6 * S_PER_H, NULL, MEMBER(flush_ns), 1,
     "time from one write to state-dir to the next; 0 = 10min, on removable flash 1h"},
    {"rrd", PLATTER_OPTION_CHOICE, "yes", 0, 0, rrd_words, MEMBER(rrd), 0,
     "whether RRD files are kept in state-dir"},
    {"rrdcached", PLATTER_OPTION_TEXT, "", 0, PLATTER_PATH_MAX - 1, NULL, MEMBER(rrdcached), 0,
     "address of an rrdcached that writes them: unix:/run/rrdcached.sock; empty = none"},
};

#define N_OPTIONS (sizeof(table) / sizeof(table[0]))

_Static_assert(N_OPTIONS <= PLATTER_OPTIONS_MAX, "origins are counted in arrays of that size");

const struct platter_option *platter_options_table(unsigned *n)
{
    *n = N_OPTIONS;
    return table;
}

const struct platter_option *platter_option_find(const char *name)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

unsigned platter_option_index(const struct platter_option *option)
{
    return (unsigned)(option - table);
}

const struct platter_option *platter_option_nearest(const char *name, unsigned where)
{
    const struct platter_option *best = NULL;
    unsigned best_distance = 0;
    for (size_t i = 0; i < N_OPTIONS; i++) {
        unsigned distance = platter_edit_distance(name, table[i].name);
        if ((table[i].where & where) && platter_is_near(distance, name, table[i].name) &&
            (!best || distance < best_distance)) {
            best = &table[i];
            best_distance = distance;
        }
    }
    return best;
}

/* The default may lie outside the range: 0 = ask the drive. */
static bool in_range(const struct platter_option *option, double v, const char *value)
{
    return (v >= option->min && v <= option->max) || strcmp(value, option->fallback) == 0;
}

static enum platter_option_result set_time(const struct platter_option *option, void *member,
                                           const char *value)
{
    uint64_t ns;
    if (platter_parse_time_ns(value, &ns) < 0 || ns % option->unit_ns != 0)
        return PLATTER_OPTION_BAD;
    if (!in_range(option, (double)ns / (double)PLATTER_NS_PER_S, value))
        return PLATTER_OPTION_RANGE;
    ns /= option->unit_ns;
    memcpy(member, &ns, sizeof(ns));
    return PLATTER_OPTION_OK;
}

static enum platter_option_result set_count(const struct platter_option *option, void *member,
                                            const char *value)
{
    uint64_t n = 0;
    if (!*value)
        return PLATTER_OPTION_BAD;
    for (const char *p = value; *p; p++) {
        if (*p < '0' || *p > '9')
            return PLATTER_OPTION_BAD;
        if (n > (UINT64_MAX - 9) / 10)
            return PLATTER_OPTION_RANGE;
        n = n * 10 + (uint64_t)(*p - '0');
    }
    if (!in_range(option, (double)n, value))
        return PLATTER_OPTION_RANGE;
    memcpy(member, &n, sizeof(n));
    return PLATTER_OPTION_OK;
}

static enum platter_option_result set_share(const struct platter_option *option, void *member,
                                            const char *value)
{
    double v;
    const char *end = platter_scan_number(value, &v);
    if (!end)
        return PLATTER_OPTION_BAD;
    end = platter_skip_blanks(end);
    if (*end == '%') {
        v /= 100;
        end++;
    }
    if (*end)
        return PLATTER_OPTION_BAD;
    if (!in_range(option, v, value))
        return PLATTER_OPTION_RANGE;
    memcpy(member, &v, sizeof(v));
    return PLATTER_OPTION_OK;
}

static enum platter_option_result set_text(const struct platter_option *option, void *member,
                                           const char *value)
{
    for (const char *p = value; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            return PLATTER_OPTION_BAD;
    size_t len = strlen(value);
    if (len < (size_t)option->min || len > (size_t)option->max)
        return PLATTER_OPTION_RANGE;
    memset(member, 0, option->size);
    memcpy(member, value, len);
    return PLATTER_OPTION_OK;
}

static enum platter_option_result set_choice(const struct platter_option *option, void *member,
                                             const char *value)
{
    for (unsigned i = 0; option->words[i]; i++) {
        if (strcmp(option->words[i], value) == 0) {
            memcpy(member, &i, sizeof(i));
            return PLATTER_OPTION_OK;
        }
    }
    return PLATTER_OPTION_BAD;
}

static enum platter_option_result set_hours(const struct platter_option *option, void *member,
                                            const char *value)
{
    struct platter_hours hours;
    (void)option;
    int r = platter_parse_hours(value, &hours);
    if (r < 0)
        return r == -ERANGE ? PLATTER_OPTION_RANGE : PLATTER_OPTION_BAD;
    memcpy(member, &hours, sizeof(hours));
    return PLATTER_OPTION_OK;
}

typedef enum platter_option_result (*setter)(const struct platter_option *, void *, const char *);

static const setter setters[] = {
    [PLATTER_OPTION_TIME] = set_time,     [PLATTER_OPTION_COUNT] = set_count,
    [PLATTER_OPTION_SHARE] = set_share,   [PLATTER_OPTION_TEXT] = set_text,
    [PLATTER_OPTION_CHOICE] = set_choice, [PLATTER_OPTION_HOURS] = set_hours,
};

_Static_assert(sizeof(enum platter_sample_mode) == sizeof(unsigned), "set_choice copies unsigned");

/* set_hours writes both members at once. */
#define IS_PAIR(type)                                                                              \
    _Static_assert(offsetof(type, quiet_until_min) ==                                              \
                       offsetof(type, quiet_from_min) + offsetof(struct platter_hours, until_min), \
                   "hours are a pair")
IS_PAIR(struct platter_options);
IS_PAIR(struct platter_drive_options);

enum platter_option_result platter_options_set(struct platter_options *o, const char *name,
                                               const char *value)
{
    const struct platter_option *option = platter_option_find(name);
    if (!option)
        return PLATTER_OPTION_UNKNOWN;
    if (!(option->where & PLATTER_OPTION_GLOBAL))
        return PLATTER_OPTION_PLACE;
    return setters[option->kind](option, (char *)o + option->offset, value);
}

enum platter_option_result platter_section_set(struct platter_section *section, const char *name,
                                               const char *value, uint32_t line)
{
    const struct platter_option *option = platter_option_find(name);
    if (!option)
        return PLATTER_OPTION_UNKNOWN;
    if (!(option->where & PLATTER_OPTION_DRIVE))
        return PLATTER_OPTION_PLACE;
    enum platter_option_result r =
        setters[option->kind](option, (char *)&section->values + option->drive_offset, value);
    if (r == PLATTER_OPTION_OK)
        section->lines[platter_option_index(option)] = line;
    return r;
}

void platter_options_init(struct platter_options *o)
{
    memset(o, 0, sizeof(*o));
    for (size_t i = 0; i < N_OPTIONS; i++)
        platter_options_set(o, table[i].name, table[i].fallback);
}

/* SPDX-License-Identifier: MIT */
#include "agent/core/options.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <platter/units.h>

#define S_PER_H 3600.0
#define S_PER_D 86400.0
/* The largest count that a double in the table, and a JSON reader, hold exactly: 2^53. */
#define COUNT_MAX 9007199254740992.0

/* Same order as enum platter_sample_mode. */
static const char *const sample_words[] = {"auto", "always", "off", "when-active", NULL};

#define MEMBER(m) offsetof(struct platter_options, m), sizeof(((struct platter_options *)0)->m)

static const struct platter_option table[] = {
    {"interval", PLATTER_OPTION_TIME, "10min", 1, 7 * S_PER_D, NULL, MEMBER(interval_ns), 1,
     "time from one sample of a drive to the next"},
    {"step", PLATTER_OPTION_TIME, "10min", 1, S_PER_D, NULL, MEMBER(step_s), PLATTER_NS_PER_S,
     "publishing step; change it for tests and demonstrations only"},
    {"deadline", PLATTER_OPTION_TIME, "30s", 1, S_PER_H, NULL, MEMBER(deadline_ns), 1,
     "a drive that has not answered for so long is stalled"},
    {"slow", PLATTER_OPTION_TIME, "5ms", 0.0001, 10, NULL, MEMBER(slow_ns), 1,
     "a block that takes so long is slow"},
    {"zones", PLATTER_OPTION_COUNT, "10", 1, PLATTER_ZONES_MAX, NULL, MEMBER(zones), 0,
     "equal parts that a drive is cut into"},
    {"accesses", PLATTER_OPTION_COUNT, "2", 0, 8, NULL, MEMBER(accesses), 0,
     "access reads per zone and sample"},
    {"rpm", PLATTER_OPTION_COUNT, "0", 1000, 30000, NULL, MEMBER(rpm), 0,
     "revolutions per minute; 0 = what the drive says"},
    {"seed", PLATTER_OPTION_COUNT, "0", 1, COUNT_MAX, NULL, MEMBER(seed), 0,
     "of pauses and simulated drives; 0 = from the clock"},
    {"duty", PLATTER_OPTION_SHARE, "1%", 0.0001, 1, NULL, MEMBER(duty), 0,
     "share of a drive's time that samples may take; beyond it the interval stretches"},
    {"sample", PLATTER_OPTION_CHOICE, "auto", 0, 0, sample_words, MEMBER(sample), 0,
     "when to sample; auto: rotating drives only right after somebody else used them"},
    {"drives", PLATTER_OPTION_TEXT, "auto", 1, PLATTER_DRIVES_TEXT_MAX - 1, NULL, MEMBER(drives), 0,
     "names separated by commas; auto = every whole drive of this machine"},
    {"socket", PLATTER_OPTION_TEXT, "", 0, PLATTER_PATH_MAX - 1, NULL, MEMBER(socket), 0,
     "where to serve; empty = the built-in place"},
    {"lock-dir", PLATTER_OPTION_TEXT, "/run/lock/platter", 1, PLATTER_PATH_MAX - 1, NULL,
     MEMBER(lock_dir), 0, "where the locks are that keep two agents off one drive"},
};

#define N_OPTIONS (sizeof(table) / sizeof(table[0]))

/* Units of time, the shortest first; the one that is written is the largest that fits. */
static const struct {
    const char *name;
    double ns;
} time_units[] = {
    {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"h", 3600e9}, {"d", 86400e9},
};

#define N_TIME_UNITS (sizeof(time_units) / sizeof(time_units[0]))

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

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

/* Digits into a mantissa of 18 digits; what does not fit only moves the decimal exponent. */
static const char *scan_digits(const char *p, uint64_t *mantissa, int *exponent, int per_digit)
{
    for (; is_digit(*p); p++) {
        if (*mantissa < 100000000000000000u) {
            *mantissa = *mantissa * 10 + (uint64_t)(*p - '0');
            *exponent += per_digit;
        } else if (*exponent < 10000) {
            *exponent += per_digit + 1;
        }
    }
    return p;
}

/* "e-3"; p stays where it is when no exponent follows. */
static const char *scan_exponent(const char *p, int *exponent)
{
    if (*p != 'e' && *p != 'E')
        return p;
    const char *q = p + 1;
    bool negative = *q == '-';
    if (*q == '-' || *q == '+')
        q++;
    if (!is_digit(*q))
        return p;
    int e = 0;
    for (; is_digit(*q); q++)
        if (e < 10000)
            e = e * 10 + (*q - '0');
    *exponent += negative ? -e : e;
    return q;
}

/* Up to 10^22 a power of ten is exact, so that the result is the one strtod gives. */
static double scaled(uint64_t mantissa, int exponent)
{
    if (mantissa == 0)
        return 0;
    if (exponent < 0)
        return (double)mantissa / pow(10, -exponent);
    return (double)mantissa * pow(10, exponent);
}

/* Read a number at the begin of a text. Returns where it ends, or NULL when there is none. */
static const char *scan_number(const char *text, double *value)
{
    const char *p = text;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!is_digit(*p) && !(*p == '.' && is_digit(p[1])))
        return NULL;
    uint64_t mantissa = 0;
    int exponent = 0;
    p = scan_digits(p, &mantissa, &exponent, 0);
    if (*p == '.')
        p = scan_digits(p + 1, &mantissa, &exponent, -1);
    p = scan_exponent(p, &exponent);
    double v = scaled(mantissa, exponent);
    if (!isfinite(v))
        return NULL;
    *value = negative ? -v : v;
    return p;
}

int platter_parse_number(const char *text, double *value)
{
    double v;
    const char *end = scan_number(text, &v);
    if (!end || *end)
        return -EINVAL;
    *value = v;
    return 0;
}

/* What a unit is in ns; nothing at all is seconds; 0 = no such unit. */
static double time_unit_ns(const char *name)
{
    if (!*name)
        return (double)PLATTER_NS_PER_S;
    for (size_t i = 0; i < N_TIME_UNITS; i++)
        if (strcmp(time_units[i].name, name) == 0)
            return time_units[i].ns;
    return 0;
}

int platter_parse_time_ns(const char *text, uint64_t *ns)
{
    double v;
    const char *unit = scan_number(text, &v);
    if (!unit || v < 0)
        return -EINVAL;
    double unit_ns = time_unit_ns(skip_blanks(unit));
    if (unit_ns == 0 || v * unit_ns > 9e18)
        return -EINVAL;
    *ns = (uint64_t)round(v * unit_ns);
    return 0;
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
        if (!is_digit(*p))
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
    const char *end = scan_number(value, &v);
    if (!end)
        return PLATTER_OPTION_BAD;
    end = skip_blanks(end);
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

typedef enum platter_option_result (*setter)(const struct platter_option *, void *, const char *);

static const setter setters[] = {
    [PLATTER_OPTION_TIME] = set_time,     [PLATTER_OPTION_COUNT] = set_count,
    [PLATTER_OPTION_SHARE] = set_share,   [PLATTER_OPTION_TEXT] = set_text,
    [PLATTER_OPTION_CHOICE] = set_choice,
};

_Static_assert(sizeof(enum platter_sample_mode) == sizeof(unsigned), "set_choice copies unsigned");

enum platter_option_result platter_options_set(struct platter_options *o, const char *name,
                                               const char *value)
{
    const struct platter_option *option = platter_option_find(name);
    if (!option)
        return PLATTER_OPTION_UNKNOWN;
    return setters[option->kind](option, (char *)o + option->offset, value);
}

void platter_options_init(struct platter_options *o)
{
    memset(o, 0, sizeof(*o));
    for (size_t i = 0; i < N_OPTIONS; i++)
        setters[table[i].kind](&table[i], (char *)o + table[i].offset, table[i].fallback);
}

/* A text that grows to the end of its buffer and is cut there. */
struct text {
    char *buf;
    size_t len, size;
};

static void add(struct text *t, const char *s)
{
    size_t n = strlen(s);
    if (n > t->size - 1 - t->len)
        n = t->size - 1 - t->len;
    memcpy(t->buf + t->len, s, n);
    t->len += n;
    t->buf[t->len] = '\0';
}

static void add_count(struct text *t, double value)
{
    char digits[24], *p = digits + sizeof(digits) - 1;
    uint64_t n = (uint64_t)value;
    *p = '\0';
    do {
        *--p = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    add(t, p);
}

static void add_time(struct text *t, double seconds)
{
    size_t unit = N_TIME_UNITS - 1;
    double ns = round(seconds * 1e9);
    while (unit > 0 && fmod(ns, time_units[unit].ns) != 0)
        unit--;
    add_count(t, ns / time_units[unit].ns);
    add(t, time_units[unit].name);
}

/* Whole and hundredth parts of a percent are all that the table has. */
static void add_share(struct text *t, double share)
{
    unsigned hundredths = (unsigned)lround(share * 1e4);
    add_count(t, hundredths / 100);
    if (hundredths % 100) {
        char frac[4] = {'.', (char)('0' + hundredths % 100 / 10), (char)('0' + hundredths % 10)};
        add(t, frac);
    }
    add(t, "%");
}

static void add_range(struct text *t, const struct platter_option *option, const char *what,
                      void (*add_value)(struct text *, double))
{
    add(t, what);
    add(t, " between ");
    add_value(t, option->min);
    add(t, " and ");
    add_value(t, option->max);
    if (option->min > 0 && strcmp(option->fallback, "0") == 0)
        add(t, ", or 0");
}

static void add_words(struct text *t, const char *const *words)
{
    add(t, "one of ");
    for (unsigned i = 0; words[i]; i++) {
        add(t, i ? ", " : "");
        add(t, words[i]);
    }
}

void platter_option_expects(const struct platter_option *option, char *buf, size_t size)
{
    if (size == 0)
        return;
    struct text t = {buf, 0, size};
    buf[0] = '\0';
    switch (option->kind) {
    case PLATTER_OPTION_TIME:
        add_range(&t, option, option->unit_ns > 1 ? "a time of whole seconds" : "a time", add_time);
        break;
    case PLATTER_OPTION_COUNT:
        add_range(&t, option, "a whole number", add_count);
        break;
    case PLATTER_OPTION_SHARE:
        add_range(&t, option, "a share", add_share);
        break;
    case PLATTER_OPTION_TEXT:
        add(&t, option->min > 0 ? "a text, not empty, of at most " : "a text of at most ");
        add_count(&t, option->max);
        add(&t, " characters");
        break;
    case PLATTER_OPTION_CHOICE:
        add_words(&t, option->words);
        break;
    }
}

/* SPDX-License-Identifier: MIT */
/* platter_option_expects of options.h: an option's values in words. */
#include <math.h>
#include <string.h>

#include "agent/core/options.h"

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
    size_t unit = PLATTER_TIME_UNITS - 1;
    double ns = round(seconds * 1e9);
    while (unit > 0 && fmod(ns, platter_time_units[unit].ns) != 0)
        unit--;
    add_count(t, ns / platter_time_units[unit].ns);
    add(t, platter_time_units[unit].name);
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
    case PLATTER_OPTION_HOURS:
        add(&t, "hours such as 23:00-07:00, not a whole day (sample = off), or none");
        break;
    }
}

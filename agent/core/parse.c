/* SPDX-License-Identifier: MIT */
#include "agent/core/parse.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <platter/units.h>

#define MINUTES_PER_DAY 1440u

const struct platter_time_unit platter_time_units[PLATTER_TIME_UNITS] = {
    {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"h", 3600e9}, {"d", 86400e9},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

const char *platter_skip_blanks(const char *p)
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

const char *platter_scan_number(const char *text, double *value)
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
    const char *end = platter_scan_number(text, &v);
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
    for (size_t i = 0; i < PLATTER_TIME_UNITS; i++)
        if (strcmp(platter_time_units[i].name, name) == 0)
            return platter_time_units[i].ns;
    return 0;
}

int platter_parse_time_ns(const char *text, uint64_t *ns)
{
    double v;
    const char *unit = platter_scan_number(text, &v);
    if (!unit || v < 0)
        return -EINVAL;
    double unit_ns = time_unit_ns(platter_skip_blanks(unit));
    if (unit_ns == 0 || v * unit_ns > 9e18)
        return -EINVAL;
    *ns = (uint64_t)round(v * unit_ns);
    return 0;
}

/* "7:05" -> 425; p at what follows, NULL when there is none. 24:00 is the end of a day. */
static const char *scan_minute(const char *p, unsigned *minute)
{
    unsigned part[2] = {0, 0};
    for (unsigned i = 0; i < 2; i++) {
        const char *begin = p;
        for (; is_digit(*p) && p - begin < 2; p++)
            part[i] = part[i] * 10 + (unsigned)(*p - '0');
        if (p == begin || (i == 1 && p - begin != 2))
            return NULL;
        if (i == 0 && *p++ != ':')
            return NULL;
    }
    *minute = part[0] * 60 + part[1];
    return part[1] < 60 && *minute <= MINUTES_PER_DAY ? p : NULL;
}

int platter_parse_hours(const char *text, struct platter_hours *hours)
{
    unsigned from, until;
    if (strcmp(text, PLATTER_HOURS_NONE) == 0) {
        *hours = (struct platter_hours){0, 0};
        return 0;
    }
    const char *p = scan_minute(text, &from);
    if (!p)
        return -EINVAL;
    p = platter_skip_blanks(p);
    if (*p != '-')
        return -EINVAL;
    p = scan_minute(platter_skip_blanks(p + 1), &until);
    if (!p || *p)
        return -EINVAL;
    from %= MINUTES_PER_DAY;
    until %= MINUTES_PER_DAY;
    if (from == until)
        return -ERANGE;
    *hours = (struct platter_hours){from, until};
    return 0;
}

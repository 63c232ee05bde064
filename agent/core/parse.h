/* SPDX-License-Identifier: MIT */
/* Values as people write them: numbers, times, hours of the day. The same in every locale. */
#ifndef PLATTER_CORE_PARSE_H
#define PLATTER_CORE_PARSE_H

#include <stdint.h>

/* Units of time, the shortest first. */
#define PLATTER_TIME_UNITS 7
struct platter_time_unit {
    const char *name;
    double ns;
};
extern const struct platter_time_unit platter_time_units[PLATTER_TIME_UNITS];

/* A part of the local day, in minutes of it, over midnight where from > until; from = until: none.
 */
struct platter_hours {
    unsigned from_min, until_min;
};
#define PLATTER_HOURS_NONE "none"

/* Past spaces and tabs. */
const char *platter_skip_blanks(const char *p);

/* Read a number at the begin of a text. Returns where it ends, or NULL when there is none. */
const char *platter_scan_number(const char *text, double *value);

/* Parse a time ("10min", "600", "5ms", "1h") into ns. Returns 0 or -EINVAL. */
int platter_parse_time_ns(const char *text, uint64_t *ns);
/* Parse a decimal number, the whole text. Returns 0 or -EINVAL. */
int platter_parse_number(const char *text, double *value);
/* Parse "23:00-07:00" or "none". Returns 0, -EINVAL, or -ERANGE: it is a whole day. */
int platter_parse_hours(const char *text, struct platter_hours *hours);

#endif

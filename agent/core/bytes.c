/* SPDX-License-Identifier: MIT */
#include "agent/core/bytes.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "agent/core/parse.h"

#define TEXT_MAX 64

static bool is_letter(char c, char lower)
{
    return (c | 0x20) == lower;
}

/* What "KiB", "G", "" stand for; 0 = no such unit. */
static double unit_bytes(const char *name)
{
    static const char prefixes[] = "kmgtp";
    double step = 1000, unit = 1;

    for (unsigned i = 0; *name && prefixes[i]; i++) {
        if (!is_letter(*name, prefixes[i]))
            continue;
        name++;
        if (is_letter(*name, 'i')) {
            step = 1024;
            name++;
        }
        for (unsigned power = 0; power <= i; power++)
            unit *= step;
        break;
    }
    if (is_letter(*name, 'b'))
        name++;
    return *platter_skip_blanks(name) ? 0 : unit;
}

int platter_parse_bytes(const char *text, uint64_t *bytes)
{
    double value;
    const char *end = platter_scan_number(text, &value);
    double unit = end ? unit_bytes(platter_skip_blanks(end)) : 0;

    /* Whole numbers are exact up to 2^53. */
    if (unit == 0 || value < 0 || value * unit > 0x1p53)
        return -EINVAL;
    *bytes = (uint64_t)round(value * unit);
    return 0;
}

int platter_parse_place(const char *text, uint64_t capacity_bytes, uint64_t *bytes)
{
    double value;
    const char *end = platter_scan_number(text, &value);
    uint64_t place;

    if (!end)
        return -EINVAL;
    end = platter_skip_blanks(end);
    if (end[0] == '%' && *platter_skip_blanks(end + 1) == '\0') {
        if (value < 0)
            return -EINVAL;
        if (value > 100)
            return -ERANGE;
        place = value < 100 ? (uint64_t)(value / 100 * (double)capacity_bytes) : capacity_bytes;
    } else if (platter_parse_bytes(text, &place) < 0) {
        return -EINVAL;
    }
    if (place > capacity_bytes)
        return -ERANGE;
    *bytes = place;
    return 0;
}

int platter_parse_range(const char *text, uint64_t capacity_bytes, uint64_t *from_bytes,
                        uint64_t *to_bytes)
{
    const char *dash = strchr(text, '-');
    uint64_t from = 0, to = capacity_bytes;
    char begin[TEXT_MAX];
    int result = 0;

    if (!dash || dash - text >= TEXT_MAX)
        return -EINVAL;
    memcpy(begin, text, (size_t)(dash - text));
    begin[dash - text] = '\0';
    const char *end = platter_skip_blanks(dash + 1);
    if (begin[0])
        result = platter_parse_place(begin, capacity_bytes, &from);
    if (result == 0 && end[0])
        result = platter_parse_place(end, capacity_bytes, &to);
    if (result == 0 && from >= to)
        result = -ERANGE;
    if (result < 0)
        return result;
    *from_bytes = from;
    *to_bytes = to;
    return 0;
}

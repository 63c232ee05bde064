/* SPDX-License-Identifier: MIT */
#include "agent/cli/moment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int parse_unix(const char *text, int64_t *out_s)
{
    size_t digits = strspn(text, "0123456789");

    /* 11 digits: until the year 5138. */
    if (digits == 0 || digits > 11 || text[digits] != '\0')
        return -EINVAL;
    *out_s = strtoll(text, NULL, 10);
    return 0;
}

int platter_parse_moment(const char *text, int64_t *out_s)
{
    static const char *const formats[] = {"%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"};

    if (parse_unix(text, out_s) == 0)
        return 0;
    for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        struct tm t = {.tm_isdst = -1};
        const char *end = strptime(text, formats[i], &t);
        if (!end || *end)
            continue;
        time_t moment = mktime(&t);
        if (moment < 0)
            return -EINVAL;
        *out_s = (int64_t)moment;
        return 0;
    }
    return -EINVAL;
}

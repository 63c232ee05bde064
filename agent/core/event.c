/* SPDX-License-Identifier: MIT */
#include <platter/event.h>

#include <math.h>
#include <string.h>

static const char *const names[PLATTER_SEVERITIES] = {
    [PLATTER_INFO] = "info",
    [PLATTER_WARNING] = "warning",
    [PLATTER_FAILURE] = "failure",
    [PLATTER_OKAY] = "okay",
};

const char *platter_severity_name(int severity)
{
    return severity >= 0 && severity < PLATTER_SEVERITIES ? names[severity] : names[PLATTER_INFO];
}

enum platter_severity platter_severity_of(const char *name)
{
    for (int i = 0; i < PLATTER_SEVERITIES; i++)
        if (strcmp(names[i], name) == 0)
            return (enum platter_severity)i;
    return PLATTER_WARNING;
}

/* Mail, pagers and notifications take less than UTF-8: a sequence becomes one '?'. */
static void copy_ascii(char *dst, size_t size, const char *src)
{
    size_t n = 0;
    for (; *src && n + 1 < size; src++) {
        unsigned char c = (unsigned char)*src;
        if ((c & 0xc0) == 0x80 && n > 0 && dst[n - 1] == '?')
            continue;
        dst[n++] = (char)(c >= ' ' && c < 0x7f ? c : '?');
    }
    dst[n] = '\0';
}

void platter_event_init(struct platter_event *e, int64_t time_s, const char *drive,
                        const char *code, enum platter_severity severity, const char *text)
{
    memset(e, 0, sizeof(*e));
    e->time_s = time_s;
    e->severity = severity;
    e->size = NAN;
    copy_ascii(e->drive, sizeof(e->drive), drive ? drive : "");
    copy_ascii(e->code, sizeof(e->code), code);
    copy_ascii(e->text, sizeof(e->text), text);
}

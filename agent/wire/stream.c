/* SPDX-License-Identifier: MIT */
#include "agent/wire/stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "agent/wire/event_json.h"
#include "agent/wire/snapshot_json.h"

#define BUFFER_FIRST 4096u

void platter_lines_init(struct platter_lines *l)
{
    *l = (struct platter_lines){0};
}

void platter_lines_deinit(struct platter_lines *l)
{
    free(l->buf);
    *l = (struct platter_lines){0};
}

bool platter_lines_pending(const struct platter_lines *l)
{
    return l->len > 0 || l->skipping;
}

/* Room for n more bytes. */
static int reserve(struct platter_lines *l, size_t n)
{
    size_t size = l->size ? l->size : BUFFER_FIRST;
    char *buf;

    if (n > SIZE_MAX / 4 - l->len)
        return -ENOMEM;
    while (size < l->len + n)
        size *= 2;
    if (size == l->size)
        return 0;
    buf = realloc(l->buf, size);
    if (!buf)
        return -ENOMEM;
    l->buf = buf;
    l->size = size;
    return 0;
}

/* One whole line of len bytes, its LF at line[len]. */
static int take_line(struct platter_lines *l, char *line, size_t len, platter_line_fn fn,
                     void *user)
{
    if (l->skipping) {
        l->skipping = false;
        return 0;
    }
    if (len > 0 && line[len - 1] == '\r')
        len--;
    if (len > PLATTER_LINE_MAX) {
        l->too_long++;
        return 0;
    }
    line[len] = '\0';
    return len ? fn(line, len, user) : 0;
}

/* A half line that can only become too long is not kept. Its last byte may be the CR of its end. */
static void drop_overlong(struct platter_lines *l)
{
    if (l->skipping) {
        l->len = 0;
    } else if (l->len > PLATTER_LINE_MAX + (l->buf[l->len - 1] == '\r')) {
        l->too_long++;
        l->skipping = true;
        l->len = 0;
    }
}

int platter_lines_feed(struct platter_lines *l, const void *bytes, size_t n, platter_line_fn fn,
                       void *user)
{
    size_t start = 0;
    int r = 0;

    if (n > 0) {
        r = reserve(l, n);
        if (r < 0)
            return r;
        memcpy(l->buf + l->len, bytes, n);
        l->len += n;
    }
    while (r == 0 && start < l->len) {
        char *line = l->buf + start;
        char *end = memchr(line, '\n', l->len - start);

        if (!end)
            break;
        start += (size_t)(end - line) + 1;
        r = take_line(l, line, (size_t)(end - line), fn, user);
    }
    if (start > 0) {
        l->len -= start;
        memmove(l->buf, l->buf + start, l->len);
    }
    if (r == 0 && l->len > 0)
        drop_overlong(l);
    return r;
}

static void copy_text(char *dst, size_t size, const char *src)
{
    snprintf(dst, size, "%s", src);
}

static int hello_in(const struct platter_json *j, struct platter_message *m)
{
    int64_t step_s = platter_json_int(j, "step_s", 0);

    if (step_s < 1 || step_s > UINT32_MAX)
        return -EPROTO;
    m->step_s = (uint32_t)step_s;
    m->protocol = platter_json_int(j, "protocol", 1);
    m->event_epoch = platter_json_int(j, "event_epoch", 0);
    m->replay_from = platter_json_int(j, "replay_from", 0);
    platter_settings_from_json(platter_json_get(j, "settings"), &m->settings);
    copy_text(m->version, sizeof(m->version), platter_json_text(j, "version", "?"));
    return 0;
}

static int snapshot_in(const struct platter_json *j, struct platter_message *m)
{
    return platter_snapshot_from_json(j, &m->snapshot);
}

static int step_in(const struct platter_json *j, struct platter_message *m)
{
    m->time_s = platter_json_int(j, "time", 0);
    return m->time_s > 0 ? 0 : -EPROTO;
}

static int event_in(const struct platter_json *j, struct platter_message *m)
{
    return platter_event_from_json(j, &m->event);
}

static int error_in(const struct platter_json *j, struct platter_message *m)
{
    const char *text = platter_json_text(j, "text", NULL);

    if (!text)
        return -EPROTO;
    copy_text(m->text, sizeof(m->text), text);
    return 0;
}

/* A level that we do not know must not lose the text. */
static int log_in(const struct platter_json *j, struct platter_message *m)
{
    static const struct {
        const char *name;
        int level;
    } levels[] = {
        {"emerg", LOG_EMERG},   {"alert", LOG_ALERT}, {"crit", LOG_CRIT},
        {"err", LOG_ERR},       {"error", LOG_ERR},   {"warning", LOG_WARNING},
        {"notice", LOG_NOTICE}, {"info", LOG_INFO},   {"debug", LOG_DEBUG},
    };
    const char *name = platter_json_text(j, "level", "");

    m->level = LOG_NOTICE;
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
        if (strcmp(name, levels[i].name) == 0)
            m->level = levels[i].level;
    return error_in(j, m);
}

static const struct schema {
    const char *name;
    enum platter_message_kind kind;
    int (*in)(const struct platter_json *j, struct platter_message *m);
} schemas[] = {
    {PLATTER_SCHEMA_HELLO, PLATTER_MESSAGE_HELLO, hello_in},
    {PLATTER_SCHEMA_SNAPSHOT, PLATTER_MESSAGE_SNAPSHOT, snapshot_in},
    {PLATTER_SCHEMA_STEP, PLATTER_MESSAGE_STEP, step_in},
    {PLATTER_SCHEMA_EVENT, PLATTER_MESSAGE_EVENT, event_in},
    {PLATTER_SCHEMA_LOG, PLATTER_MESSAGE_LOG, log_in},
    {PLATTER_SCHEMA_ERROR, PLATTER_MESSAGE_ERROR, error_in},
};

static const struct schema *schema_find(const char *name)
{
    for (size_t i = 0; i < sizeof(schemas) / sizeof(schemas[0]); i++)
        if (strcmp(name, schemas[i].name) == 0)
            return &schemas[i];
    return NULL;
}

int platter_message_parse(const char *line, size_t len, struct platter_message *out, char *why,
                          size_t why_size)
{
    CLEANUP_JSON struct platter_json *j = platter_json_parse(line, len, why, why_size);
    struct platter_message m = {.kind = PLATTER_MESSAGE_OTHER};
    const char *name = platter_json_text(j, "schema", NULL);
    const struct schema *schema;

    if (!j)
        return -EPROTO;
    if (!name) {
        snprintf(why, why_size, "no \"schema\" in it");
        return -EPROTO;
    }
    schema = schema_find(name);
    if (schema) {
        m.kind = schema->kind;
        if (schema->in(j, &m)) {
            snprintf(why, why_size, "a %s with wrong contents", schema->name);
            return -EPROTO;
        }
    }
    *out = m;
    return 0;
}

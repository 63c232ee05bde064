/* SPDX-License-Identifier: MIT */
#include "agent/wire/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <platter/errors.h>

#define DEPTH_MAX 32

/*
 * A struct platter_json is a json_t under another name. A container that could not take a value
 * gets one of these types, which jansson knows nothing of: dumping it fails, adding to it fails,
 * and what it is added to is marked too. So a document is either whole or dumps as NULL.
 */
enum { BROKEN_OBJECT = 98, BROKEN_ARRAY = 99 };

static json_t *value_of(struct platter_json *j)
{
    return (json_t *)j;
}

static const json_t *const_value_of(const struct platter_json *j)
{
    return (const json_t *)j;
}

static bool is_broken(const json_t *v)
{
    return v && ((int)v->type == BROKEN_OBJECT || (int)v->type == BROKEN_ARRAY);
}

/* The contents go now: jansson would not find them later. */
static void mark_broken(json_t *v)
{
    int mark;

    if (json_is_object(v)) {
        json_object_clear(v);
        mark = BROKEN_OBJECT;
    } else if (json_is_array(v)) {
        json_array_clear(v);
        mark = BROKEN_ARRAY;
    } else {
        return;
    }
    memcpy(&v->type, &mark, sizeof(mark));
}

static void release(json_t *v)
{
    if (is_broken(v))
        v->type = (int)v->type == BROKEN_OBJECT ? JSON_OBJECT : JSON_ARRAY;
    json_decref(v);
}

struct platter_json *platter_json_object_new(void)
{
    return (struct platter_json *)json_object();
}

struct platter_json *platter_json_array_new(void)
{
    return (struct platter_json *)json_array();
}

void platter_json_free(struct platter_json *j)
{
    release(value_of(j));
}

/* value NULL: no memory for it. */
static void set_new(struct platter_json *object, const char *key, json_t *value)
{
    json_t *o = value_of(object);

    if (is_broken(value) || !json_is_object(o)) {
        release(value);
        mark_broken(o);
    } else if (json_object_set_new(o, key, value) != 0) {
        mark_broken(o);
    }
}

static void append_new(struct platter_json *array, json_t *value)
{
    json_t *a = value_of(array);

    if (is_broken(value) || !json_is_array(a)) {
        release(value);
        mark_broken(a);
    } else if (json_array_append_new(a, value) != 0) {
        mark_broken(a);
    }
}

/* Length of the UTF-8 sequence at s, 0 if it is none (RFC 3629: no surrogates, none over-long). */
static size_t utf8_len(const unsigned char *s)
{
    static const struct {
        unsigned char first, last, low, high;
        size_t len;
    } forms[] = {
        {0x01, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };

    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if (s[0] < forms[i].first || s[0] > forms[i].last)
            continue;
        if (forms[i].len > 1 && (s[1] < forms[i].low || s[1] > forms[i].high))
            return 0;
        for (size_t k = 2; k < forms[i].len; k++)
            if ((s[k] & 0xc0) != 0x80)
                return 0;
        return forms[i].len;
    }
    return 0;
}

static void repair_utf8(char *text)
{
    size_t len;

    for (unsigned char *p = (unsigned char *)text; *p; p += len) {
        len = utf8_len(p);
        if (len == 0) {
            *p = '?';
            len = 1;
        }
    }
}

static json_t *text_value(const char *text)
{
    char *copy = strdup(text);
    json_t *v;

    if (!copy)
        return NULL;
    repair_utf8(copy);
    v = json_string(copy);
    free(copy);
    return v;
}

void platter_json_set_text(struct platter_json *object, const char *key, const char *text)
{
    set_new(object, key, text_value(text));
}

void platter_json_set_int(struct platter_json *object, const char *key, int64_t value)
{
    set_new(object, key, json_integer(value));
}

void platter_json_set_uint(struct platter_json *object, const char *key, uint64_t value)
{
    set_new(object, key, json_integer(value > INT64_MAX ? INT64_MAX : (int64_t)value));
}

static json_t *real_value(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

void platter_json_set_real(struct platter_json *object, const char *key, double value)
{
    set_new(object, key, real_value(value));
}

void platter_json_set_bool(struct platter_json *object, const char *key, bool value)
{
    set_new(object, key, json_boolean(value));
}

void platter_json_set_null(struct platter_json *object, const char *key)
{
    set_new(object, key, json_null());
}

void platter_json_set(struct platter_json *object, const char *key, struct platter_json *child)
{
    set_new(object, key, child ? value_of(child) : json_null());
}

void platter_json_append(struct platter_json *array, struct platter_json *child)
{
    append_new(array, child ? value_of(child) : json_null());
}

void platter_json_append_real(struct platter_json *array, double value)
{
    append_new(array, real_value(value));
}

static const json_t *member(const struct platter_json *object, const char *key)
{
    return json_object_get(const_value_of(object), key);
}

const char *platter_json_text(const struct platter_json *object, const char *key,
                              const char *fallback)
{
    const json_t *v = member(object, key);

    return json_is_string(v) ? json_string_value(v) : fallback;
}

int64_t platter_json_int(const struct platter_json *object, const char *key, int64_t fallback)
{
    const json_t *v = member(object, key);

    return json_is_integer(v) ? json_integer_value(v) : fallback;
}

uint64_t platter_json_uint(const struct platter_json *object, const char *key, uint64_t fallback)
{
    const json_t *v = member(object, key);

    return json_is_integer(v) && json_integer_value(v) >= 0 ? (uint64_t)json_integer_value(v)
                                                            : fallback;
}

double platter_json_real(const struct platter_json *object, const char *key, double fallback)
{
    const json_t *v = member(object, key);

    return json_is_number(v) ? json_number_value(v) : fallback;
}

bool platter_json_bool(const struct platter_json *object, const char *key, bool fallback)
{
    const json_t *v = member(object, key);

    return json_is_boolean(v) ? json_is_true(v) : fallback;
}

const struct platter_json *platter_json_get(const struct platter_json *object, const char *key)
{
    return (const struct platter_json *)member(object, key);
}

bool platter_json_is_object(const struct platter_json *j)
{
    return json_is_object(const_value_of(j));
}

size_t platter_json_count(const struct platter_json *array)
{
    return json_array_size(const_value_of(array));
}

const struct platter_json *platter_json_at(const struct platter_json *array, size_t i)
{
    return (const struct platter_json *)json_array_get(const_value_of(array), i);
}

/* jansson's own limit is 2048, at some 200 bytes of stack each. */
static bool too_deep(const char *text, size_t len)
{
    bool quoted = false;
    int depth = 0;

    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"')
            quoted = !quoted;
        else if (quoted && text[i] == '\\')
            i++;
        else if (!quoted && (text[i] == '{' || text[i] == '['))
            depth++;
        else if (!quoted && (text[i] == '}' || text[i] == ']'))
            depth--;
        if (depth > DEPTH_MAX)
            return true;
    }
    return false;
}

struct platter_json *platter_json_parse(const char *text, size_t len, char *why, size_t why_size)
{
    json_error_t error;
    json_t *v;

    if (too_deep(text, len)) {
        snprintf(why, why_size, "nested more than %d deep", DEPTH_MAX);
        return NULL;
    }
    v = json_loadb(text, len, 0, &error);
    if (!v)
        snprintf(why, why_size, "%s (line %d, column %d)", error.text, error.line, error.column);
    return (struct platter_json *)v;
}

char *platter_json_dump(const struct platter_json *j)
{
    return j ? json_dumps(const_value_of(j), JSON_COMPACT) : NULL;
}

char *platter_json_dump_pretty(const struct platter_json *j)
{
    CLEANUP_FREE char *text = j ? json_dumps(const_value_of(j), JSON_INDENT(2)) : NULL;
    char *out = NULL;

    if (!text || asprintf(&out, "%s\n", text) < 0)
        return NULL;
    return out;
}

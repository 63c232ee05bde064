/* SPDX-License-Identifier: MIT */
/*
 * The gate to jansson: JSON values for everything else here. Strings are UTF-8; numbers do not
 * depend on the locale; NaN and infinities are written as null.
 *
 * Building never fails in the middle: an allocation that fails makes the whole document dump as
 * NULL (platter_json_dump), so callers check once.
 */
#ifndef PLATTER_WIRE_JSON_H
#define PLATTER_WIRE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A JSON value. The caller owns what the _new and _parse functions return. */
struct platter_json;

struct platter_json *platter_json_object_new(void);
struct platter_json *platter_json_array_new(void);
/* NULL is fine. */
void platter_json_free(struct platter_json *j);

static inline void platter_cleanup_json(struct platter_json **j)
{
    platter_json_free(*j);
}
#define CLEANUP_JSON __attribute__((cleanup(platter_cleanup_json)))

/* Set a key of an object. Bytes that are no UTF-8 become '?'. */
void platter_json_set_text(struct platter_json *object, const char *key, const char *text);
void platter_json_set_int(struct platter_json *object, const char *key, int64_t value);
void platter_json_set_uint(struct platter_json *object, const char *key, uint64_t value);
/* NaN and infinities become null. */
void platter_json_set_real(struct platter_json *object, const char *key, double value);
void platter_json_set_bool(struct platter_json *object, const char *key, bool value);
void platter_json_set_null(struct platter_json *object, const char *key);
/* Takes child over, also when child is NULL (then the key becomes null). */
void platter_json_set(struct platter_json *object, const char *key, struct platter_json *child);
/* Append to an array; takes child over. */
void platter_json_append(struct platter_json *array, struct platter_json *child);
void platter_json_append_real(struct platter_json *array, double value);

/* Read: missing keys and values of another kind give the fallback. Borrowed, live as long as the
 * parent. */
const char *platter_json_text(const struct platter_json *object, const char *key,
                              const char *fallback);
int64_t platter_json_int(const struct platter_json *object, const char *key, int64_t fallback);
uint64_t platter_json_uint(const struct platter_json *object, const char *key, uint64_t fallback);
double platter_json_real(const struct platter_json *object, const char *key, double fallback);
bool platter_json_bool(const struct platter_json *object, const char *key, bool fallback);
/* The value of a key, or NULL. */
const struct platter_json *platter_json_get(const struct platter_json *object, const char *key);
bool platter_json_is_object(const struct platter_json *j);
/* Number of elements of an array, 0 for anything else. */
size_t platter_json_count(const struct platter_json *array);
const struct platter_json *platter_json_at(const struct platter_json *array, size_t i);

/* Parse one document of len bytes: nesting at most 32 deep. NULL and a reason in why (cut to size)
 * if it is none. */
struct platter_json *platter_json_parse(const char *text, size_t len, char *why, size_t why_size);

/* On one line, without a newline at its end; free() it. NULL: no memory. */
char *platter_json_dump(const struct platter_json *j);
/* Indented, for people, ends in a newline; free() it. */
char *platter_json_dump_pretty(const struct platter_json *j);

#endif

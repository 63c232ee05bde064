/* SPDX-License-Identifier: MIT */
/*
 * Members of plain structs under their JSON keys, as tables: writing and reading walk the same
 * ones.
 */
#ifndef PLATTER_WIRE_FIELDS_H
#define PLATTER_WIRE_FIELDS_H

#include <stddef.h>

#include "agent/wire/json.h"

struct platter_field {
    const char *key;
    size_t offset;
    size_t size; /* of text */
};

/* A figure that may be NaN. */
struct platter_figure {
    const char *key;
    size_t offset;
    double min, max;
};

/* Initialisers: TEXT(platter_reason, code), COUNT(platter_zone, "slow", counts.slow). */
#define PLATTER_TEXT(type, member)                                                 \
    {                                                                              \
#member, offsetof(struct type, member), sizeof(((struct type *)0)->member) \
    }
#define PLATTER_COUNT(type, key, member)      \
    {                                         \
        key, offsetof(struct type, member), 0 \
    }
#define PLATTER_N(table) (sizeof(table) / sizeof((table)[0]))

/* A count of this value is not known: null. */
#define PLATTER_COUNT_UNKNOWN UINT64_MAX

void platter_texts_out(struct platter_json *j, const struct platter_field *f, size_t n,
                       const void *base);
void platter_counts_out(struct platter_json *j, const struct platter_field *f, size_t n,
                        const void *base);
void platter_known_counts_out(struct platter_json *j, const struct platter_field *f, size_t n,
                              const void *base);
void platter_figures_out(struct platter_json *j, const struct platter_figure *f, size_t n,
                         const void *base);
/* Unix time; 0 is null. */
void platter_time_out(struct platter_json *j, const char *key, int64_t time_s);

/* Reading: what is missing is "", 0, unknown or NaN. Texts are cut, between characters. 0 or
 * -EPROTO: out of range. */
void platter_texts_in(const struct platter_json *j, const struct platter_field *f, size_t n,
                      void *base);
int platter_counts_in(const struct platter_json *j, const struct platter_field *f, size_t n,
                      void *base);
int platter_known_counts_in(const struct platter_json *j, const struct platter_field *f, size_t n,
                            void *base);
int platter_figures_in(const struct platter_json *j, const struct platter_figure *f, size_t n,
                       void *base);
int platter_time_in(const struct platter_json *j, const char *key, int64_t *time_s);

#endif

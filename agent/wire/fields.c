/* SPDX-License-Identifier: MIT */
#include "agent/wire/fields.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Copied, not cast: no assumption about how a member is aligned. */
static uint64_t u64_at(const void *base, size_t offset)
{
    uint64_t v;
    memcpy(&v, (const char *)base + offset, sizeof(v));
    return v;
}

static double real_at(const void *base, size_t offset)
{
    double v;
    memcpy(&v, (const char *)base + offset, sizeof(v));
    return v;
}

void platter_texts_out(struct platter_json *j, const struct platter_field *f, size_t n,
                       const void *base)
{
    for (size_t i = 0; i < n; i++)
        platter_json_set_text(j, f[i].key, (const char *)base + f[i].offset);
}

void platter_counts_out(struct platter_json *j, const struct platter_field *f, size_t n,
                        const void *base)
{
    for (size_t i = 0; i < n; i++)
        platter_json_set_uint(j, f[i].key, u64_at(base, f[i].offset));
}

void platter_known_counts_out(struct platter_json *j, const struct platter_field *f, size_t n,
                              const void *base)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t v = u64_at(base, f[i].offset);
        if (v == PLATTER_COUNT_UNKNOWN)
            platter_json_set_null(j, f[i].key);
        else
            platter_json_set_uint(j, f[i].key, v);
    }
}

void platter_figures_out(struct platter_json *j, const struct platter_figure *f, size_t n,
                         const void *base)
{
    for (size_t i = 0; i < n; i++)
        platter_json_set_real(j, f[i].key, real_at(base, f[i].offset));
}

void platter_time_out(struct platter_json *j, const char *key, int64_t time_s)
{
    if (time_s > 0)
        platter_json_set_int(j, key, time_s);
    else
        platter_json_set_null(j, key);
}

/* Cut between characters, so that what was UTF-8 stays it. */
static void text_cut(char *dst, size_t size, const char *src)
{
    size_t len = strlen(src);

    if (len >= size) {
        len = size - 1;
        while (len > 0 && ((unsigned char)src[len] & 0xc0) == 0x80)
            len--;
    }
    memcpy(dst, src, len);
    dst[len] = '\0';
}

void platter_texts_in(const struct platter_json *j, const struct platter_field *f, size_t n,
                      void *base)
{
    for (size_t i = 0; i < n; i++)
        text_cut((char *)base + f[i].offset, f[i].size, platter_json_text(j, f[i].key, ""));
}

int platter_counts_in(const struct platter_json *j, const struct platter_field *f, size_t n,
                      void *base)
{
    for (size_t i = 0; i < n; i++) {
        int64_t v = platter_json_int(j, f[i].key, 0);
        if (v < 0)
            return -EPROTO;
        memcpy((char *)base + f[i].offset, &v, sizeof(v));
    }
    return 0;
}

int platter_known_counts_in(const struct platter_json *j, const struct platter_field *f, size_t n,
                            void *base)
{
    for (size_t i = 0; i < n; i++) {
        int64_t told = platter_json_int(j, f[i].key, INT64_MIN);
        uint64_t v = told == INT64_MIN ? PLATTER_COUNT_UNKNOWN : (uint64_t)told;
        if (told < 0 && told != INT64_MIN)
            return -EPROTO;
        memcpy((char *)base + f[i].offset, &v, sizeof(v));
    }
    return 0;
}

int platter_figures_in(const struct platter_json *j, const struct platter_figure *f, size_t n,
                       void *base)
{
    for (size_t i = 0; i < n; i++) {
        double v = platter_json_real(j, f[i].key, NAN);
        if (v < f[i].min || v > f[i].max)
            return -EPROTO;
        memcpy((char *)base + f[i].offset, &v, sizeof(v));
    }
    return 0;
}

int platter_time_in(const struct platter_json *j, const char *key, int64_t *time_s)
{
    int64_t v = platter_json_int(j, key, 0);

    if (v < 0)
        return -EPROTO;
    *time_s = v;
    return 0;
}

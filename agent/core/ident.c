/* SPDX-License-Identifier: MIT */
#include "agent/core/ident.h"

#include <stdint.h>
#include <string.h>

#include "agent/core/rng.h"

static bool is_space(unsigned char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_printable(unsigned char c)
{
    return c > ' ' && c <= 126;
}

static bool is_alnum(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static unsigned char upper(unsigned char c)
{
    return c >= 'a' && c <= 'z' ? (unsigned char)(c - 'a' + 'A') : c;
}

size_t platter_text_clean(char *dst, size_t dst_size, const void *src, size_t src_len)
{
    const unsigned char *from = src;
    size_t len = 0;
    bool gap = false;

    for (size_t i = 0; i < src_len && from[i]; i++) {
        if (is_space(from[i]))
            gap = len > 0;
        if (!is_printable(from[i]))
            continue;
        /* A space is written only when something follows it. */
        if (len + (gap ? 2 : 1) >= dst_size)
            break;
        if (gap)
            dst[len++] = ' ';
        gap = false;
        dst[len++] = (char)from[i];
    }
    dst[len] = '\0';
    return len;
}

void platter_id_clean(char *s)
{
    size_t len = 0;

    for (const char *from = s; *from; from++) {
        bool keep = is_alnum((unsigned char)*from) || strchr("._-", *from);
        char c = *from;

        if (!keep)
            c = '-';
        if (c != '-' || (len > 0 && s[len - 1] != '-'))
            s[len++] = c;
    }
    while (len > 0 && s[len - 1] == '-')
        len--;
    s[len] = '\0';
}

/* Letters and digits alone, in upper case: bridges lose and add punctuation. Cut to size. */
static size_t serial_core(char *dst, size_t size, const char *serial)
{
    size_t len = 0;

    for (; *serial && len + 1 < size; serial++)
        if (is_alnum((unsigned char)*serial))
            dst[len++] = (char)upper((unsigned char)*serial);
    dst[len] = '\0';
    return len;
}

static bool is_one_character(const char *s)
{
    return strspn(s, (const char[]){s[0], '\0'}) == strlen(s);
}

/* 123456789ABC, 0123456789012: each character follows the one before it. */
static bool is_counting(const char *s)
{
    for (; s[1]; s++) {
        bool next = s[1] == s[0] + 1 || (s[0] == '9' && (s[1] == '0' || s[1] == 'A'));

        if (!next)
            return false;
    }
    return true;
}

bool platter_serial_usable(const char *serial)
{
    /* From reports about enclosures that give every bay the same; written as serial_core makes
     * them. */
    static const char *const dummies[] = {
        "152D00539000",
        "152D203380B6",
        "DD564198838E4",
        "DB9876543214E",
        "ABCDEF0123456789",
        "5000000000000001",
        "201503310007F",
        "000000000000A",
        "00000000000001",
        "000000000001",
        "0000000000000001",
        "NOSERIALNUMBER",
        "NOSERIAL",
        "NONE",
        "UNKNOWN",
        "NA",
        "NULL",
        "NOTSPECIFIED",
        "DEFAULTSTRING",
        "TOBEFILLEDBYOEM",
        "SERIALNUMBER",
        "SERIAL",
    };
    char core[PLATTER_NAME_MAX];
    size_t len = serial_core(core, sizeof(core), serial);

    if (len == 0 || is_one_character(core) || (len >= 6 && is_counting(core)))
        return false;
    for (size_t i = 0; i < sizeof(dummies) / sizeof(dummies[0]); i++)
        if (strcmp(core, dummies[i]) == 0)
            return false;
    return true;
}

/* Shorten s to at most max characters, keeping its end, where paths and serials differ, and a hash
 * of the whole. */
static void shorten(char *s, size_t max)
{
    static const char digits[] = "0123456789abcdef";
    size_t len = strlen(s), head = 9;
    uint64_t hash = platter_hash(s, len);

    if (len <= max)
        return;
    memmove(s + head, s + len - (max - head), max - head + 1);
    for (size_t i = 0; i + 1 < head; i++, hash >>= 4)
        s[i] = digits[hash & 15];
    s[head - 1] = '-';
}

static void copy(char *dst, size_t size, const char *src)
{
    size_t len = strnlen(src, size - 1);

    memcpy(dst, src, len);
    dst[len] = '\0';
}

void platter_id_make(char id[PLATTER_ID_MAX], const char *model, const char *serial,
                     const char *place)
{
    char own[4096], kind[PLATTER_ID_MAX];
    size_t own_len, kind_len;

    copy(own, sizeof(own), platter_serial_usable(serial) ? serial : place);
    platter_id_clean(own);
    /* At least 24 characters are for the model: enough to tell what it is. */
    shorten(own, PLATTER_ID_MAX - 2 - 24);
    own_len = strlen(own);
    copy(kind, sizeof(kind), model);
    platter_id_clean(kind);
    if (kind[0] == '\0')
        copy(kind, sizeof(kind), "unknown");
    kind_len = strnlen(kind, PLATTER_ID_MAX - 2 - own_len);
    /* No hidden files, no "..". */
    if (kind[0] == '.')
        kind[0] = '-';
    memcpy(id, kind, kind_len);
    id[kind_len] = '_';
    memcpy(id + kind_len + 1, own, own_len + 1);
}

static bool same_core(const char *a, const char *b)
{
    char core_a[PLATTER_NAME_MAX], core_b[PLATTER_NAME_MAX];

    serial_core(core_a, sizeof(core_a), a);
    serial_core(core_b, sizeof(core_b), b);
    return strcmp(core_a, core_b) == 0;
}

/* A vendor before the model, which only some transports give, is not told from the model. */
static bool models_agree(const char *a, const char *b)
{
    char core_a[PLATTER_NAME_MAX], core_b[PLATTER_NAME_MAX];
    size_t len_a = serial_core(core_a, sizeof(core_a), a);
    size_t len_b = serial_core(core_b, sizeof(core_b), b);

    return strncmp(core_a, core_b, len_a < len_b ? len_a : len_b) == 0;
}

bool platter_same_drive(const struct platter_who *a, const struct platter_who *b, bool wwn_unique)
{
    bool serials = platter_serial_usable(a->serial) && platter_serial_usable(b->serial);
    bool same_serial = serials && same_core(a->serial, b->serial);

    if (wwn_unique && a->wwn[0] && strcmp(a->wwn, b->wwn) == 0 &&
        (same_serial || !serials || a->transport != b->transport))
        return true;
    return same_serial && models_agree(a->model, b->model);
}

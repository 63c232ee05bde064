/* SPDX-License-Identifier: MIT */
#include "agent/core/model_conf.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "agent/core/model.h"
#include "agent/core/model_faults.h"
#include "agent/core/nearest.h"
#include "agent/core/parse.h"

#define KEY(name, kind, member, min, max, help) \
    {name, PLATTER_MODEL_##kind, offsetof(struct platter_model_spec, member), min, max, help},
static const struct platter_model_key keys[] = {
#include "agent/core/model_keys.def"
};
#undef KEY
#define N_KEYS (sizeof keys / sizeof keys[0])

static const char fault_key[] = "fault";

/* What may follow a number; the kinds that it is for. */
static const struct unit {
    const char *name;
    enum platter_model_kind kind;
    double factor;
} units[] = {
    {"B", PLATTER_MODEL_BYTES, 1},        {"kB", PLATTER_MODEL_BYTES, 1e3},
    {"MB", PLATTER_MODEL_BYTES, 1e6},     {"GB", PLATTER_MODEL_BYTES, 1e9},
    {"TB", PLATTER_MODEL_BYTES, 1e12},    {"KiB", PLATTER_MODEL_BYTES, 1024},
    {"MiB", PLATTER_MODEL_BYTES, 0x1p20}, {"GiB", PLATTER_MODEL_BYTES, 0x1p30},
    {"TiB", PLATTER_MODEL_BYTES, 0x1p40}, {"", PLATTER_MODEL_BYTES, 1},
    {"MB/s", PLATTER_MODEL_RATE, 1e6},    {"GB/s", PLATTER_MODEL_RATE, 1e9},
    {"%", PLATTER_MODEL_SHARE, .01},      {"", PLATTER_MODEL_SHARE, 1},
    {"C", PLATTER_MODEL_CELSIUS, 1},      {"", PLATTER_MODEL_COUNT, 1},
};

const struct platter_model_key *platter_model_keys(unsigned *n)
{
    *n = N_KEYS;
    return keys;
}

static enum platter_model_result wrong(struct platter_model_error *error,
                                       enum platter_model_result result, const char *word,
                                       const struct platter_model_key *key)
{
    size_t len = strlen(word);

    if (len >= sizeof error->word)
        len = sizeof error->word - 1;
    error->result = result;
    memcpy(error->word, word, len);
    error->word[len] = '\0';
    error->key = key;
    error->meant = NULL;
    return result;
}

static const struct platter_model_key *find_key(const char *name)
{
    for (size_t i = 0; i < N_KEYS; i++)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

static const char *nearest_key(const char *name)
{
    unsigned best_distance = platter_edit_distance(name, fault_key);
    const char *best = platter_is_near(best_distance, name, fault_key) ? fault_key : NULL;

    for (size_t i = 0; i < N_KEYS; i++) {
        unsigned distance = platter_edit_distance(name, keys[i].name);
        if (platter_is_near(distance, name, keys[i].name) && (!best || distance < best_distance)) {
            best = keys[i].name;
            best_distance = distance;
        }
    }
    return best;
}

static enum platter_model_kind unit_kind(enum platter_model_kind kind)
{
    if (kind == PLATTER_MODEL_SIZE)
        return PLATTER_MODEL_BYTES;
    return kind == PLATTER_MODEL_WHOLE ? PLATTER_MODEL_COUNT : kind;
}

/* The factor of a unit, 0 = not one of this kind. A bare time is seconds. */
static double unit_of(enum platter_model_kind kind, const char *name)
{
    if (kind == PLATTER_MODEL_TIME) {
        for (size_t i = 0; i < PLATTER_TIME_UNITS; i++)
            if (strcmp(platter_time_units[i].name, *name ? name : "s") == 0)
                return platter_time_units[i].ns;
        return 0;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (units[i].kind == unit_kind(kind) && strcmp(units[i].name, name) == 0)
            return units[i].factor;
    return 0;
}

static bool is_whole(enum platter_model_kind kind)
{
    return kind == PLATTER_MODEL_WHOLE || kind == PLATTER_MODEL_BYTES || kind == PLATTER_MODEL_SIZE;
}

static void store(struct platter_model_spec *spec, const struct platter_model_key *key, double v)
{
    char *member = (char *)spec + key->offset;
    uint64_t bytes = v > 0 ? (uint64_t)v : 0;
    uint32_t whole = (uint32_t)bytes;

    if (key->kind == PLATTER_MODEL_BYTES)
        memcpy(member, &bytes, sizeof bytes);
    else if (is_whole(key->kind))
        memcpy(member, &whole, sizeof whole);
    else
        memcpy(member, &v, sizeof v);
}

static enum platter_model_result set_number(struct platter_model_spec *spec,
                                            const struct platter_model_key *key, const char *value,
                                            struct platter_model_error *error)
{
    double v;
    const char *rest = platter_scan_number(value, &v);
    double factor = rest ? unit_of(key->kind, platter_skip_blanks(rest)) : 0;

    if (factor == 0 || (is_whole(key->kind) && v * factor != floor(v * factor)))
        return wrong(error, PLATTER_MODEL_VALUE, value, key);
    if (v * factor < key->min || v * factor > key->max)
        return wrong(error, PLATTER_MODEL_RANGE, value, key);
    store(spec, key, v * factor);
    return PLATTER_MODEL_OK;
}

static enum platter_model_result set_text(struct platter_model_spec *spec,
                                          const struct platter_model_key *key, const char *value,
                                          struct platter_model_error *error)
{
    size_t len = strlen(value);

    if (len == 0 || len >= PLATTER_MODEL_TEXT_MAX || strpbrk(value, "\"\\"))
        return wrong(error, PLATTER_MODEL_VALUE, value, key);
    memcpy((char *)spec + key->offset, value, len + 1);
    return PLATTER_MODEL_OK;
}

static enum platter_model_result add_fault(struct platter_model_spec *spec, const char *value,
                                           struct platter_model_error *error)
{
    struct platter_model_fault fault;

    if (strlen(value) >= PLATTER_MODEL_FAULT_MAX || platter_model_fault_parse(value, &fault) != 0)
        return wrong(error, PLATTER_MODEL_FAULT, value, NULL);
    if (spec->n_faults == PLATTER_MODEL_FAULTS_MAX)
        return wrong(error, PLATTER_MODEL_MANY, value, NULL);
    memcpy(spec->faults[spec->n_faults++], value, strlen(value) + 1);
    return PLATTER_MODEL_OK;
}

enum platter_model_result platter_model_set(struct platter_model_spec *spec, const char *key,
                                            const char *value, struct platter_model_error *error)
{
    const struct platter_model_key *k = find_key(key);

    if (strcmp(key, fault_key) == 0)
        return add_fault(spec, value, error);
    if (!k) {
        wrong(error, PLATTER_MODEL_UNKNOWN, key, NULL);
        error->meant = nearest_key(key);
        return PLATTER_MODEL_UNKNOWN;
    }
    return k->kind == PLATTER_MODEL_TEXT ? set_text(spec, k, value, error)
                                         : set_number(spec, k, value, error);
}

/* Without blanks at both ends; in place. */
static char *trim(char *s)
{
    size_t len;

    s += strspn(s, " \t");
    for (len = strlen(s); len > 0 && strchr(" \t\r", s[len - 1]); len--)
        s[len - 1] = '\0';
    return s;
}

/* "key = value" in a buffer that is ours. */
static enum platter_model_result set_pair(struct platter_model_spec *spec, char *pair,
                                          struct platter_model_error *error)
{
    char *equals = strchr(pair, '=');

    if (!equals)
        return wrong(error, PLATTER_MODEL_LINE, trim(pair), NULL);
    *equals = '\0';
    return platter_model_set(spec, trim(pair), trim(equals + 1), error);
}

#define LINE_MAX_BYTES 256

static enum platter_model_result set_line(struct platter_model_spec *spec, const char *line,
                                          size_t len, struct platter_model_error *error)
{
    char buf[LINE_MAX_BYTES];
    const char *comment = memchr(line, '#', len);

    if (comment)
        len = (size_t)(comment - line);
    if (len >= sizeof buf || memchr(line, '\0', len))
        return wrong(error, PLATTER_MODEL_LINE, len >= sizeof buf ? "a line too long" : "a NUL",
                     NULL);
    memcpy(buf, line, len);
    buf[len] = '\0';
    return *trim(buf) ? set_pair(spec, buf, error) : PLATTER_MODEL_OK;
}

enum platter_model_result platter_model_parse(struct platter_model_spec *spec, const char *name,
                                              const char *text, size_t size,
                                              struct platter_model_error *error)
{
    struct platter_model_spec s = *spec;
    size_t name_len = strnlen(name, sizeof s.name - 1);
    const char *end = text + size;
    enum platter_model_result r = PLATTER_MODEL_OK;

    error->line = 0;
    memcpy(s.name, name, name_len);
    s.name[name_len] = '\0';
    for (const char *line = text; r == PLATTER_MODEL_OK && line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        error->line++;
        if (!stop)
            stop = end;
        r = set_line(&s, line, (size_t)(stop - line), error);
        line = stop < end ? stop + 1 : end;
    }
    if (r == PLATTER_MODEL_OK) {
        error->line = 0;
        r = platter_model_check(&s, error);
    }
    if (r == PLATTER_MODEL_OK)
        *spec = s;
    return r;
}

enum platter_model_result platter_model_adjust(struct platter_model_spec *spec,
                                               const char *settings,
                                               struct platter_model_error *error)
{
    struct platter_model_spec s = *spec;
    enum platter_model_result r = PLATTER_MODEL_OK;

    for (const char *p = settings; r == PLATTER_MODEL_OK && *p;) {
        size_t len = strcspn(p, ",");
        r = set_line(&s, p, len, error);
        p += len + (p[len] == ',');
    }
    if (r == PLATTER_MODEL_OK)
        r = platter_model_check(&s, error);
    if (r == PLATTER_MODEL_OK)
        *spec = s;
    return r;
}

enum platter_model_result platter_model_named(struct platter_model_spec *spec, const char *text,
                                              struct platter_model_error *error)
{
    char name[PLATTER_MODEL_NAME_MAX];
    size_t len = strcspn(text, ",");
    const struct platter_model_spec *found = NULL;

    error->line = 0;
    if (len < sizeof name) {
        memcpy(name, text, len);
        name[len] = '\0';
        found = platter_model_find(name);
    }
    if (!found)
        return wrong(error, PLATTER_MODEL_NO_DRIVE, text, NULL);
    struct platter_model_spec s = *found;
    enum platter_model_result r = platter_model_adjust(&s, text + len + (text[len] == ','), error);
    if (r == PLATTER_MODEL_OK)
        *spec = s;
    return r;
}

enum platter_model_result platter_model_check(const struct platter_model_spec *spec,
                                              struct platter_model_error *error)
{
    static const char *const needed[] = {"capacity", "rate", "interface", "physical",
                                         "radius-ratio"};
    uint32_t physical = spec->physical_bytes;

    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        const struct platter_model_key *key = find_key(needed[i]);
        static const char zero[sizeof(double)];
        size_t size = key->kind == PLATTER_MODEL_SIZE ? sizeof(uint32_t) : sizeof(double);
        if (memcmp((const char *)spec + key->offset, zero, size) == 0)
            return wrong(error, PLATTER_MODEL_MISSING, key->name, key);
    }
    if ((physical & (physical - 1)) || spec->capacity_bytes % physical)
        return wrong(error, PLATTER_MODEL_CLASH, "capacity", NULL);
    if (!spec->model[0])
        return wrong(error, PLATTER_MODEL_MISSING, "model", find_key("model"));
    if (spec->switch_ns > 0 && spec->switch_tracks < 1)
        return wrong(error, PLATTER_MODEL_MISSING, "switch-tracks", find_key("switch-tracks"));
    return PLATTER_MODEL_OK;
}

/* SPDX-License-Identifier: MIT */
#include "agent/core/model_faults.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "agent/core/parse.h"
#include "agent/core/rng.h"

#define PLACE_BYTES 4096u
#define ALL .from = 0, .to = 1

static const struct platter_model_fault_info infos[PLATTER_FAULTY_KINDS] = {
    [PLATTER_FAULTY_SLOW] = {"slow",
                             "a range reads slower: its rate falls by the share `by`",
                             "by",
                             {PLATTER_FAULTY_SLOW, ALL, .by = .2}},
    [PLATTER_FAULTY_SEEK] = {"seek",
                             "seeks into a range take longer by the share `by`",
                             "by",
                             {PLATTER_FAULTY_SEEK, ALL, .by = .2}},
    [PLATTER_FAULTY_HEAD] =
        {"head",
         "one head of `every` reads slower by the share `by`, with `chance` of a retry; "
         "heads change every `tracks`",
         "by chance every tracks",
         {PLATTER_FAULTY_HEAD, ALL, .by = .5, .chance = .05, .every = 8, .tracks = 100}},
    [PLATTER_FAULTY_RETRIES] = {"retries",
                                "a share `chance` of blocks loses a turn or more",
                                "chance",
                                {PLATTER_FAULTY_RETRIES, ALL, .chance = .01}},
    [PLATTER_FAULTY_BLOCKS] = {"blocks",
                               "`count` places take `ms` longer",
                               "count ms",
                               {PLATTER_FAULTY_BLOCKS, ALL, .count = 62, .ms = 25}},
    [PLATTER_FAULTY_MOVED] = {"moved",
                              "`count` reallocated sectors: a trip to the spares each",
                              "count",
                              {PLATTER_FAULTY_MOVED, ALL, .count = 500}},
    [PLATTER_FAULTY_PENDING] = {"pending",
                                "`count` sectors are read after `turns` more turns",
                                "count turns",
                                {PLATTER_FAULTY_PENDING, ALL, .count = 20, .turns = 10}},
    [PLATTER_FAULTY_UNREADABLE] = {"unreadable",
                                   "`count` sectors cannot be read",
                                   "count",
                                   {PLATTER_FAULTY_UNREADABLE, ALL, .count = 4}},
    [PLATTER_FAULTY_GONE] = {"gone", "the drive is gone", "", {PLATTER_FAULTY_GONE, ALL}},
};

/* Keys that not every kind takes come first, then those of all. */
static const struct {
    const char *name;
    size_t offset;
    double min, max;
} keys[] = {
#define MEMBER(m) offsetof(struct platter_model_fault, m)
    {"by", MEMBER(by), 0, 100},         {"chance", MEMBER(chance), 0, 1},
    {"count", MEMBER(count), 1, 1e9},   {"every", MEMBER(every), 1, 1000},
    {"tracks", MEMBER(tracks), 1, 1e9}, {"ms", MEMBER(ms), 0, 1e6},
    {"turns", MEMBER(turns), 0, 1000},  {"from", MEMBER(from), 0, 1},
    {"to", MEMBER(to), 0, 1},           {"day", MEMBER(day), 0, 1e6},
    {"over", MEMBER(over), 0, 1e6},
};
#define OF_SOME_KINDS 7

const struct platter_model_fault_info *platter_model_fault_infos(unsigned *n)
{
    *n = PLATTER_FAULTY_KINDS;
    return infos;
}

static int has_word(const char *words, const char *word)
{
    size_t len = strlen(word);

    for (const char *p = words; *p; p += strcspn(p, " "), p += *p == ' ')
        if (strncmp(p, word, len) == 0 && (p[len] == ' ' || p[len] == '\0'))
            return 1;
    return 0;
}

/* "20%" or "0.2" or "60". */
static int number_of(const char *text, double *value)
{
    const char *rest = platter_scan_number(text, value);

    if (rest && *rest == '%' && rest[1] == '\0') {
        *value /= 100;
        return 0;
    }
    return rest && *rest == '\0' ? 0 : -EINVAL;
}

/* Tenths of the drive, as zones are by default. */
static int set_zone(struct platter_model_fault *fault, double zone)
{
    if (zone < 0 || zone > 9 || zone != floor(zone))
        return -EINVAL;
    fault->from = zone / 10;
    fault->to = (zone + 1) / 10;
    return 0;
}

static int set(struct platter_model_fault *fault, const char *key, const char *text)
{
    double value;

    if (number_of(text, &value) != 0)
        return -EINVAL;
    if (strcmp(key, "zone") == 0)
        return set_zone(fault, value);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].name, key) != 0)
            continue;
        if (value < keys[i].min || value > keys[i].max ||
            (i < OF_SOME_KINDS && !has_word(infos[fault->kind].keys, key)))
            return -EINVAL;
        memcpy((char *)fault + keys[i].offset, &value, sizeof value);
        return 0;
    }
    return -EINVAL;
}

/* The kind: up to the first colon. */
static int begin(const char *text, size_t len, struct platter_model_fault *out)
{
    for (unsigned i = 0; i < PLATTER_FAULTY_KINDS; i++)
        if (strlen(infos[i].name) == len && strncmp(infos[i].name, text, len) == 0) {
            *out = infos[i].defaults;
            return 0;
        }
    return -EINVAL;
}

int platter_model_fault_parse(const char *text, struct platter_model_fault *out)
{
    struct platter_model_fault fault;
    char buf[PLATTER_MODEL_FAULT_MAX];
    size_t len = strcspn(text, ":");
    int r = begin(text, len, &fault);

    for (const char *p = text + len; r == 0 && *p;) {
        size_t n = strcspn(++p, ":");
        char *equals;
        if (n >= sizeof buf)
            return -EINVAL;
        memcpy(buf, p, n);
        buf[n] = '\0';
        p += n;
        equals = strchr(buf, '=');
        if (!equals)
            return -EINVAL;
        *equals = '\0';
        r = set(&fault, buf, equals + 1);
    }
    if (r == 0 && (fault.from >= fault.to || (fault.kind == PLATTER_FAULTY_SLOW && fault.by >= 1)))
        r = -EINVAL;
    if (r == 0)
        *out = fault;
    return r;
}

double platter_model_fault_grown(const struct platter_model_fault *fault, double day)
{
    if (day < fault->day)
        return 0;
    return fault->over > 0 ? fmin(1, (day - fault->day) / fault->over) : 1;
}

/* Where in part i of the range its place is, and when it comes up, as hashes. */
static uint64_t hashed(uint64_t life_seed, uint64_t kind, uint64_t i)
{
    const uint64_t words[3] = {life_seed, kind, i};

    return platter_hash(words, sizeof words);
}

uint64_t platter_model_fault_place(const struct platter_model_fault *fault, uint64_t life_seed,
                                   uint64_t capacity_bytes, uint64_t offset_bytes, double grown)
{
    double first = floor(fault->from * (double)capacity_bytes / PLACE_BYTES);
    double blocks = floor(fault->to * (double)capacity_bytes / PLACE_BYTES) - first;
    double count = fmin(fault->count, blocks), part = count > 0 ? blocks / count : 0;
    double at = ((double)offset_bytes / PLACE_BYTES - first) / (part > 0 ? part : 1);

    for (uint64_t i = at > 0 ? (uint64_t)at : 0; (double)i < count; i++) {
        uint64_t h = hashed(life_seed, fault->kind, i);
        double in_part = (double)(h >> 40) * 0x1p-24, comes_up = (double)(h & 0xffffff) * 0x1p-24;
        uint64_t place = (uint64_t)(first + floor(((double)i + in_part) * part)) * PLACE_BYTES;
        if (place + PLACE_BYTES > offset_bytes && comes_up < grown)
            return place;
    }
    return UINT64_MAX;
}

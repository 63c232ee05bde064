/* SPDX-License-Identifier: MIT */
/*
 * The options: one table, read by `-o key=value`, the configuration file, --help and the man
 * pages. Values are parsed here; who asked (file, line) is the caller's to say.
 */
#ifndef PLATTER_CORE_OPTIONS_H
#define PLATTER_CORE_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "agent/core/schedule.h"

#define PLATTER_DRIVES_TEXT_MAX 2048
#define PLATTER_PATH_MAX 108 /* sun_path */

struct platter_options {
    uint64_t interval_ns;
    uint64_t step_s;
    uint64_t deadline_ns;
    uint64_t slow_ns;
    uint64_t zones;
    uint64_t accesses;
    uint64_t rpm;  /* 0 = ask the drive */
    uint64_t seed; /* of pauses and simulated drives; 0 = from the clock */
    double duty;
    enum platter_sample_mode sample;
    char drives[PLATTER_DRIVES_TEXT_MAX]; /* "auto" or names separated by commas */
    char socket[PLATTER_PATH_MAX];        /* "" = the built-in place */
    char lock_dir[PLATTER_PATH_MAX];
};

enum platter_option_kind {
    PLATTER_OPTION_TIME,  /* 10min, 600, 5ms; a bare number is seconds */
    PLATTER_OPTION_COUNT, /* a whole number */
    PLATTER_OPTION_SHARE, /* 0.01 or 1% */
    PLATTER_OPTION_TEXT,
    PLATTER_OPTION_CHOICE /* one of the words in `words` */
};

struct platter_option {
    const char *name; /* "interval" */
    enum platter_option_kind kind;
    const char *fallback;     /* the default, as it would be written */
    double min, max;          /* in seconds, counts or shares; of TEXT: longest length is max */
    const char *const *words; /* of CHOICE, ends in NULL: index = value */
    size_t offset, size;      /* of the member in struct platter_options */
    uint64_t unit_ns;         /* of TIME: what one unit of the member is, in ns */
    const char *help;         /* one line */
};

/* The table, *n options. Static. */
const struct platter_option *platter_options_table(unsigned *n);
const struct platter_option *platter_option_find(const char *name);

/* Set every option to its default. */
void platter_options_init(struct platter_options *o);

enum platter_option_result {
    PLATTER_OPTION_OK = 0,
    PLATTER_OPTION_UNKNOWN = 1, /* no such key */
    PLATTER_OPTION_BAD = 2,     /* not a value of this kind */
    PLATTER_OPTION_RANGE = 3,   /* outside min ... max */
};

/* Set one option from text. On anything but 0 nothing is changed. */
enum platter_option_result platter_options_set(struct platter_options *o, const char *name,
                                               const char *value);

/* What a value of this option looks like, for a message: "a time between 1s and 7d". */
void platter_option_expects(const struct platter_option *option, char *buf, size_t size);

/* Parse a time ("10min", "600", "5ms", "1h") into ns. Returns 0 or -EINVAL. Locale-free. */
int platter_parse_time_ns(const char *text, uint64_t *ns);
/* Parse a decimal number in the C locale, the whole text. Returns 0 or -EINVAL. */
int platter_parse_number(const char *text, double *value);

#endif

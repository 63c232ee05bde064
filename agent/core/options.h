/* SPDX-License-Identifier: MIT */
/*
 * The options: one table, read by `-o key=value`, the configuration file, --help and the man
 * pages. Values are parsed here; who asked (file, line) is the caller's to say.
 */
#ifndef PLATTER_CORE_OPTIONS_H
#define PLATTER_CORE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/core/parse.h"
#include "agent/core/schedule.h"

#define PLATTER_DRIVES_TEXT_MAX 2048
/* Option rrd, in the order of its words. */
enum platter_rrd_choice { PLATTER_RRD_YES, PLATTER_RRD_NO };

#define PLATTER_PATH_MAX 108 /* sun_path */
#define PLATTER_OPTIONS_MAX 32
#define PLATTER_SECTIONS_MAX 64

/* Where a value is from: a line of the file, or one of these. */
#define PLATTER_ORIGIN_DEFAULT 0
#define PLATTER_ORIGIN_COMMAND UINT32_MAX

/* What may differ from drive to drive. */
struct platter_drive_options {
    uint64_t interval_ns;
    uint64_t deadline_ns;
    uint64_t slow_ns;
    uint64_t rpm; /* 0 = ask the drive */
    double duty;
    enum platter_sample_mode sample;
    unsigned quiet_from_min, quiet_until_min; /* of the local day; equal = none */
    char label[PLATTER_NAME_MAX];             /* "" = none */
};

/* drive "ST8000*" { label = "bay 3" } */
struct platter_section {
    char match[PLATTER_ID_MAX];          /* an id, serial or name, with * and ? */
    uint32_t line;                       /* where it begins */
    uint32_t lines[PLATTER_OPTIONS_MAX]; /* in the table's order; 0 = not given here */
    struct platter_drive_options values;
};

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
    unsigned quiet_from_min, quiet_until_min;
    char drives[PLATTER_DRIVES_TEXT_MAX]; /* "auto" or names separated by commas */
    char socket[PLATTER_PATH_MAX];        /* "" = the built-in place */
    char lock_dir[PLATTER_PATH_MAX];
    char state_dir[PLATTER_PATH_MAX]; /* "" or "none" = nothing is saved */
    uint64_t flush_ns;                /* 0 = by medium */
    enum platter_rrd_choice rrd;
    char rrdcached[PLATTER_PATH_MAX];     /* "" = none */
    uint32_t origin[PLATTER_OPTIONS_MAX]; /* in the table's order */
    unsigned n_sections;
    struct platter_section sections[PLATTER_SECTIONS_MAX];
};

enum platter_option_kind {
    PLATTER_OPTION_TIME,  /* 10min, 600, 5ms; a bare number is seconds */
    PLATTER_OPTION_COUNT, /* a whole number */
    PLATTER_OPTION_SHARE, /* 0.01 or 1% */
    PLATTER_OPTION_TEXT,
    PLATTER_OPTION_CHOICE, /* one of the words in `words` */
    PLATTER_OPTION_HOURS,  /* 23:00-07:00 or none; two members: from and until, in minutes */
};

/* Where an option may stand, and whether a running agent can take a new value. */
enum platter_option_where {
    PLATTER_OPTION_GLOBAL = 1, /* -o, and the file outside of sections */
    PLATTER_OPTION_DRIVE = 2,  /* a drive's section */
    PLATTER_OPTION_LIVE = 4,   /* else a new value needs a restart */
};

struct platter_option {
    const char *name; /* "interval" */
    enum platter_option_kind kind;
    const char *fallback;     /* the default, as it would be written */
    double min, max;          /* in seconds, counts or shares; of TEXT: longest length is max */
    const char *const *words; /* of CHOICE, ends in NULL: index = value */
    size_t offset, size;      /* of the member in struct platter_options */
    size_t drive_offset;      /* in struct platter_drive_options, where it may stand in a section */
    unsigned where;           /* enum platter_option_where */
    uint64_t unit_ns;         /* of TIME: what one unit of the member is, in ns */
    const char *help;         /* one line */
};

/* The table, *n options. Static. */
const struct platter_option *platter_options_table(unsigned *n);
const struct platter_option *platter_option_find(const char *name);
/* Its number in the table. */
unsigned platter_option_index(const struct platter_option *option);
/* The one that may be meant by a name that is none, among those that may stand there (GLOBAL or
 * DRIVE); NULL = none is near. */
const struct platter_option *platter_option_nearest(const char *name, unsigned where);

/* Set every option to its default. */
void platter_options_init(struct platter_options *o);

enum platter_option_result {
    PLATTER_OPTION_OK = 0,
    PLATTER_OPTION_UNKNOWN = 1, /* no such key */
    PLATTER_OPTION_BAD = 2,     /* not a value of this kind */
    PLATTER_OPTION_RANGE = 3,   /* outside min ... max */
    PLATTER_OPTION_PLACE = 4,   /* it may not stand there */
};

/* Set one option from text. On anything but 0 nothing is changed. */
enum platter_option_result platter_options_set(struct platter_options *o, const char *name,
                                               const char *value);

/* What a value of this option looks like, for a message: "a time between 1s and 7d". */
void platter_option_expects(const struct platter_option *option, char *buf, size_t size);

/* The same in a section: `line` is where it was given, > 0. */
enum platter_option_result platter_section_set(struct platter_section *section, const char *name,
                                               const char *value, uint32_t line);

/* What a section can be for. */
struct platter_drive_names {
    const char *id, *serial, *name, *device; /* "" = none */
};
bool platter_section_matches(const struct platter_section *section,
                             const struct platter_drive_names *names);

/* What holds for one drive: the options, over them each section that matches, in the order of the
 * file. */
void platter_options_for(const struct platter_options *o, const struct platter_drive_names *names,
                         struct platter_drive_options *out);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Drive files: `key = value unit` lines, `#` begins a comment (platter-drive.conf(5)). The keys are
 * a table (model_keys.def). A name may have settings after it, in the same words:
 * wd2002faex,n=7,fault=slow:zone=9:by=20%.
 */
#ifndef PLATTER_CORE_MODEL_CONF_H
#define PLATTER_CORE_MODEL_CONF_H

#include <stddef.h>

#include "agent/core/model_spec.h"

enum platter_model_kind {
    PLATTER_MODEL_TEXT,
    PLATTER_MODEL_WHOLE, /* uint32_t */
    PLATTER_MODEL_BYTES, /* uint64_t */
    PLATTER_MODEL_SIZE,  /* bytes in a uint32_t */
    /* the others are doubles: */
    PLATTER_MODEL_TIME,  /* ns; a bare number is seconds; may be under 0 */
    PLATTER_MODEL_RATE,  /* bytes per second */
    PLATTER_MODEL_SHARE, /* 0.03 or 3 % */
    PLATTER_MODEL_COUNT,
    PLATTER_MODEL_CELSIUS,
    PLATTER_MODEL_KINDS
};

struct platter_model_key {
    const char *name;
    enum platter_model_kind kind;
    size_t offset; /* in struct platter_model_spec */
    double min, max;
    const char *help; /* one line */
};

/* The table, *n keys. Static. */
const struct platter_model_key *platter_model_keys(unsigned *n);

enum platter_model_result {
    PLATTER_MODEL_OK,
    PLATTER_MODEL_UNKNOWN, /* no such key; meant: one that is near, or NULL */
    PLATTER_MODEL_VALUE,   /* not a value of this kind */
    PLATTER_MODEL_RANGE,   /* outside min ... max */
    PLATTER_MODEL_FAULT,   /* not a fault (model_faults.h) */
    PLATTER_MODEL_MANY,    /* more than PLATTER_MODEL_FAULTS_MAX faults */
    PLATTER_MODEL_LINE,    /* no "key = value" */
    PLATTER_MODEL_MISSING, /* a drive needs this key */
    PLATTER_MODEL_CLASH, /* capacity is no multiple of the physical block, or that no power of 2 */
    PLATTER_MODEL_NO_DRIVE, /* no drive of that name is built in */
};

/* What is wrong, and where. */
struct platter_model_error {
    enum platter_model_result result;
    unsigned line;                       /* of the file, 0 = not in a file */
    char word[PLATTER_MODEL_FAULT_MAX];  /* the key or the value, cut to fit */
    const struct platter_model_key *key; /* NULL = none */
    const char *meant;                   /* NULL = nothing near */
};

/* Set one key from text. On an error nothing is changed. error->line is left alone. */
enum platter_model_result platter_model_set(struct platter_model_spec *spec, const char *key,
                                            const char *value, struct platter_model_error *error);

/*
 * Read a whole file, size bytes of text, over *spec (start with zeros, or with a drive that it is
 * to differ from). name: what the drive is called, "wd2002faex". Returns PLATTER_MODEL_OK, or the
 * first thing that is wrong, *error filled and *spec unchanged.
 */
enum platter_model_result platter_model_parse(struct platter_model_spec *spec, const char *name,
                                              const char *text, size_t size,
                                              struct platter_model_error *error);

/* Settings after a name: "n=7,fault=...", "" = none. As platter_model_set. */
enum platter_model_result platter_model_adjust(struct platter_model_spec *spec,
                                               const char *settings,
                                               struct platter_model_error *error);

/* A built-in drive with settings: "wd2002faex,n=7". */
enum platter_model_result platter_model_named(struct platter_model_spec *spec, const char *text,
                                              struct platter_model_error *error);

/* Whether what is there is a drive: all it needs, nothing that clashes. */
enum platter_model_result platter_model_check(const struct platter_model_spec *spec,
                                              struct platter_model_error *error);

#endif

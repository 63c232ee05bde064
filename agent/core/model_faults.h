/* SPDX-License-Identifier: MIT */
/*
 * What can be wrong with a simulated drive: KIND:key=value:... "slow:zone=9:by=20%:day=60:over=30".
 * The kinds and their keys are tables (model_faults.c, platter-drive.conf(5)).
 *
 * A fault begins on a day of the drive's life (0 = always been there) and grows evenly over so many
 * days (0 = at once).
 */
#ifndef PLATTER_CORE_MODEL_FAULTS_H
#define PLATTER_CORE_MODEL_FAULTS_H

#include <stdint.h>

#include "agent/core/model_spec.h"

enum platter_model_fault_kind {
    PLATTER_FAULTY_SLOW, /* a range reads slower: its rate falls by the share `by` */
    PLATTER_FAULTY_SEEK, /* seeks into a range take longer by the share `by` */
    PLATTER_FAULTY_HEAD, /* one head of `every` reads slower by the share `by`, of `chance` retries
                          */
    PLATTER_FAULTY_RETRIES,    /* a share `chance` of blocks in a range loses a turn or more */
    PLATTER_FAULTY_BLOCKS,     /* `count` places in a range take `ms` longer */
    PLATTER_FAULTY_MOVED,      /* `count` reallocated sectors: each costs a trip to the spares */
    PLATTER_FAULTY_PENDING,    /* `count` sectors that can be read after `turns` more turns */
    PLATTER_FAULTY_UNREADABLE, /* `count` sectors that cannot be read: the drive's limit of turns */
    PLATTER_FAULTY_GONE,       /* the drive is gone */
    PLATTER_FAULTY_KINDS
};

struct platter_model_fault {
    enum platter_model_fault_kind kind;
    double from, to; /* of the capacity, 0-1 */
    double by, chance, count, every, tracks, ms, turns;
    double day, over; /* days */
};

/* One kind: its name, what it does, which keys it takes and their defaults. */
struct platter_model_fault_info {
    const char *name;
    const char *help;
    const char *keys; /* "by chance every tracks" */
    struct platter_model_fault defaults;
};
const struct platter_model_fault_info *platter_model_fault_infos(unsigned *n);

/* Parse a fault. Returns 0 or -EINVAL. */
int platter_model_fault_parse(const char *text, struct platter_model_fault *out);

/* How far it has grown on a day, 0-1. */
double platter_model_fault_grown(const struct platter_model_fault *fault, double day);

/*
 * The count places of a fault are spread over its range, one in each equal part, the same for ever
 * for a life seed. Returns the first byte (a multiple of 4096) of the first place at or after
 * offset_bytes that has come up when `grown` of them have; UINT64_MAX = no more.
 */
uint64_t platter_model_fault_place(const struct platter_model_fault *fault, uint64_t life_seed,
                                   uint64_t capacity_bytes, uint64_t offset_bytes, double grown);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The drive model: how long a read takes on a drive that this machine does not have.
 *
 *   rate(x)   = min(plateau, R0 * sqrt(1 - (1-k^2) x)),  x = byte / capacity
 *   radius(x) = (1 - sqrt(1 - (1-k^2) x)) / (1 - k)       0 outermost ... 1 innermost
 *   seek(d)   = a + b sqrt(d) for a radial distance d, 0 for d = 0
 *
 * rate is the sustained rate, everything included; inside a track the media run faster by the
 * share that track skew and switches take. A read that does not continue the last one costs
 * overhead + seek + U(0, revolution) + media time; one that does costs media time or interface
 * time, whichever is later, one skew per track crossed and one switch every switch_tracks.
 * Zoned recording and the seek curve: Ruemmler and Wilkes, "An introduction to disk drive
 * modeling", IEEE Computer 27(3), 1994. Parameters are fitted to published measurements of these
 * drives (doc/architecture.md, "Simulated drives").
 */
#ifndef PLATTER_CORE_MODEL_H
#define PLATTER_CORE_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "agent/core/geometry.h"
#include "agent/core/rng.h"

/* What a drive is. Constant. */
struct platter_model_spec {
    const char *name;  /* "wd2002faex": sim:wd2002faex */
    const char *model; /* "WDC WD2002FAEX" */
    uint64_t capacity_bytes;
    uint32_t physical_bytes;
    double rev_ns;
    double outer_bps; /* R0 */
    double plateau_bps;
    double radius_ratio; /* k, inner / outer */
    double skew_ns;
    double seek_a_ns, seek_b_ns;
    double overhead_ns;
    double interface_bps;
    double switch_ns;     /* 0 = none */
    double switch_tracks; /* tracks between two switches */
};

/* A drive's moving parts. */
struct platter_model {
    const struct platter_model_spec *spec;
    struct platter_rng rng;
    uint64_t next_byte; /* where a read would continue the last one */
    double radius;      /* where the head is, 0 ... 1 */
    double track_left;  /* bytes to the next track crossing */
    double tracks_to_switch;
};

/* The drives we have, *n of them. Static. */
const struct platter_model_spec *platter_model_specs(unsigned *n);
/* One of them by name, or NULL. */
const struct platter_model_spec *platter_model_find(const char *name);

void platter_model_init(struct platter_model *m, const struct platter_model_spec *spec,
                        uint64_t seed);

/* Sustained rate at a byte in bytes per second, and the radius there. */
double platter_model_rate_bps(const struct platter_model_spec *spec, uint64_t offset_bytes);
double platter_model_radius(const struct platter_model_spec *spec, uint64_t offset_bytes);
/* Seek time in ns over a radial distance 0 ... 1. */
double platter_model_seek_ns(const struct platter_model_spec *spec, double distance);

/* Time of a read in ns; moves the head. offset + len <= capacity, len > 0. */
uint64_t platter_model_read_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes);

void platter_model_geometry(const struct platter_model_spec *spec, struct platter_geometry *out);

#endif

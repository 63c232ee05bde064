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
 * time, whichever is later, one skew per track crossed and one switch every switch_tracks. What was
 * read lately is in the buffer and comes at interface rate.
 * Zoned recording and the seek curve: Ruemmler and Wilkes, "An introduction to disk drive
 * modeling", IEEE Computer 27(3), 1994. Parameters are fitted to published measurements of these
 * drives (doc/architecture.md, "Simulated drives").
 *
 * A drive has a life: its clock begins at 0, midnight of day 0. Noise, temperature, other people's
 * load (model_life.h) and faults (model_faults.h) are functions of that clock and of the life seed,
 * which comes from name and number alone: the same drive is the same every time it is opened. The
 * seed of init is for rotation and noise within a day.
 *
 * The clock moves with each read and write, by platter_model_wait(), and by
 * platter_model_set_clock().
 */
#ifndef PLATTER_CORE_MODEL_H
#define PLATTER_CORE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/core/geometry.h"
#include "agent/core/model_faults.h"
#include "agent/core/model_life.h"
#include "agent/core/model_spec.h"
#include "agent/core/rng.h"

#define PLATTER_MODEL_SEGMENTS_MAX 32

/* Results of a read or write besides 0. */
enum platter_model_outcome {
    PLATTER_MODEL_MEDIUM = 1, /* a sector in it cannot be read */
    PLATTER_MODEL_GONE = 2,   /* the drive is gone */
};

/* A drive's moving parts. */
struct platter_model {
    const struct platter_model_spec *spec;
    struct platter_rng rng;
    uint64_t clock_ns;
    /* Reading on: needed for every read. */
    uint64_t next_byte;  /* where a read would continue the last one */
    uint64_t event_byte; /* a read beyond this needs a closer look */
    double track_left;   /* bytes to the next track crossing */
    double ns_per_byte, interface_ns_per_byte;
    double jitter;      /* of a block's time, as a factor of a uniform in -1 ... 1 */
    double retry_share; /* of blocks of 128 KiB that lose a turn */
    double track_bytes;
    double tracks_to_switch;
    /* Where the head is. */
    double radius;       /* 0 ... 1, not further off than 16 MiB */
    double visit;        /* this place's noise, a logarithm */
    double latency_ns;   /* under 0: to be drawn */
    uint64_t begin_byte; /* of the stream */
    bool rested;         /* the next read or write begins after a rest */
    double rest_ns;
    /* Constants of the spec. */
    double area; /* 1 - k^2 */
    double track_ns;
    double plateau_share; /* radius as a share of the outer one where the plateau ends */
    uint64_t life_seed;
    struct platter_model_life life;
    /* Somebody else's requests in this visit. */
    unsigned disturbances;
    uint64_t disturbed_byte;
    uint64_t foreign_sectors; /* that can be seen, 512 B, so far */
    /* The buffer. */
    struct {
        uint64_t begin_byte, end_byte;
    } segments[PLATTER_MODEL_SEGMENTS_MAX];
    unsigned next_segment;
    /* Writing. */
    uint64_t write_next;
    double write_credit_ns;
    double media_cache_used;
    unsigned n_faults;
    struct platter_model_fault faults[PLATTER_MODEL_FAULTS_MAX];
    double grown[PLATTER_MODEL_FAULTS_MAX]; /* on this day */
};

/* The built-in drives (contrib/drives), *n of them. Static. */
const struct platter_model_spec *platter_model_specs(unsigned *n);
/* One of them by name, or NULL. */
const struct platter_model_spec *platter_model_find(const char *name);

/* spec is borrowed and must be valid (platter_model_check). */
void platter_model_init(struct platter_model *m, const struct platter_model_spec *spec,
                        uint64_t seed);

/* Sustained rate at a byte in bytes per second, and the radius there. */
double platter_model_rate_bps(const struct platter_model_spec *spec, uint64_t offset_bytes);
double platter_model_radius(const struct platter_model_spec *spec, uint64_t offset_bytes);
/* The same by the radius as a share of the outer one, k ... 1. */
double platter_model_rate_at(const struct platter_model_spec *spec, double share);
double platter_model_radius_at(const struct platter_model_spec *spec, double share);
/* Seek time in ns over a radial distance 0 ... 1. */
double platter_model_seek_ns(const struct platter_model_spec *spec, double distance);

/* Time of a read in ns; moves the head and the clock. offset + len <= capacity, len > 0. Returns 0
 * or enum platter_model_outcome; *ns is set then too. */
int platter_model_read(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes,
                       uint64_t *ns);
/* The same for those who do not care about errors. */
uint64_t platter_model_read_ns(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes);

/* Time of a write, the same way (model_write.c). */
int platter_model_write(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes,
                        uint64_t *ns);

/* The clock goes on by ns, or to clock_ns where that is later, and nobody reads. */
void platter_model_wait(struct platter_model *m, uint64_t ns);
void platter_model_set_clock(struct platter_model *m, uint64_t clock_ns);

/*
 * Of n > 0 reads that wait, the one that begins soonest: what continues the last read, else the
 * shortest seek and rotation. It is to be read next: its rotation is what was drawn here.
 */
unsigned platter_model_choose(struct platter_model *m, const uint64_t *offsets_bytes, unsigned n);

void platter_model_geometry(const struct platter_model_spec *spec, struct platter_geometry *out);

/* For model_write.c: what a rest before the next request costs in ns (spin-up, start-up or 0), and
 * the time to get the head to a byte, which moves it. */
double platter_model_rest_ns(struct platter_model *m, double startup_ns);
double platter_model_position_ns(struct platter_model *m, uint64_t offset_bytes);

#endif

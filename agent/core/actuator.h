/* SPDX-License-Identifier: MIT */
/*
 * A drive model in time: given when a read arrives, when it is done.
 *
 * The model alone knows how long a read takes when the next one is there at once. A computer thinks
 * in between, and the platters go on turning: a drive reads ahead into its buffer meanwhile, so
 * that a stream runs at media rate however long each request is under way. One head: reads are
 * served one after the other in the order of arrival.
 *
 *   goes on with the stream   media time since the head was last busy, at most a buffer ahead; not
 *                             before overhead and interface time
 *   is in the stream's buffer overhead and interface time
 *   anything else             what the model says, from its arrival on; a new stream
 *
 * A read a little ahead of the stream goes on with it: what lies between is read, as a drive does,
 * and is in the buffer when it is asked for. Layers that split and reorder requests need that.
 *
 * The model's clock is this clock: its rests, faults and days come with it.
 */
#ifndef PLATTER_CORE_ACTUATOR_H
#define PLATTER_CORE_ACTUATOR_H

#include <stdint.h>

#include "agent/core/model.h"

/* A read at most so far ahead of the stream goes on with it. */
#define PLATTER_ACTUATOR_AHEAD_BYTES (2u << 20)

enum platter_actuator_way {
    PLATTER_WAY_SEEK,
    PLATTER_WAY_STREAM,
    PLATTER_WAY_BUFFER,
    PLATTER_WAY_WRITE
};

struct platter_actuator {
    struct platter_model *model;
    uint64_t buffer_bytes;
    uint64_t first_byte, end_byte; /* in the buffer; the head is at end_byte */
    uint64_t free_ns;              /* when the head got there */
};

/* How a request went. */
struct platter_served {
    enum platter_actuator_way way;
    uint64_t media_byte; /* from here to its end the media were read; its end: nothing was */
    uint64_t done_ns;    /* later than its arrival */
    int result;          /* 0 or enum platter_model_outcome */
};

/* The model is borrowed. buffer_bytes: how far the drive reads ahead, > 0. */
void platter_actuator_init(struct platter_actuator *a, struct platter_model *model,
                           uint64_t buffer_bytes);

/* A read arrives at arrival_ns, on a clock from 0 that does not go back. offset + len <= capacity,
 * len > 0. */
void platter_actuator_read(struct platter_actuator *a, uint64_t arrival_ns, uint64_t offset_bytes,
                           uint64_t len_bytes, struct platter_served *out);

/* The same for a write. The stream of reads ends, the buffer is empty. */
void platter_actuator_write(struct platter_actuator *a, uint64_t arrival_ns, uint64_t offset_bytes,
                            uint64_t len_bytes, struct platter_served *out);

/* The head, just done with a request, tries a place again: it is busy ns longer. */
void platter_actuator_retry(struct platter_actuator *a, uint64_t ns, struct platter_served *served);

#endif

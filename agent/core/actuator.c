/* SPDX-License-Identifier: MIT */
#include "agent/core/actuator.h"

#include <stdbool.h>
#include <string.h>

void platter_actuator_init(struct platter_actuator *a, struct platter_model *model,
                           uint64_t buffer_bytes)
{
    memset(a, 0, sizeof *a);
    a->model = model;
    a->buffer_bytes = buffer_bytes;
}

static enum platter_actuator_way way_of(const struct platter_actuator *a, uint64_t offset_bytes,
                                        uint64_t end_byte)
{
    if (a->first_byte == a->end_byte || offset_bytes < a->first_byte ||
        offset_bytes > a->end_byte + PLATTER_ACTUATOR_AHEAD_BYTES)
        return PLATTER_WAY_SEEK;
    return end_byte <= a->end_byte ? PLATTER_WAY_BUFFER : PLATTER_WAY_STREAM;
}

/* From buffer to host. */
static uint64_t interface_ns(const struct platter_actuator *a, uint64_t len_bytes)
{
    const struct platter_model_spec *spec = a->model->spec;

    return (uint64_t)(spec->overhead_ns + (double)len_bytes * 1e9 / spec->interface_bps) + 1;
}

/* When the head went on from end_byte: at once, but never more than a buffer ahead of the host. */
static uint64_t went_on_ns(const struct platter_actuator *a, uint64_t arrival_ns)
{
    double rate_bps = platter_model_rate_bps(a->model->spec, a->end_byte);
    uint64_t full_ns = (uint64_t)((double)a->buffer_bytes * 1e9 / rate_bps);

    return arrival_ns > a->free_ns + full_ns ? arrival_ns - full_ns : a->free_ns;
}

static void empty_buffer(struct platter_actuator *a)
{
    a->first_byte = a->end_byte;
}

static void keep_buffer(struct platter_actuator *a, uint64_t end_byte)
{
    a->end_byte = end_byte;
    if (end_byte - a->first_byte > a->buffer_bytes)
        a->first_byte = end_byte - a->buffer_bytes;
}

/* The media, from begin_ns on. Returns what the model does. */
static int turn(struct platter_actuator *a, uint64_t begin_ns, uint64_t offset_bytes,
                uint64_t len_bytes)
{
    uint64_t ns = 0;

    platter_model_set_clock(a->model, begin_ns);
    int result = platter_model_read(a->model, offset_bytes, len_bytes, &ns);
    a->free_ns = begin_ns + ns;
    return result;
}

/* What lies between the stream and the read first; what cannot be read there is not in the buffer.
 */
static int read_on(struct platter_actuator *a, uint64_t arrival_ns, uint64_t offset_bytes,
                   uint64_t end_byte)
{
    uint64_t begin_ns = went_on_ns(a, arrival_ns);

    if (offset_bytes > a->end_byte) {
        if (turn(a, begin_ns, a->end_byte, offset_bytes - a->end_byte))
            a->first_byte = offset_bytes;
        begin_ns = a->free_ns;
        a->end_byte = offset_bytes;
    }
    return turn(a, begin_ns, a->end_byte, end_byte - a->end_byte);
}

void platter_actuator_read(struct platter_actuator *a, uint64_t arrival_ns, uint64_t offset_bytes,
                           uint64_t len_bytes, struct platter_served *out)
{
    uint64_t end_byte = offset_bytes + len_bytes;
    struct platter_served served = {
        .way = way_of(a, offset_bytes, end_byte),
        .media_byte = end_byte,
        .done_ns = arrival_ns + interface_ns(a, len_bytes),
    };

    if (served.way == PLATTER_WAY_SEEK) {
        served.media_byte = a->first_byte = offset_bytes;
        served.result = turn(a, arrival_ns, offset_bytes, len_bytes);
        served.done_ns = a->free_ns > arrival_ns ? a->free_ns : arrival_ns + 1;
    } else if (served.way == PLATTER_WAY_STREAM) {
        served.media_byte = a->end_byte;
        served.result = read_on(a, arrival_ns, offset_bytes, end_byte);
        served.done_ns = a->free_ns > served.done_ns ? a->free_ns : served.done_ns;
    }
    if (served.way != PLATTER_WAY_BUFFER)
        keep_buffer(a, end_byte);
    if (served.result)
        empty_buffer(a);
    *out = served;
}

void platter_actuator_write(struct platter_actuator *a, uint64_t arrival_ns, uint64_t offset_bytes,
                            uint64_t len_bytes, struct platter_served *out)
{
    bool goes_on = offset_bytes == a->model->write_next;
    uint64_t begin_ns = goes_on ? went_on_ns(a, arrival_ns) : arrival_ns;
    uint64_t done_ns = arrival_ns + interface_ns(a, len_bytes), ns = 0;

    platter_model_set_clock(a->model, begin_ns);
    int result = platter_model_write(a->model, offset_bytes, len_bytes, &ns);
    a->free_ns = begin_ns + ns;
    a->end_byte = offset_bytes + len_bytes;
    empty_buffer(a);
    *out = (struct platter_served){
        .way = PLATTER_WAY_WRITE,
        .media_byte = offset_bytes,
        .done_ns = a->free_ns > done_ns ? a->free_ns : done_ns,
        .result = result,
    };
}

void platter_actuator_retry(struct platter_actuator *a, uint64_t ns, struct platter_served *served)
{
    a->free_ns += ns;
    a->model->clock_ns += ns;
    if (a->free_ns > served->done_ns)
        served->done_ns = a->free_ns;
}

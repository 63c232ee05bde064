/* SPDX-License-Identifier: MIT */
/*
 * What platterd and platter-worker say to each other over their SOCK_SEQPACKET pair (fd 3 in the
 * worker): fixed-size records, both from the same build. A record of another size or magic ends
 * the worker. The worker ends on EOF.
 *
 *   platterd -> worker  platter_worker_request   what is wanted
 *   worker -> platterd  platter_worker_state     POWER, SMART
 *                       platter_worker_report    OPENED once a sample, STEP after every step (so
 *                                                that a hang shows), FAILED: no sample this time
 *                       platter_worker_done      the sample
 *                       platter_worker_head      END, always and last
 *
 * The worker's command line: platter-worker NAME LOCK-FILE. It serves that drive alone.
 */
#ifndef PLATTER_DAEMON_WORKER_PROTO_H
#define PLATTER_DAEMON_WORKER_PROTO_H

#include <stdint.h>

#include "agent/core/bad_places.h"
#include "agent/core/geometry.h"
#include "agent/core/sample.h"
#include "agent/drive/discover.h"

#define PLATTER_WORKER_FD 3
#define PLATTER_WORKER_MAGIC 0x706c7433u /* "plt3" */

/* What a request asks for, carried out in this order. The power state comes first: a drive that is
 * found at rest (standby, sleep, idle_low) is neither sampled nor asked for SMART unless the
 * request says WAKE. */
enum platter_worker_want {
    PLATTER_WANT_POWER = 1,
    PLATTER_WANT_SAMPLE = 2,
    PLATTER_WANT_SMART = 4, /* after the sample */
    PLATTER_WANT_WAKE = 8,
};

struct platter_worker_request {
    uint32_t magic;
    uint32_t want; /* enum platter_worker_want */
    uint32_t zones;
    uint32_t accesses;
    uint32_t rpm; /* 0 = ask the drive */
    uint64_t sample;
    uint64_t deadline_ns;
    uint64_t seed;
    double outer_bps;
    struct platter_bad_places avoid; /* left out */
    int32_t verify;                  /* one of those, to be read once; -1 = none */
    struct platter_found found;      /* the drive as discovery saw it; diskseq 0 = any */
};

enum platter_worker_kind {
    PLATTER_WORKER_OPENED, /* geometry */
    PLATTER_WORKER_STEP,   /* nothing but the news that it goes on */
    PLATTER_WORKER_POWER,  /* a platter_worker_state: result as platter_power_ask */
    PLATTER_WORKER_SMART,  /* a platter_worker_state: result as platter_atasmart_read, _smart_decode
                            */
    PLATTER_WORKER_DONE,   /* a platter_worker_done: result as platter_probe_run */
    PLATTER_WORKER_END,    /* a head: the whole request is done; the last word to every request */
    PLATTER_WORKER_FAILED, /* result, text: no sample this time */
};

/* Where a FAILED comes from, which says what its result means. */
enum platter_worker_stage {
    PLATTER_STAGE_LOCK, /* result -EWOULDBLOCK: another process has this drive; else -errno */
    PLATTER_STAGE_OPEN, /* as platter_open */
    PLATTER_STAGE_PLAN, /* as platter_plan_init */
};

struct platter_worker_head {
    uint32_t magic;
    uint32_t kind;
    int32_t result;
    uint32_t stage;
};

struct platter_worker_report {
    struct platter_worker_head head;
    struct platter_geometry geometry;
    char text[PLATTER_TEXT_MAX];
};

struct platter_worker_state {
    struct platter_worker_head head;
    enum platter_power power;   /* of POWER */
    struct platter_smart smart; /* of SMART */
};

struct platter_worker_done {
    struct platter_worker_head head;
    struct platter_sample sample;
};

#endif

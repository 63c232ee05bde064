/* SPDX-License-Identifier: MIT */
/* A drive as platterd keeps track of it: who it is, its worker, its schedule, what is wrong. */
#ifndef PLATTER_DAEMON_TRACKED_H
#define PLATTER_DAEMON_TRACKED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "agent/core/state.h"
#include "agent/daemon/agent.h"
#include "agent/daemon/gate.h"
#include "agent/drive/discover.h"
#include <platter/snapshot.h>

/* Of one machine; 24 bays and their simulated friends are far from it. */
#define PLATTER_DRIVES_MAX 256

/* The process that touches the drive; pid 0 = none, fd -1 = not connected. */
struct platter_worker {
    pid_t pid;
    int fd;
    struct event *readable;
    bool dismissed; /* we ended it: how it ends is no news */
};

/* What is wrong with a drive now; code "" = nothing. */
struct platter_trouble {
    char code[32];
    char text[PLATTER_TEXT_MAX];
    int64_t since_s;
};

struct platter_tracked {
    struct platter_agent *agent;
    struct platter_found found;
    struct platter_state state; /* n_zones 0: never opened */
    struct platter_worker worker;
    struct platter_trouble trouble;
    struct platter_gate gate;

    bool gated;      /* sampled only right after somebody else used it */
    bool off;        /* option sample = off */
    bool gone;       /* for good: another disk, or none, is in its place */
    bool sampling;   /* a request is out */
    bool stalled;    /* and has not been answered for `deadline` */
    unsigned deaths; /* of workers, since the last sample */
    uint64_t phase_ns;
    uint64_t due_ns;
    uint64_t begin_ns;    /* of the last sample */
    uint64_t heard_ns;    /* last word of the worker in this sample */
    uint64_t poll_ns;     /* next look at the gate */
    uint64_t next_sample; /* its number */
};

/* Find the drives of option `drives`: agent->drives. Says what could not be used. */
int platter_drives_init(struct platter_agent *agent);
void platter_drives_deinit(struct platter_agent *agent);

/* What is wrong: in the log once, in every snapshot until platter_tracked_fine. */
void platter_tracked_trouble(struct platter_tracked *t, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Nothing is wrong any more; `text` says so in the log if something was. */
void platter_tracked_fine(struct platter_tracked *t, const char *text);

/* Everything known about a drive now, stamped time_s. */
void platter_tracked_snapshot(const struct platter_tracked *t, int64_t time_s,
                              struct platter_snapshot *out);

#endif

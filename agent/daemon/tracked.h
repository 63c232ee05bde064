/* SPDX-License-Identifier: MIT */
/* A drive as platterd keeps track of it: who it is, its worker, its schedule, what is wrong. */
#ifndef PLATTER_DAEMON_TRACKED_H
#define PLATTER_DAEMON_TRACKED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "agent/core/bad_places.h"
#include "agent/core/judging.h"
#include "agent/core/manners.h"
#include "agent/core/state.h"
#include "agent/daemon/agent.h"
#include "agent/daemon/watch.h"
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
    struct platter_drive_options o; /* what holds for this drive */
    struct platter_state state;     /* n_zones 0: never opened */
    struct platter_bad_places bad;
    struct platter_judging *judging; /* verdict.h; NULL: no sample yet */
    struct platter_worker worker;
    struct platter_trouble trouble;
    struct platter_watch watch;
    struct platter_manners manners;
    enum platter_may may; /* the last answer: why it is not sampled now */

    bool spindle;          /* may stand still: rotates on a real transport */
    bool power_stale;      /* others used it since its power state was asked */
    bool power_mute;       /* does not tell its power state: not asked again */
    bool smart_mute;       /* has no SMART we can read: not asked again */
    int64_t power_since_s; /* Unix time of the last change of its power state; 0 = not known */
    uint64_t power_ns;     /* when it was last asked; 0 = never */
    uint64_t smart_ns;     /* the same for SMART */
    struct platter_smart smart;
    uint64_t bytes_read, discarded;
    char bus[PLATTER_NAME_MAX]; /* controller or hub that it shares with others; "" = none */

    char label[PLATTER_NAME_MAX]; /* given over the socket; "" = that of the options holds */
    uint64_t paused_until_ns;     /* CLOCK_BOOTTIME; 0 = not paused by itself */

    bool gone;       /* another disk, or none, is in its place; until it comes back */
    bool unwatched;  /* the kernel does not count its use (queue/iostats = 0) */
    bool sampling;   /* a request is out */
    unsigned want;   /* what it asks for: enum platter_worker_want */
    bool stalled;    /* and has not been answered for `deadline` */
    unsigned deaths; /* of workers, since the last sample */
    uint64_t phase_ns;
    uint64_t due_ns;
    uint64_t begin_ns;    /* of the last request */
    uint64_t heard_ns;    /* last word of the worker in it */
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

/* Its power state was read, or cannot be: UNKNOWN. */
void platter_tracked_power(struct platter_tracked *t, enum platter_power power);

/* Everything known about a drive now, stamped time_s. */
void platter_tracked_snapshot(const struct platter_tracked *t, int64_t time_s,
                              struct platter_snapshot *out);

#endif

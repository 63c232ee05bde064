/* SPDX-License-Identifier: MIT */
/*
 * The agent: everything that platterd is, in one place, given to every part of it. A part has an
 * init, which returns 0, an exit status (> 0, said why), or PLATTER_PART_DONE: the job is done
 * (--help); and a deinit that is called in the reverse order for those whose init returned 0.
 */
#ifndef PLATTER_DAEMON_AGENT_H
#define PLATTER_DAEMON_AGENT_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "agent/core/options.h"
#include "agent/daemon/log.h"
#include "agent/drive/sysroot.h"

#define PLATTER_PART_DONE (-1)

struct event;
struct event_base;
struct platter_hotplug;
struct platter_events;
struct platter_history;
struct platter_server;
struct platter_store_link;
struct platter_tracked;

struct platter_agent {
    int argc;
    char **argv;

    bool stdio; /* --stdio: a collectd plugin is at the other end */
    struct platter_options options;
    const char *config_file; /* what was read, or would have been */
    struct platter_log log;
    struct platter_sysroot root;
    char worker_path[PATH_MAX]; /* platter-worker */
    int null_fd;                /* /dev/null, for the workers */

    struct event_base *base;
    struct platter_server *server;
    struct platter_events *events;   /* the last ones; NULL before there are any */
    struct platter_history *history; /* rows of the last 24 h */
    uint64_t paused_until_ns;        /* all drives, CLOCK_BOOTTIME; 0 = not */
    struct event *pause_timer;

    struct platter_store_link *store; /* NULL: nothing is saved */
    struct platter_hotplug *hotplug;  /* NULL: nothing is watched for */
    struct platter_tracked *drives;
    unsigned n_drives;
    int tick_fd; /* the schedule's timer */
    struct event *tick;
    uint64_t seed;
    uint64_t suspended_ns; /* how long the host has been suspended in all, at the last tick */

    int grid_fd; /* the publishing step's timer */
    struct event *grid;
    int64_t stamp_s; /* last one published; 0 = none */

    struct event *on_reload; /* SIGHUP */
    struct event *on_signal[3];
    struct event *stop_timer;
    int stop_round; /* 0 = not stopping */
};

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The feed: bytes from an agent in, updates out. Host-neutral; the shim (platter.c) is one host,
 * the tests are another. What the agent sends is outside input: lines that are none of ours are
 * left out, said once and counted.
 */
#ifndef PLATTER_PLUGIN_FEED_H
#define PLATTER_PLUGIN_FEED_H

#include "agent/wire/stream.h"
#include "plugin/select.h"
#include <platter/series.h>

/* What a monitoring host gives. Levels are those of syslog(3); texts have no newline. */
struct platter_host {
    /* One update of the table. What it returns is counted, and ends nothing. */
    int (*update)(const struct platter_update *u, void *user);
    void (*log)(int level, const char *text, void *user);
    /* May be NULL. One event, each once; its text is printable ASCII. */
    void (*notify)(const struct platter_event *e, void *user);
    /* May be NULL. Called between two rows of one drive, for hosts that write in several threads
     * which could overtake each other. */
    void (*settle)(void *user);
    void *user;
};

/* Log a printf-style text. */
void platter_host_log(const struct platter_host *host, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct platter_feed_counts {
    uint64_t snapshots; /* given on */
    uint64_t updates;
    uint64_t refused; /* updates that the host did not take */
    uint64_t bad;     /* lines not understood, too long or cut off */
    uint64_t stale;   /* snapshots not newer than the last, or from the future */
    uint64_t events;  /* given on */
};

struct platter_feed_drive;

struct platter_feed {
    const struct platter_host *host;
    const struct platter_select *select;
    enum platter_series_set series;
    struct platter_lines lines;
    struct platter_message message;
    struct platter_feed_drive *drives; /* what was last given on, by drive; outlives connections */
    size_t n_drives;
    uint64_t round; /* a round has one row of each drive */
    int64_t now_s;
    bool greeted; /* this connection has had its hello */
    char version[32];
    int64_t protocol;
    uint32_t step_s;
    struct platter_settings settings; /* of the agent, from its hello */
    /* How far we have got, for the next connection: outlives this one. */
    int64_t step_done_s; /* all rows up to here have come; 0 = none yet */
    int64_t event_epoch; /* 0 = none yet */
    uint64_t event_cursor;
    bool bad_said, full_said, error_said, protocol_said;
    struct platter_feed_counts counts;
};

/* host and select are borrowed and must outlive the feed. */
void platter_feed_init(struct platter_feed *f, const struct platter_host *host,
                       const struct platter_select *select, enum platter_series_set series);
void platter_feed_deinit(struct platter_feed *f);

/* Take bytes; now_s is Unix time. Returns 0 or -ENOMEM: then end the connection. */
int platter_feed_bytes(struct platter_feed *f, const void *bytes, size_t n, int64_t now_s);

/* The connection has ended: a half line counts as bad, the next bytes start a line. */
void platter_feed_end(struct platter_feed *f);

/* A new round begins: the rows of the last one get their time to be written. */
void platter_feed_next_round(struct platter_feed *f);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The agent's stream: one JSON object a line, both ways, on the socket and on --stdio. It is
 * written down in doc/protocol.md: hello, rows, events, requests, replay, and what may change.
 */
#ifndef PLATTER_WIRE_STREAM_H
#define PLATTER_WIRE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/wire/json.h"
#include "agent/wire/settings_json.h"
#include <platter/event.h>
#include <platter/snapshot.h>

#define PLATTER_SCHEMA_HELLO "platter.hello/1"
#define PLATTER_SCHEMA_STATUS "platter.status/1"
#define PLATTER_SCHEMA_STEP "platter.step/1"
#define PLATTER_SCHEMA_EVENTS "platter.events/1"
#define PLATTER_SCHEMA_DONE "platter.done/1"
#define PLATTER_SCHEMA_LOG "platter.log/1"
#define PLATTER_SCHEMA_ERROR "platter.error/1"

/* Rises only when a reader of the old one would be wrong, not when it merely knows less. */
#define PLATTER_PROTOCOL 1

#define PLATTER_SOCKET "/run/platter/platter.sock"
#define PLATTER_SOCKET_DIR "/run/platter"
#define PLATTER_CHILD_SOCKET "/run/platter-child/platter.sock"

/* A snapshot of 64 zones is some 25 KB; a longer line than this is no line of ours. */
#define PLATTER_LINE_MAX ((size_t)1024 * 1024)

/* Bytes in, lines out. */
struct platter_lines {
    char *buf;
    size_t len, size;
    bool skipping;     /* inside a line that was too long */
    uint64_t too_long; /* lines dropped for their length */
};

void platter_lines_init(struct platter_lines *l);
void platter_lines_deinit(struct platter_lines *l);

/* Called for each whole line, without its end (LF or CR LF), NUL-terminated, never empty; may
 * change it. Anything but 0 ends the feed and is returned; the rest of the bytes is kept. */
typedef int (*platter_line_fn)(char *line, size_t len, void *user);

/* Feed bytes. Lines over PLATTER_LINE_MAX are dropped and counted. Returns 0, -ENOMEM, or fn's. */
int platter_lines_feed(struct platter_lines *l, const void *bytes, size_t n, platter_line_fn fn,
                       void *user);

/* Whether a half line is waiting (to be reported at the end of the stream). */
bool platter_lines_pending(const struct platter_lines *l);

/* What a line from the agent is. */
enum platter_message_kind {
    PLATTER_MESSAGE_OTHER, /* of a schema we do not know: ignore it */
    PLATTER_MESSAGE_HELLO,
    PLATTER_MESSAGE_SNAPSHOT,
    PLATTER_MESSAGE_STEP,
    PLATTER_MESSAGE_EVENT,
    PLATTER_MESSAGE_LOG,
    PLATTER_MESSAGE_ERROR,
};

struct platter_message {
    enum platter_message_kind kind;
    char version[32];                 /* hello */
    int64_t protocol;                 /* hello */
    uint32_t step_s;                  /* hello */
    int64_t event_epoch;              /* hello: another one is another numbering of events */
    int64_t replay_from;              /* hello: the oldest row that can be had; 0 = none */
    struct platter_settings settings; /* hello */
    int64_t time_s;                   /* step: all rows up to here have been sent */
    struct platter_event event;
    int level;      /* log: of syslog(3) */
    char text[512]; /* log, error */
    struct platter_snapshot snapshot;
};

/* Take a line apart. Returns 0; -EPROTO: not JSON, or a known schema with wrong contents; why says
 * it. */
int platter_message_parse(const char *line, size_t len, struct platter_message *m, char *why,
                          size_t why_size);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * An event: something about a drive, or the agent itself, that changed at one moment and is told
 * once. On the wire it is one JSON object on one line (agent/wire/event_json.h, doc/protocol.md).
 *
 * Plain data: no pointers, no ownership, may be copied.
 */
#ifndef PLATTER_EVENT_H
#define PLATTER_EVENT_H

#include <stdint.h>

#include <platter/snapshot.h>

enum platter_severity {
    PLATTER_INFO,
    PLATTER_WARNING,
    PLATTER_FAILURE,
    PLATTER_OKAY, /* what an earlier event of this drive and code said is over */
    PLATTER_SEVERITIES
};

struct platter_event {
    uint64_t seq; /* 1, 2, 3 ... without a gap; 0 = has none yet */
    int64_t time_s;
    char drive[PLATTER_ID_MAX]; /* "" = the agent itself */
    char code[32];              /* a stable word: "stalled", "paused", "note" */
    enum platter_severity severity;
    char text[PLATTER_TEXT_MAX]; /* for people; printable ASCII, one line */
    double size;                 /* in the unit that the code implies, NaN = none */
    char zones[32];              /* "08-09", "" = whole drive */
};

/* Make an empty event of that severity: strings cut to fit, everything outside printable ASCII
 * replaced by '?'. drive NULL = the agent itself. */
void platter_event_init(struct platter_event *e, int64_t time_s, const char *drive,
                        const char *code, enum platter_severity severity, const char *text);

/* "info", "warning", "failure", "okay"; "info" outside the enum. Static strings. */
const char *platter_severity_name(int severity);
/* The other way round. A word that a newer agent may have invented is a warning. */
enum platter_severity platter_severity_of(const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The alarms of one drive, and the verdict they come to: raised once, cleared once, acknowledged
 * until they grow. Findings of the detector and SMART go in; words for people are made elsewhere
 * (agent/wire/words.h).
 *
 *   WATCH      something changed;
 *   DEGRADED   a zone or the drive is 8 % slower, slow blocks are four times the usual and 0.5 %,
 *              or one head is slow;
 *   FAILING    a vendor threshold was crossed, or the drive is DEGRADED and SMART agrees.
 * What a provisional baseline saw is WATCH at most. An acknowledged alarm does not count until it
 * has grown by half.
 */
#ifndef PLATTER_CORE_ALARMS_H
#define PLATTER_CORE_ALARMS_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/core/judge.h"
#include <platter/smart.h>
#include <platter/snapshot.h>

enum platter_alarm_kind {
    PLATTER_ALARM_ZONE_SLOWER,
    PLATTER_ALARM_DRIVE_SLOWER,
    PLATTER_ALARM_ONE_HEAD,
    PLATTER_ALARM_SLOW_BLOCKS,
    PLATTER_ALARM_SLOW_SEEKS,
    PLATTER_ALARM_PENDING,     /* 197 */
    PLATTER_ALARM_UNREADABLE,  /* 187, 198 */
    PLATTER_ALARM_REALLOCATED, /* 5 */
    PLATTER_ALARM_THRESHOLD,   /* SMART RETURN STATUS */
    PLATTER_ALARM_KINDS
};

struct platter_alarm {
    bool raised, acknowledged;
    bool provisional; /* seen by a baseline of a few days */
    uint64_t zones;   /* bit z; 0 = the whole drive */
    int64_t since_s;  /* when the change began */
    int64_t raised_s;
    double size;  /* level, access: ln; slow, tail: share; SMART: count */
    double usual; /* what it was before, in the same unit */
    double acknowledged_size;
};

struct platter_alarms {
    struct platter_alarm of[PLATTER_ALARM_KINDS];
    /* SMART as first seen: what grows is judged, not what was there. */
    uint64_t first_reallocated;
    bool smart_seen;
};

/* What a call changed, as bits of enum platter_alarm_kind. */
struct platter_alarm_changes {
    uint32_t raised; /* new, or grown past an acknowledgement */
    uint32_t cleared;
};

/* Take findings of a period that ended at now_s in. */
void platter_alarms_findings(struct platter_alarms *a, const struct platter_finding *f, unsigned n,
                             bool provisional, int64_t now_s, struct platter_alarm_changes *out);

/* Take a SMART reading in; one that was never read (time_s 0) changes nothing. */
void platter_alarms_smart(struct platter_alarms *a, const struct platter_smart *smart,
                          struct platter_alarm_changes *out);

/* The sizes of raised alarms follow what the judge sees now; may raise an acknowledged one again.
 */
void platter_alarms_follow(struct platter_alarms *a, const struct platter_judge *j,
                           struct platter_alarm_changes *out);

/* What was learned is void: alarms of the detector are cleared, those of SMART stay. */
void platter_alarms_forget(struct platter_alarms *a, struct platter_alarm_changes *out);

/* Acknowledge all that is raised. Returns how many were. */
unsigned platter_alarms_acknowledge(struct platter_alarms *a);

/* The verdict of the raised alarms that are not acknowledged: OK to FAILING; *of is the kind that
 * weighs most, PLATTER_ALARM_KINDS when there is none. */
enum platter_verdict platter_alarms_verdict(const struct platter_alarms *a,
                                            enum platter_alarm_kind *of);

/* How bad one alarm is by itself. */
enum platter_verdict platter_alarm_verdict(enum platter_alarm_kind kind,
                                           const struct platter_alarm *alarm);

/* Its stable word: "zone_slower", "pending_sectors" ... */
const char *platter_alarm_code(enum platter_alarm_kind kind);
/* Whether SMART says it, not the detector. */
bool platter_alarm_of_smart(enum platter_alarm_kind kind);

#endif

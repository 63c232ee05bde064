/* SPDX-License-Identifier: MIT */
/* Who watches a scan: progress on a terminal, Ctrl-C, checkpoints, the drive's temperature. */
#ifndef PLATTER_CLI_SCAN_WATCH_H
#define PLATTER_CLI_SCAN_WATCH_H

#include "agent/bench/scan.h"
#include "agent/bench/scan_journal.h"
#include "agent/cli/subject.h"

struct platter_scan_watch {
    const struct platter_subject *subject;
    struct platter_scan *scan;
    struct platter_scan_journal *journal; /* NULL = none */
    double max_c;
    uint64_t looks;              /* ticks so far: the wall's clock is looked at now and then */
    uint64_t begin_ns, shown_ns; /* on the wall's clock */
    uint64_t saved_ns, pause_ns; /* the last checkpoint, and how long to the next */
    uint64_t asked_ns;           /* when the temperature was */
    uint64_t done_at_begin;
    bool hot, said_journal;
};

/* journal is left as it is. */
void platter_scan_watch_init(struct platter_scan_watch *w, const struct platter_subject *subject,
                             struct platter_scan *scan, double max_c);
struct platter_scan_hooks platter_scan_watch_hooks(struct platter_scan_watch *w);

/* Now, too. What goes wrong is said once. */
void platter_scan_watch_checkpoint(struct platter_scan_watch *w, struct platter_scan *s);

/* Seconds that a scan takes from a share of it to the end, when the part from begin to share took
 * spent_s; on rotating drives the inner half takes longer. NaN: too early to say. */
double platter_scan_left_s(double begin, double share, double spent_s, bool rotating);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Months of a simulated drive on its virtual clock, through the code that samples and judges real
 * ones: plan, schedule, probe, state, judging, snapshot, RRD files.
 */
#ifndef PLATTER_BENCH_SIMULATE_H
#define PLATTER_BENCH_SIMULATE_H

#include <stdint.h>

#include "agent/bench/watch.h"
#include "agent/core/judging.h"
#include "agent/drive/discover.h"
#include "agent/store/series_rrd.h"

/* An alarm was raised, or is over. */
typedef void platter_simulated_alarm(void *user, const struct platter_judging *judging,
                                     enum platter_alarm_kind kind, bool over, int64_t time_s);

struct platter_simulation {
    struct platter_found found; /* a simulated drive */
    int64_t start_s, end_s;     /* Unix time; day 0 of the drive's life is start_s */
    uint64_t interval_ns;
    unsigned zones, accesses;
    uint64_t slow_ns;
    uint64_t seed;
    struct platter_series_rrd *rrds; /* borrowed; NULL: no files are written */
    struct platter_watch watch;
    platter_simulated_alarm *alarm; /* NULL: nobody is told */
    void *alarm_user;
};

/* What came of it, also when it ended early. */
struct platter_simulated {
    int64_t until_s; /* so far it got */
    uint64_t samples;
    uint64_t blocks; /* timed ones */
    uint64_t slow, errors;
    uint64_t rows;  /* written to RRD files */
    int64_t gone_s; /* when the drive went; 0 = it stayed */
    struct platter_snapshot last;
};

/* Returns 0, what progress returned, -ENOMEM or -errno. */
int platter_simulate(const struct platter_simulation *job, struct platter_simulated *out);

#endif

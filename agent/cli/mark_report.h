/* SPDX-License-Identifier: MIT */
/* What `platter mark` shows: CrystalDiskMark's table with median, best and worst, or JSON. */
#ifndef PLATTER_CLI_MARK_REPORT_H
#define PLATTER_CLI_MARK_REPORT_H

#include "agent/bench/extents.h"
#include "agent/bench/mark.h"
#include "agent/wire/json.h"

struct platter_mark_row {
    unsigned runs; /* counted */
    struct platter_mark_run run[PLATTER_MARK_RUNS_MAX];
};

struct platter_mark_report {
    const char *folder;
    char drive[PLATTER_ID_MAX], model[PLATTER_NAME_MAX]; /* below it; "" = not known */
    char fio[64];
    uint64_t file_bytes, run_ns;
    unsigned runs; /* that were to be counted */
    bool lies;     /* where is known */
    struct platter_extents where;
    bool complete;
    int64_t time_s;
    double duration_s;
    struct platter_mark_row rows[PLATTER_DIRECTIONS][PLATTER_MARK_TESTS];
};

/* Returns an exit status. */
int platter_mark_print(const struct platter_mark_report *r);
/* The caller's. */
struct platter_json *platter_mark_to_json(const struct platter_mark_report *r);

#endif

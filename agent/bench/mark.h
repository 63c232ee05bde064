/* SPDX-License-Identifier: MIT */
/*
 * CrystalDiskMark's four rows on a file, measured by fio: 1 MiB in sequence with 8 requests in
 * flight and with one, 4 KiB at random with 32 and with one. Each row is run once uncounted, then
 * `runs` times; CrystalDiskMark keeps the best alone.
 */
#ifndef PLATTER_BENCH_MARK_H
#define PLATTER_BENCH_MARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/bench/watch.h"
#include <platter/snapshot.h>

#define PLATTER_MARK_RUNS_MAX 20

struct platter_mark_test {
    const char *name;  /* "seq1m_q8t1" */
    const char *label; /* "SEQ1M Q8T1" */
    const char *block; /* fio's bs */
    unsigned depth;
    bool random;
};
#define PLATTER_MARK_TESTS 4
extern const struct platter_mark_test platter_mark_tests[PLATTER_MARK_TESTS];

enum platter_mark_result {
    PLATTER_MARK_NO_FIO = 1, /* not installed */
    PLATTER_MARK_FAILED = 2, /* fio said that it did not work; why says more */
};

/* fio's version ("fio-3.33"). Returns 0, PLATTER_MARK_NO_FIO, or -errno. */
int platter_mark_version(char *version, size_t size);

/* One run. */
struct platter_mark_run {
    double bps, ops_per_s;
};

struct platter_mark_plan {
    const char *path; /* an existing file of file_bytes */
    uint64_t file_bytes;
    uint64_t run_ns; /* how long a run takes */
};

/* Run one test once. The watcher is asked some 20 times a second; what it returns ends fio and is
 * returned. Returns 0, a result with a reason in why, or -errno. */
int platter_mark_run(const struct platter_mark_plan *plan, const struct platter_mark_test *test,
                     enum platter_direction op, const struct platter_watch *watch,
                     struct platter_mark_run *out, char *why, size_t why_size);

/* Take a run's figures out of what fio printed. Returns 0 or PLATTER_MARK_FAILED. */
int platter_mark_parse(const char *text, size_t len, enum platter_direction op,
                       struct platter_mark_run *out, char *why, size_t why_size);

#endif

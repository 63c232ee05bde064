/* SPDX-License-Identifier: MIT */
/* What a surface scan found: for people, as JSON, and as lists for other programs. */
#ifndef PLATTER_CLI_SCAN_REPORT_H
#define PLATTER_CLI_SCAN_REPORT_H

#include "agent/bench/scan_tally.h"
#include "agent/cli/subject.h"
#include "agent/wire/json.h"

#define PLATTER_SCHEMA_SCAN "platter.scan/1"

struct platter_scan_report {
    const struct platter_found *found;
    const struct platter_geometry *geometry;
    const struct platter_scan *scan; /* settled */
    int64_t time_s;
    unsigned depth;
    bool complete;
    const struct platter_smart *before, *after; /* NULL: not read */
};

/* "scanned" cells of the table: tenths of the range. */
#define PLATTER_SCAN_PARTS 10u

/* The parts of the range, *n of them, as the report shows them; cells [from, to). */
void platter_scan_part(const struct platter_scan *s, unsigned part, uint32_t *from, uint32_t *to);
/* Bytes per second of cells summed up; NaN: nothing was read. */
double platter_scan_part_bps(const struct platter_scan *s, const struct platter_scan_cell *sum);

/* 0 fine, 1 watch: blocks of 50 ms and more, 2 act: places that cannot be read. */
int platter_scan_exit(const struct platter_scan *s);

/* Text. Returns an exit status: FINE, or that memory is out. */
int platter_scan_print(const struct platter_scan_report *r);

/* The document, with all keys; the caller owns it. */
struct platter_json *platter_scan_to_json(const struct platter_scan_report *r);

#endif

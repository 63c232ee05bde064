/* SPDX-License-Identifier: MIT */
/* A sample as `platter probe` shows it: a table and a few sentences, or JSON. */
#ifndef PLATTER_CLI_PROBE_REPORT_H
#define PLATTER_CLI_PROBE_REPORT_H

#include "agent/core/sample.h"
#include "agent/core/zone.h"
#include "agent/drive/discover.h"

#define PLATTER_SCHEMA_PROBE "platter.probe/1"

struct platter_probe_report {
    const struct platter_found *found;
    const struct platter_plan *plan;
    const struct platter_sample *sample;
    uint32_t logical_bytes;
    uint64_t slow_ns, rev_ns;
    bool rotating;
    bool complete; /* false: it was ended before all was read */
};

/* Both return an exit status: 0, or that the output could not be made. */
int platter_probe_print(const struct platter_probe_report *r);
int platter_probe_print_json(const struct platter_probe_report *r, bool pretty);

#endif

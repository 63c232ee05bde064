/* SPDX-License-Identifier: MIT */
/* One refresh of `platter top`. */
#ifndef PLATTER_CLI_TOP_REPORT_H
#define PLATTER_CLI_TOP_REPORT_H

#include "agent/cli/rates.h"

#define PLATTER_SCHEMA_TOP "platter.top/1"

struct platter_top_row {
    const char *name, *model;
    uint64_t in_flight;
    struct platter_rates rates;
};

/* Both return an exit status. */
int platter_top_print(const struct platter_top_row *rows, unsigned n);
int platter_top_print_json(const struct platter_top_row *rows, unsigned n, int64_t time_s,
                           double seconds);

#endif

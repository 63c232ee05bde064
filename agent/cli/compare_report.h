/* SPDX-License-Identifier: MIT */
/* Drives and runs side by side: a table, or JSON. */
#ifndef PLATTER_CLI_COMPARE_REPORT_H
#define PLATTER_CLI_COMPARE_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/bench/figures.h"
#include <platter/snapshot.h>

#define PLATTER_SCHEMA_COMPARE "platter.compare/1"
/* A column of the table each, beside those of the figure and the ratio. */
#define PLATTER_COMPARE_MAX 8

struct platter_compare_item {
    char name[256]; /* as it was named, or the drive's id */
    char drive[PLATTER_ID_MAX], model[PLATTER_NAME_MAX];
    char run[256]; /* the saved run's file; "" = measured now */
    int64_t time_s;
    struct platter_figure_list figures;
};

struct platter_compare_report {
    unsigned n;
    const struct platter_compare_item *items;
    bool complete;
    int64_t time_s;
};

/* Returns an exit status: 0, PLATTER_EXIT_DATA: there is no figure that two of them have. */
int platter_compare_print(const struct platter_compare_report *r);
int platter_compare_print_json(const struct platter_compare_report *r);

#endif

/* SPDX-License-Identifier: MIT */
/* Tables for people: columns as wide as their contents, notes below a row. */
#ifndef PLATTER_CLI_TABLE_H
#define PLATTER_CLI_TABLE_H

#include <stdbool.h>

#define PLATTER_COLUMNS_MAX 10
#define PLATTER_CELL_MAX 136
#define PLATTER_NOTE_MAX 512

enum platter_tint {
    PLATTER_PLAIN,
    PLATTER_DIM,
    PLATTER_GOOD,
    PLATTER_WARN,
    PLATTER_BAD,
    PLATTER_BAR,
    PLATTER_BOLD
};

/* The escape that begins a tint; "\033[0m" ends it. */
const char *platter_tint_on(enum platter_tint tint);

struct platter_column {
    const char *head;
    bool right;    /* flush right */
    bool optional; /* left out when it is empty or the table too wide; the last such first */
};

struct platter_row {
    struct {
        char text[PLATTER_CELL_MAX];
        enum platter_tint tint;
    } cell[PLATTER_COLUMNS_MAX];
    char note[PLATTER_NOTE_MAX]; /* lines below the row, "" = none */
};

struct platter_table {
    const struct platter_column *columns;
    unsigned n_columns;
    struct platter_row *rows;
    unsigned n_rows;
    bool tight;               /* rather narrow gaps than a column left out */
    bool failed;              /* no memory for a row */
    struct platter_row spare; /* takes what there is no row for */
};

/* A new empty row. Without memory the table is marked as failed and a spare one is given. */
struct platter_row *platter_table_row(struct platter_table *t);
/* Width of all columns as they are now, gaps included, without the optional ones. */
unsigned platter_table_width(const struct platter_table *t);
/* Print it. Returns 0 or -ENOMEM. */
int platter_table_print(const struct platter_table *t);
void platter_table_deinit(struct platter_table *t);

#endif

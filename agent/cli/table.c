/* SPDX-License-Identifier: MIT */
#include "agent/cli/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/out.h"

#define GAP 2u
#define NOTE_INDENT 4u

static const char *const tints[] = {
    [PLATTER_PLAIN] = "",        [PLATTER_DIM] = "\033[2m",  [PLATTER_GOOD] = "\033[32m",
    [PLATTER_WARN] = "\033[33m", [PLATTER_BAD] = "\033[31m", [PLATTER_BAR] = "\033[36m",
    [PLATTER_BOLD] = "\033[1m",
};

const char *platter_tint_on(enum platter_tint tint)
{
    return tints[tint];
}

struct platter_row *platter_table_row(struct platter_table *t)
{
    struct platter_row *rows = realloc(t->rows, (t->n_rows + 1) * sizeof(*rows));

    if (!rows) {
        t->failed = true;
        memset(&t->spare, 0, sizeof(t->spare));
        return &t->spare;
    }
    t->rows = rows;
    memset(&rows[t->n_rows], 0, sizeof(*rows));
    return &rows[t->n_rows++];
}

void platter_table_deinit(struct platter_table *t)
{
    free(t->rows);
    *t = (struct platter_table){0};
}

static unsigned columns_of(const char *text)
{
    unsigned n = 0;

    for (; *text; text++)
        if (((unsigned char)*text & 0xc0) != 0x80)
            n++;
    return n;
}

static void measure(const struct platter_table *t, unsigned width[PLATTER_COLUMNS_MAX])
{
    for (unsigned c = 0; c < t->n_columns; c++) {
        width[c] = columns_of(t->columns[c].head);
        for (unsigned r = 0; r < t->n_rows; r++) {
            unsigned w = columns_of(t->rows[r].cell[c].text);
            if (w > width[c])
                width[c] = w;
        }
    }
}

static unsigned total(const struct platter_table *t, const unsigned *width, const bool *shown,
                      unsigned gap)
{
    unsigned sum = 0;

    for (unsigned c = 0; c < t->n_columns; c++)
        if (shown[c])
            sum += width[c] + (sum ? gap : 0);
    return sum;
}

unsigned platter_table_width(const struct platter_table *t)
{
    unsigned width[PLATTER_COLUMNS_MAX] = {0};
    bool shown[PLATTER_COLUMNS_MAX] = {false};

    measure(t, width);
    for (unsigned c = 0; c < t->n_columns; c++)
        shown[c] = !t->columns[c].optional;
    return total(t, width, shown, GAP);
}

static bool is_empty(const struct platter_table *t, unsigned column)
{
    for (unsigned r = 0; r < t->n_rows; r++)
        if (t->rows[r].cell[column].text[0])
            return false;
    return t->n_rows > 0;
}

/* Which columns there is room for; returns how wide the gaps are. */
static unsigned choose_columns(const struct platter_table *t, const unsigned *width, bool *shown)
{
    unsigned gap = GAP;

    for (unsigned c = 0; c < t->n_columns; c++)
        shown[c] = !t->columns[c].optional || !is_empty(t, c);
    if (t->tight && total(t, width, shown, GAP) > platter_out_width())
        gap = 1;
    for (unsigned c = t->n_columns; c-- > 0 && total(t, width, shown, gap) > platter_out_width();)
        if (t->columns[c].optional)
            shown[c] = false;
    return gap;
}

static void print_cell(const struct platter_column *column, const char *text, unsigned width,
                       enum platter_tint tint, bool last, bool colour)
{
    unsigned pad = width - columns_of(text);
    bool tinted = colour && tint != PLATTER_PLAIN && *text;

    if (column->right)
        printf("%*s", (int)pad, "");
    printf("%s%s%s", tinted ? tints[tint] : "", text, tinted ? "\033[0m" : "");
    if (!column->right && !last)
        printf("%*s", (int)pad, "");
}

/* row NULL: the heads. */
static void print_row(const struct platter_table *t, const struct platter_row *row,
                      const unsigned *width, const bool *shown, unsigned gap, bool colour)
{
    unsigned last = 0;
    bool first = true;

    for (unsigned c = 0; c < t->n_columns; c++)
        if (shown[c] && (row ? row->cell[c].text : t->columns[c].head)[0])
            last = c;
    for (unsigned c = 0; c <= last; c++) {
        if (!shown[c])
            continue;
        printf("%*s", first ? 0 : (int)gap, "");
        first = false;
        print_cell(&t->columns[c], row ? row->cell[c].text : t->columns[c].head, width[c],
                   row ? row->cell[c].tint : PLATTER_BOLD, c == last, colour);
    }
    putchar('\n');
}

int platter_table_print(const struct platter_table *t)
{
    unsigned width[PLATTER_COLUMNS_MAX] = {0};
    bool shown[PLATTER_COLUMNS_MAX] = {false};
    bool colour = platter_out_colour();

    if (t->failed)
        return -ENOMEM;
    measure(t, width);
    unsigned gap = choose_columns(t, width, shown);
    print_row(t, NULL, width, shown, gap, colour);
    for (unsigned r = 0; r < t->n_rows; r++) {
        print_row(t, &t->rows[r], width, shown, gap, colour);
        platter_out_paragraph(NOTE_INDENT, t->rows[r].note);
    }
    return 0;
}

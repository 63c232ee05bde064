/* SPDX-License-Identifier: MIT */
#include "agent/cli/scan_map.h"

#include <stdio.h>

#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include <platter/units.h>

#define LABEL_COLUMNS 10u
#define COLUMNS_MAX 64u

/* Taller is slower, so that the map can be read without colours. */
static const struct {
    const char *utf8, *ascii;
    enum platter_tint tint;
    const char *words;
} marks[] = {
    [PLATTER_LT5] = {"▁", "-", PLATTER_GOOD, "<5 ms"},
    [PLATTER_LT10] = {"▂", "1", PLATTER_GOOD, "<10"},
    [PLATTER_LT20] = {"▃", "2", PLATTER_PLAIN, "<20"},
    [PLATTER_LT50] = {"▄", "3", PLATTER_PLAIN, "<50"},
    [PLATTER_LT150] = {"▅", "4", PLATTER_WARN, "<150"},
    [PLATTER_LT500] = {"▆", "5", PLATTER_WARN, "<500"},
    [PLATTER_GE500] = {"█", "6", PLATTER_BAD, "slower"},
    [PLATTER_ERROR] = {"X", "X", PLATTER_BAD, "cannot be read"},
    [PLATTER_SCAN_UNREAD] = {"·", ".", PLATTER_DIM, "not read"},
};

unsigned platter_scan_cell_class(const struct platter_scan_cell *cell)
{
    if (cell->errors)
        return PLATTER_ERROR;
    return cell->blocks ? platter_class_of(cell->worst_us * PLATTER_NS_PER_US)
                        : PLATTER_SCAN_UNREAD;
}

static void put_mark(unsigned class, bool utf8, bool colour)
{
    if (colour)
        fputs(platter_tint_on(marks[class].tint), stdout);
    fputs(utf8 ? marks[class].utf8 : marks[class].ascii, stdout);
    if (colour)
        fputs("\033[0m", stdout);
}

/* Only what is on the map. */
static void print_legend(const bool *there, bool utf8, bool colour, unsigned columns)
{
    unsigned used = 0;

    for (unsigned i = 0; i <= PLATTER_SCAN_UNREAD; i++) {
        unsigned width = 4;
        for (const char *p = marks[i].words; *p; p++)
            width++;
        if (!there[i])
            continue;
        if (used && used + width > columns) {
            putchar('\n');
            used = 0;
        }
        if (!used)
            printf("%*s", (int)LABEL_COLUMNS, "");
        used = (used ? used : LABEL_COLUMNS) + width;
        put_mark(i, utf8, colour);
        printf(" %s  ", marks[i].words);
    }
    putchar('\n');
}

bool platter_scan_map_print(const struct platter_scan *s, unsigned columns, bool utf8, bool colour)
{
    bool there[PLATTER_SCAN_UNREAD + 1] = {false};

    if (columns < LABEL_COLUMNS + PLATTER_SCAN_MAP_MIN)
        return false;
    unsigned width = columns - LABEL_COLUMNS < COLUMNS_MAX ? columns - LABEL_COLUMNS : COLUMNS_MAX;
    uint32_t places = width * PLATTER_SCAN_MAP_ROWS;
    if (places > s->n_cells)
        places = s->n_cells;
    for (uint32_t i = 0; i < places; i++) {
        uint32_t from = (uint32_t)((uint64_t)i * s->n_cells / places);
        uint32_t to = (uint32_t)((uint64_t)(i + 1) * s->n_cells / places);
        struct platter_scan_cell cell = platter_scan_cells(s, from, to);
        unsigned class = platter_scan_cell_class(&cell);

        if (i % width == 0) {
            char bytes[32];
            platter_out_bytes(bytes, sizeof(bytes),
                              s->plan.first_byte + from * s->cell_blocks * s->plan.block_bytes);
            printf("%s%*s  ", i ? "\n" : "", (int)LABEL_COLUMNS - 2, bytes);
        }
        put_mark(class, utf8, colour);
        there[class] = true;
    }
    putchar('\n');
    print_legend(there, utf8, colour, columns);
    return true;
}

/* SPDX-License-Identifier: MIT */
/* The map of a scan: a character for the slowest block of a piece of the range. */
#ifndef PLATTER_CLI_SCAN_MAP_H
#define PLATTER_CLI_SCAN_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "agent/bench/scan_tally.h"

#define PLATTER_SCAN_MAP_ROWS 16u
/* Narrower is no map. */
#define PLATTER_SCAN_MAP_MIN 16u

/* Classes of a cell: those of a block, and one more. */
#define PLATTER_SCAN_UNREAD PLATTER_CLASSES

/* The class of the slowest block of a cell; PLATTER_ERROR when one could not be read. */
unsigned platter_scan_cell_class(const struct platter_scan_cell *cell);

/* On stdout, at most `columns` wide, with its legend. false: too narrow, nothing was printed. */
bool platter_scan_map_print(const struct platter_scan *s, unsigned columns, bool utf8, bool colour);

#endif

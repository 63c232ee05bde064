/* SPDX-License-Identifier: MIT */
#ifndef PLATTER_WIRE_TYPES_DB_H
#define PLATTER_WIRE_TYPES_DB_H

#include <stddef.h>

/* Write the series table, without collectd's own types, as a types.db ("name<TAB>ds:TYPE:min:max,
 * ...", one type a line). Returns the length it needs without the NUL, as snprintf; cut at size. */
size_t platter_types_db(char *buf, size_t size);

#endif

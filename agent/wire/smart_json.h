/* SPDX-License-Identifier: MIT */
/* SMART <-> JSON: the member "smart" of a snapshot. */
#ifndef PLATTER_WIRE_SMART_JSON_H
#define PLATTER_WIRE_SMART_JSON_H

#include "agent/wire/json.h"
#include <platter/smart.h>

/* "good", "bad", "unknown". Static strings. */
const char *platter_smart_status_name(enum platter_smart_status status);

/* NULL: never read (or no memory), which is null in JSON. The caller owns it. */
struct platter_json *platter_smart_to_json(const struct platter_smart *s);

/* j may be NULL or no object: never read. Attributes are named by us, the names there are not read.
 * 0 or -EPROTO: figures out of range, or more attributes than there can be. */
int platter_smart_from_json(const struct platter_json *j, struct platter_smart *out);

#endif

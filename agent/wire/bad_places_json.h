/* SPDX-License-Identifier: MIT */
/* The bad places of a snapshot: how many are left out, and the first of them. */
#ifndef PLATTER_WIRE_BAD_PLACES_JSON_H
#define PLATTER_WIRE_BAD_PLACES_JSON_H

#include "agent/wire/json.h"
#include <platter/snapshot.h>

/* {"count": 2, "first": [...]}; the caller owns it. */
struct platter_json *platter_bad_places_to_json(const struct platter_snapshot *s);

/* j NULL: an older agent, which has none. More than are shown: the first. 0 or -EPROTO. */
int platter_bad_places_from_json(const struct platter_json *j, struct platter_snapshot *s);

#endif

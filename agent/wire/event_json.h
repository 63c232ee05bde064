/* SPDX-License-Identifier: MIT */
/* Event <-> JSON (schema platter.event/1, doc/schema/event.json). */
#ifndef PLATTER_WIRE_EVENT_JSON_H
#define PLATTER_WIRE_EVENT_JSON_H

#include "agent/wire/json.h"
#include <platter/event.h>

#define PLATTER_SCHEMA_EVENT "platter.event/1"

/* NULL: no memory. The caller owns it. */
struct platter_json *platter_event_to_json(const struct platter_event *e);

/* Check and take over. Unknown keys are ignored. Returns 0; -EPROTO: not an event, no sequence
 * number, no code, or a drive id that is none. */
int platter_event_from_json(const struct platter_json *j, struct platter_event *out);

#endif

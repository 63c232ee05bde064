/* SPDX-License-Identifier: MIT */
/* Snapshot <-> JSON (schema platter.snapshot/1, doc/schema/snapshot.json). */
#ifndef PLATTER_WIRE_SNAPSHOT_JSON_H
#define PLATTER_WIRE_SNAPSHOT_JSON_H

#include "agent/wire/json.h"
#include <platter/snapshot.h>

#define PLATTER_SCHEMA_SNAPSHOT "platter.snapshot/1"

/* NULL: no memory. The caller owns it. */
struct platter_json *platter_snapshot_to_json(const struct platter_snapshot *out);

/*
 * Check and take over. Unknown keys are ignored (a newer agent may add some), missing figures are
 * NaN or 0. Returns 0; -EPROTO: not a snapshot, another schema version, no drive id, an id with
 * characters outside [A-Za-z0-9._-], or figures out of range.
 */
int platter_snapshot_from_json(const struct platter_json *j, struct platter_snapshot *out);

/* Whether a text is a drive's id: not empty, not too long, [A-Za-z0-9._-], no dot first. */
bool platter_drive_id_ok(const char *id);

/* One zone as `zones[]` of snapshot and probe have it. */
struct platter_json *platter_zone_to_json(unsigned zone, const struct platter_zone *z);

#endif

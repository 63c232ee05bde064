/* SPDX-License-Identifier: MIT */
#include "agent/wire/event_json.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "agent/wire/snapshot_json.h"

struct platter_json *platter_event_to_json(const struct platter_event *e)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "schema", PLATTER_SCHEMA_EVENT);
    platter_json_set_uint(j, "seq", e->seq);
    platter_json_set_int(j, "time", e->time_s);
    platter_json_set_text(j, "drive", e->drive);
    platter_json_set_text(j, "code", e->code);
    platter_json_set_text(j, "severity", platter_severity_name((int)e->severity));
    platter_json_set_text(j, "text", e->text);
    platter_json_set_text(j, "zones", e->zones);
    platter_json_set_real(j, "size", e->size);
    return j;
}

int platter_event_from_json(const struct platter_json *j, struct platter_event *out)
{
    const char *drive = platter_json_text(j, "drive", "");
    const char *code = platter_json_text(j, "code", "");
    const char *zones = platter_json_text(j, "zones", "");
    int64_t seq = platter_json_int(j, "seq", 0), time_s = platter_json_int(j, "time", 0);
    struct platter_event e;

    if (strcmp(platter_json_text(j, "schema", ""), PLATTER_SCHEMA_EVENT) != 0 || seq < 1 ||
        time_s < 0 || !*code || strlen(zones) >= sizeof(e.zones) ||
        (*drive && !platter_drive_id_ok(drive)))
        return -EPROTO;
    platter_event_init(&e, time_s, drive, code,
                       platter_severity_of(platter_json_text(j, "severity", "")),
                       platter_json_text(j, "text", ""));
    e.seq = (uint64_t)seq;
    e.size = platter_json_real(j, "size", NAN);
    memcpy(e.zones, zones, strlen(zones) + 1);
    *out = e;
    return 0;
}

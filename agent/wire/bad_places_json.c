/* SPDX-License-Identifier: MIT */
#include "agent/wire/bad_places_json.h"

#include <errno.h>

#include "agent/wire/fields.h"

static struct platter_json *place_to_json(const struct platter_bad_place *p)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_uint(j, "offset_bytes", p->offset_bytes);
    platter_json_set_uint(j, "len_bytes", p->len_bytes);
    platter_json_set_bool(j, "error", p->error);
    platter_time_out(j, "since", p->since_s);
    platter_time_out(j, "until", p->until_s);
    return j;
}

struct platter_json *platter_bad_places_to_json(const struct platter_snapshot *s)
{
    struct platter_json *j = platter_json_object_new(), *first = platter_json_array_new();

    for (unsigned i = 0; i < s->n_bad_shown && i < PLATTER_BAD_SHOWN; i++)
        platter_json_append(first, place_to_json(&s->bad_shown[i]));
    platter_json_set_uint(j, "count", s->n_bad_places);
    platter_json_set(j, "first", first);
    return j;
}

static int place_in(const struct platter_json *j, struct platter_bad_place *p)
{
    int64_t offset = platter_json_int(j, "offset_bytes", -1);
    int64_t len = platter_json_int(j, "len_bytes", -1);

    if (offset < 0 || len <= 0 || len > UINT32_MAX)
        return -EPROTO;
    p->offset_bytes = (uint64_t)offset;
    p->len_bytes = (uint32_t)len;
    p->error = platter_json_bool(j, "error", false);
    return platter_time_in(j, "since", &p->since_s) || platter_time_in(j, "until", &p->until_s)
               ? -EPROTO
               : 0;
}

int platter_bad_places_from_json(const struct platter_json *j, struct platter_snapshot *s)
{
    const struct platter_json *first = platter_json_get(j, "first");
    int64_t count = platter_json_int(j, "count", 0);
    size_t n = platter_json_count(first);

    if (count < 0 || count > UINT32_MAX || (size_t)count < n)
        return -EPROTO;
    s->n_bad_places = (unsigned)count;
    s->n_bad_shown = n < PLATTER_BAD_SHOWN ? (unsigned)n : PLATTER_BAD_SHOWN;
    for (unsigned i = 0; i < s->n_bad_shown; i++)
        if (place_in(platter_json_at(first, i), &s->bad_shown[i]))
            return -EPROTO;
    return 0;
}

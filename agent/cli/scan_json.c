/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "agent/cli/saving.h"
#include "agent/cli/scan_report.h"
#include "agent/wire/smart_json.h"
#include <platter/units.h>

static uint64_t lba_of(const struct platter_scan_report *r, uint64_t byte)
{
    return byte / r->geometry->logical_bytes;
}

static struct platter_json *classes_to_json(const struct platter_scan *s)
{
    struct platter_json *j = platter_json_object_new();

    for (unsigned c = 0; c < PLATTER_CLASSES; c++)
        platter_json_set_uint(j, platter_class_name((enum platter_class)c), s->counts.by_class[c]);
    return j;
}

static struct platter_json *turns_to_json(const struct platter_scan *s)
{
    static const char *const keys[PLATTER_SCAN_TURNS] = {"one", "two", "three", "four", "more"};
    struct platter_json *j;

    if (!s->plan.rev_ns || s->plan.method == PLATTER_SCAN_BUTTERFLY)
        return NULL;
    j = platter_json_object_new();
    for (unsigned i = 0; i < PLATTER_SCAN_TURNS; i++)
        platter_json_set_uint(j, keys[i], s->turns[i]);
    return j;
}

static struct platter_json *slow_to_json(const struct platter_scan_report *r)
{
    struct platter_json *list = platter_json_array_new();

    for (uint32_t i = 0; i < r->scan->n_slow; i++) {
        const struct platter_scan_slow *e = &r->scan->slow[i];
        struct platter_json *j = platter_json_object_new();
        platter_json_set_uint(j, "lba", lba_of(r, e->first_byte));
        platter_json_set_real(j, "time_s", e->time_us / 1e6);
        platter_json_set_uint(j, "reads", e->reads);
        platter_json_set_uint(j, "slow_again", e->slow_again);
        platter_json_append(list, j);
    }
    return list;
}

static struct platter_json *bad_to_json(const struct platter_scan_report *r)
{
    struct platter_json *list = platter_json_array_new();

    for (uint32_t i = 0; i < r->scan->n_bad; i++) {
        const struct platter_scan_bad *b = &r->scan->bad[i];
        struct platter_json *j = platter_json_object_new();
        platter_json_set_uint(j, "lba", lba_of(r, b->first_byte));
        platter_json_set_uint(j, "blocks", b->len_bytes / r->geometry->logical_bytes);
        platter_json_set_bool(j, "exact", b->exact);
        platter_json_append(list, j);
    }
    return list;
}

static struct platter_json *parts_to_json(const struct platter_scan_report *r)
{
    const struct platter_scan *s = r->scan;
    struct platter_json *list = platter_json_array_new();

    for (unsigned i = 0; i < PLATTER_SCAN_PARTS; i++) {
        uint32_t from, to;
        platter_scan_part(s, i, &from, &to);
        if (from == to)
            continue;
        struct platter_scan_cell sum = platter_scan_cells(s, from, to);
        struct platter_json *j = platter_json_object_new();
        platter_json_set_uint(
            j, "first_lba",
            lba_of(r, s->plan.first_byte + from * s->cell_blocks * s->plan.block_bytes));
        platter_json_set_uint(j, "blocks", sum.blocks);
        platter_json_set_real(j, "bps", platter_scan_part_bps(s, &sum));
        platter_json_set_real(j, "worst_s", sum.blocks ? sum.worst_us / 1e6 : NAN);
        platter_json_set_uint(j, "slow", sum.slow);
        platter_json_set_uint(j, "errors", sum.errors);
        platter_json_append(list, j);
    }
    return list;
}

struct platter_json *platter_scan_to_json(const struct platter_scan_report *r)
{
    const struct platter_scan *s = r->scan;
    const struct platter_counts *c = &s->counts;
    struct platter_json *j =
        platter_saving_document("scan", r->found->id, r->found->device, r->found->model, r->time_s);

    platter_json_set_text(j, "method", platter_scan_method_name(s->plan.method));
    platter_json_set_uint(j, "depth", r->depth);
    platter_json_set_bool(j, "complete", r->complete);
    platter_json_set_uint(j, "first_lba", lba_of(r, s->plan.first_byte));
    platter_json_set_uint(j, "end_lba", lba_of(r, s->plan.end_byte));
    platter_json_set_uint(j, "block_bytes", s->plan.block_bytes);
    platter_json_set_real(j, "slow_limit_s", (double)s->plan.slow_ns / 1e9);
    platter_json_set_uint(j, "blocks", platter_counts_blocks(c));
    platter_json_set_uint(j, "slow", c->slow);
    platter_json_set_uint(j, "errors", c->by_class[PLATTER_ERROR]);
    platter_json_set_real(j, "bps",
                          s->block_ns ? (double)s->bytes / ((double)s->block_ns / 1e9) : NAN);
    platter_json_set_real(j, "worst_s", s->bytes ? (double)s->worst_ns / 1e9 : NAN);
    platter_json_set_real(j, "duration_s", (double)s->duration_ns / 1e9);
    platter_json_set_real(j, "paused_s", (double)s->paused_ns / 1e9);
    platter_json_set(j, "classes", classes_to_json(s));
    platter_json_set(j, "turns_lost", turns_to_json(s));
    platter_json_set(j, "parts", parts_to_json(r));
    platter_json_set(j, "slow_blocks", slow_to_json(r));
    platter_json_set_uint(j, "slow_unlisted", s->unlisted);
    platter_json_set(j, "bad", bad_to_json(r));
    platter_json_set(j, "smart_before", r->before ? platter_smart_to_json(r->before) : NULL);
    platter_json_set(j, "smart_after", r->after ? platter_smart_to_json(r->after) : NULL);
    return j;
}

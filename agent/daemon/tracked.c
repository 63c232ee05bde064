/* SPDX-License-Identifier: MIT */
#include "agent/daemon/tracked.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/events.h"
#include "agent/daemon/pause.h"
#include "agent/daemon/turn.h"
#include "agent/daemon/verdict.h"

__attribute__((format(printf, 3, 0))) static void
set_trouble(struct platter_trouble *trouble, const char *code, const char *format, va_list ap)
{
    if (strcmp(trouble->code, code) != 0)
        trouble->since_s = platter_wall_s();
    snprintf(trouble->code, sizeof(trouble->code), "%s", code);
    vsnprintf(trouble->text, sizeof(trouble->text), format, ap);
}

void platter_tracked_trouble(struct platter_tracked *t, const char *code, const char *format, ...)
{
    va_list ap;
    bool news = strcmp(t->trouble.code, code) != 0;
    if (news)
        platter_log_forget(&t->agent->log, t->found.name, t->trouble.code);
    va_start(ap, format);
    set_trouble(&t->trouble, code, format, ap);
    va_end(ap);
    if (news)
        platter_events_trouble(t->agent, t->found.id, code, t->trouble.text);
    platter_log_once(&t->agent->log, LOG_WARNING, t->found.name, code, "%s: %s", code,
                     t->trouble.text);
}

void platter_tracked_fine(struct platter_tracked *t, const char *text)
{
    if (!t->trouble.code[0])
        return;
    platter_log_over(&t->agent->log, t->found.name, t->trouble.code, "%s (it was: %s)", text,
                     t->trouble.code);
    platter_events_add(t->agent, t->found.id, t->trouble.code, PLATTER_OKAY, "%s", text);
    memset(&t->trouble, 0, sizeof(t->trouble));
}

static void fill_identity(const struct platter_tracked *t, struct platter_snapshot *out)
{
    const struct platter_found *found = &t->found;
    memcpy(out->drive, found->id, sizeof(out->drive));
    memcpy(out->label, t->label[0] ? t->label : t->o.label, sizeof(out->label));
    memcpy(out->model, found->model, sizeof(out->model));
    memcpy(out->serial, found->serial, sizeof(out->serial));
    memcpy(out->device, found->device, sizeof(out->device));
    out->capacity_bytes = found->geometry.capacity_bytes;
}

void platter_tracked_power(struct platter_tracked *t, enum platter_power power)
{
    if (power != t->manners.power)
        t->power_since_s = platter_wall_s();
    platter_manners_power(&t->manners, platter_boot_ns(), power);
}

static void fill_unmapped(const struct platter_tracked *t, struct platter_snapshot *out)
{
    uint64_t unmapped = platter_state_unmapped(&t->state);
    char zones[sizeof(out->reasons[0].zones)];
    if (!unmapped)
        return;
    platter_zones_text(zones, sizeof(zones), unmapped);
    platter_snapshot_reason(out, "unmapped", zones, 0, NAN,
                            "answered without the surface being read: nothing is stored there "
                            "(trimmed or thin), so it cannot be measured");
}

/* The verdict's reasons, the most pressing first. */
static void fill_reasons(const struct platter_tracked *t, uint64_t now_ns,
                         struct platter_snapshot *out)
{
    const char *waiting, *text;
    if (t->trouble.code[0])
        platter_snapshot_reason(out, t->trouble.code, NULL, t->trouble.since_s, NAN,
                                t->trouble.text);
    platter_pause_reason(t, now_ns, out);
    waiting = platter_turn_waiting(t, now_ns, &text);
    if (waiting)
        platter_snapshot_reason(out, waiting, NULL,
                                t->may == PLATTER_MAY_NOT_ASLEEP ? t->power_since_s : 0, NAN, text);
    if (t->unwatched)
        platter_snapshot_reason(out, "unwatched", NULL, 0, NAN,
                                "the kernel does not count its use (queue/iostats is 0), so "
                                "disturbed bursts cannot be told");
    fill_unmapped(t, out);
    platter_verdict_fill(t, out->time_s, out);
}

/* What is known without touching the drive, and what touching it has cost. */
static void fill_standing(const struct platter_tracked *t, uint64_t now_ns,
                          struct platter_snapshot *out)
{
    const struct platter_manners_rules rules = platter_turn_rules(t);
    memcpy(out->passive, t->watch.passive, sizeof(out->passive));
    out->utilisation = t->watch.step_utilisation;
    out->gated = platter_manners_gated(&t->manners, &rules, now_ns);
    /* Of a drive that is gone nothing is known; its last state was another time's. */
    out->power = t->gone      ? PLATTER_POWER_UNKNOWN
                 : t->spindle ? t->manners.power
                              : PLATTER_POWER_ACTIVE;
    out->power_since_s = t->gone ? 0 : t->power_since_s;
    out->smart = t->smart;
    out->cost = (struct platter_cost){t->bytes_read, t->manners.wakes, t->manners.head_loads,
                                      t->manners.skipped, t->discarded};
}

void platter_tracked_snapshot(const struct platter_tracked *t, int64_t time_s,
                              struct platter_snapshot *out)
{
    uint64_t now_ns = platter_boot_ns();
    platter_snapshot_init(out);
    if (t->state.n_zones)
        platter_state_fill(&t->state, now_ns, out);
    fill_identity(t, out);
    fill_standing(t, now_ns, out);
    platter_bad_places_fill(&t->bad, out);
    out->time_s = time_s;
    out->step_s = (uint32_t)t->agent->options.step_s;
    out->interval_s = (double)t->o.interval_ns / 1e9;
    fill_reasons(t, now_ns, out);
}

/* SPDX-License-Identifier: MIT */
#include "agent/daemon/tracked.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "agent/core/schedule.h"
#include "agent/daemon/clock.h"

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
    if (strcmp(t->trouble.code, code) != 0)
        platter_log_forget(&t->agent->log, t->found.name, t->trouble.code);
    va_start(ap, format);
    set_trouble(&t->trouble, code, format, ap);
    va_end(ap);
    platter_log_once(&t->agent->log, LOG_WARNING, t->found.name, code, "%s: %s", code,
                     t->trouble.text);
}

void platter_tracked_fine(struct platter_tracked *t, const char *text)
{
    if (!t->trouble.code[0])
        return;
    platter_log_over(&t->agent->log, t->found.name, t->trouble.code, "%s (it was: %s)", text,
                     t->trouble.code);
    memset(&t->trouble, 0, sizeof(t->trouble));
}

static void fill_identity(const struct platter_tracked *t, struct platter_snapshot *out)
{
    const struct platter_found *found = &t->found;
    memcpy(out->drive, found->id, sizeof(out->drive));
    memcpy(out->model, found->model, sizeof(out->model));
    memcpy(out->serial, found->serial, sizeof(out->serial));
    memcpy(out->device, found->device, sizeof(out->device));
    out->capacity_bytes = found->geometry.capacity_bytes;
}

static bool waiting(const struct platter_tracked *t, uint64_t now_ns)
{
    return t->gated && !t->gone && !t->off && !t->sampling && now_ns >= t->due_ns &&
           !platter_schedule_gate_open(now_ns, t->gate.foreign_ns);
}

/* The verdict's reasons, the most pressing first. */
static void fill_reasons(const struct platter_tracked *t, uint64_t now_ns,
                         struct platter_snapshot *out)
{
    if (t->trouble.code[0])
        platter_snapshot_reason(out, t->trouble.code, NULL, t->trouble.since_s, NAN,
                                t->trouble.text);
    if (t->off)
        platter_snapshot_reason(out, "off", NULL, 0, NAN, "not sampled: option sample is off");
    if (waiting(t, now_ns))
        platter_snapshot_reason(out, "waiting", NULL, 0, NAN,
                                "sampled only right after somebody else used it");
    if (t->state.samples == 0)
        platter_snapshot_reason(out, "never_measured", NULL, 0, NAN, "not measured yet");
    else
        platter_snapshot_reason(out, "learning", NULL, 0, NAN,
                                "measured, not judged: this version gives no verdicts yet");
}

void platter_tracked_snapshot(const struct platter_tracked *t, int64_t time_s,
                              struct platter_snapshot *out)
{
    uint64_t now_ns = platter_boot_ns();
    platter_snapshot_init(out);
    if (t->state.n_zones)
        platter_state_fill(&t->state, now_ns, out);
    fill_identity(t, out);
    out->time_s = time_s;
    out->step_s = (uint32_t)t->agent->options.step_s;
    fill_reasons(t, now_ns, out);
}

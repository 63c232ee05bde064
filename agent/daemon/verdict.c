/* SPDX-License-Identifier: MIT */
#include "agent/daemon/verdict.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/events.h"
#include "agent/daemon/store_link.h"
#include "agent/wire/words.h"

static struct platter_words words_of(const struct platter_tracked *t, int64_t time_s)
{
    return (struct platter_words){t->judging, t->found.geometry.rotating, time_s};
}

/* Its judging, a new one if need be; NULL: no memory, so no verdict. */
static struct platter_judging *judging_of(struct platter_tracked *t)
{
    struct platter_alarm_changes none = {0};

    if (!t->judging) {
        t->judging = calloc(1, sizeof(*t->judging));
        if (!t->judging) {
            platter_log_once(&t->agent->log, LOG_ERR, t->found.name, "judging",
                             "no memory to judge it: it is measured all the same");
            return NULL;
        }
        platter_judging_begin(t->judging, (unsigned)t->agent->options.zones, &none);
    }
    return t->judging;
}

void platter_verdict_restore(struct platter_tracked *t)
{
    const struct platter_blob *blob = platter_store_judging(t->agent, t->found.id);
    struct platter_judging *j = blob && !t->judging ? calloc(1, sizeof(*j)) : NULL;

    if (!j)
        return;
    int r = platter_judging_unpack(blob->bytes, blob->size, j);
    if (r == 0 && j->detector.n_zones == t->agent->options.zones) {
        t->judging = j;
        return;
    }
    free(j);
    platter_log_say(&t->agent->log, LOG_NOTICE, t->found.name, "learns anew what is normal: %s",
                    r == 0         ? "the number of zones is another"
                    : r == -EPROTO ? "what was learned is another version's"
                                   : "what was learned is damaged");
}

static enum platter_severity severity_of(enum platter_verdict v)
{
    return v >= PLATTER_VERDICT_DEGRADED ? PLATTER_FAILURE : PLATTER_WARNING;
}

/* Each change is told once. */
static void tell(struct platter_tracked *t, const struct platter_alarm_changes *changes)
{
    const struct platter_words w = words_of(t, platter_wall_s());

    for (unsigned k = 0; k < PLATTER_ALARM_KINDS; k++) {
        enum platter_alarm_kind kind = (enum platter_alarm_kind)k;
        const char *code = platter_alarm_code(kind);
        char text[PLATTER_TEXT_MAX];
        if (changes->cleared >> k & 1)
            platter_events_add(t->agent, t->found.id, code, PLATTER_OKAY, "as it used to be again");
        if (!(changes->raised >> k & 1))
            continue;
        platter_words_alarm(&w, kind, text, sizeof(text));
        platter_events_add(t->agent, t->found.id, code,
                           severity_of(platter_alarm_verdict(kind, &t->judging->alarms.of[k])),
                           "%s", text);
    }
}

void platter_verdict_sample(struct platter_tracked *t, const struct platter_sample *sample)
{
    struct platter_alarm_changes changes = {0};
    struct platter_judging *j = judging_of(t);

    if (!j)
        return;
    if (platter_judging_sample(j, sample, t->o.slow_ns, t->smart.temperature_c, &changes))
        platter_store_put_judging(t);
    tell(t, &changes);
}

void platter_verdict_smart(struct platter_tracked *t)
{
    struct platter_alarm_changes changes = {0};
    struct platter_judging *j = judging_of(t);

    if (!j)
        return;
    platter_alarms_smart(&j->alarms, &t->smart, &changes);
    if (changes.raised || changes.cleared)
        platter_store_put_judging(t);
    tell(t, &changes);
}

/* How far it has learned, where that is not over. */
static void fill_learning(const struct platter_tracked *t, struct platter_snapshot *out)
{
    const struct platter_detector *d = t->judging ? &t->judging->detector : NULL;
    char text[PLATTER_TEXT_MAX];

    if (d && d->phase == PLATTER_FROZEN)
        return;
    unsigned day = d ? platter_detector_day(d) + 1 : 1;
    if (d && d->phase == PLATTER_PROVISIONAL)
        snprintf(text, sizeof(text), "OK so far (day %u of %u)", day, PLATTER_FROZEN_DAY);
    else
        snprintf(text, sizeof(text), "learning what is normal (day %u of %u)", day,
                 PLATTER_FROZEN_DAY);
    platter_snapshot_reason(out, "learning", NULL, d ? d->first_s : 0, NAN, text);
}

static void fill_alarm(const struct platter_tracked *t, enum platter_alarm_kind kind,
                       int64_t time_s, struct platter_snapshot *out)
{
    const struct platter_alarm *alarm = &t->judging->alarms.of[kind];
    const struct platter_words w = words_of(t, time_s);
    char text[PLATTER_TEXT_MAX], zones[sizeof(out->reasons[0].zones)] = "";
    size_t len;

    platter_words_alarm(&w, kind, text, sizeof(text));
    len = strlen(text);
    if (alarm->acknowledged)
        snprintf(text + len, sizeof(text) - len, " (acknowledged)");
    if (alarm->zones)
        platter_zones_text(zones, sizeof(zones), alarm->zones);
    platter_snapshot_reason(out, platter_alarm_code(kind), zones, alarm->since_s, alarm->size,
                            text);
}

/* The worst first. */
static void fill_alarms(const struct platter_tracked *t, int64_t time_s,
                        struct platter_snapshot *out)
{
    for (int v = PLATTER_VERDICT_FAILING; v > PLATTER_VERDICT_OK; v--)
        for (unsigned k = 0; k < PLATTER_ALARM_KINDS; k++)
            if (platter_alarm_verdict((enum platter_alarm_kind)k, &t->judging->alarms.of[k]) ==
                (enum platter_verdict)v)
                fill_alarm(t, (enum platter_alarm_kind)k, time_s, out);
}

void platter_verdict_fill(const struct platter_tracked *t, int64_t time_s,
                          struct platter_snapshot *out)
{
    enum platter_alarm_kind kind;
    enum platter_verdict v =
        t->judging ? platter_alarms_verdict(&t->judging->alarms, &kind) : PLATTER_VERDICT_OK;
    bool judged = t->judging && t->judging->detector.phase != PLATTER_LEARNING;

    if (t->judging)
        fill_alarms(t, time_s, out);
    if (t->state.samples == 0)
        platter_snapshot_reason(out, "never_measured", NULL, 0, NAN, "not measured yet");
    else
        fill_learning(t, out);
    out->verdict = v > PLATTER_VERDICT_OK                      ? v
                   : judged && !t->trouble.code[0] && !t->gone ? PLATTER_VERDICT_OK
                                                               : PLATTER_VERDICT_UNKNOWN;
}

unsigned platter_verdict_acknowledge(struct platter_tracked *t)
{
    unsigned n = t->judging ? platter_alarms_acknowledge(&t->judging->alarms) : 0;

    if (!n)
        return 0;
    platter_events_add(t->agent, t->found.id, "acknowledged", PLATTER_INFO,
                       "%u alarm%s acknowledged", n, n > 1 ? "s" : "");
    platter_store_put_judging(t);
    return n;
}

void platter_verdict_learn(struct platter_tracked *t, const char *why)
{
    struct platter_alarm_changes changes = {0};

    if (!t->judging)
        return;
    platter_judging_begin(t->judging, (unsigned)t->agent->options.zones, &changes);
    platter_events_add(t->agent, t->found.id, "learning", PLATTER_INFO,
                       "learns anew what is normal: %s", why);
    tell(t, &changes);
    platter_store_put_judging(t);
}

void platter_verdict_free(struct platter_tracked *t)
{
    free(t->judging);
    t->judging = NULL;
}

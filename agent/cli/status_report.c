/* SPDX-License-Identifier: MIT */
#include "agent/cli/status_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/look.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include <platter/errors.h>

/* Below so many columns, the words are shorter. */
#define WIDE 110
/* Figures older than this are said to be old: an hour and two publishing steps. */
#define OLD_S 4800
#define HOT_C 60

/* The last optional one is left out first. */
static const struct platter_column all_columns[] = {
    {"drive", false, false}, {"in", false, true},     {"verdict", false, false},
    {"MB/s", true, false},   {"ms", true, true},      {"slow", true, false},
    {"°C", true, true},      {"SMART", false, false}, {"now", false, false},
    {"model", false, true},
};
enum column { DRIVE, WHERE, VERDICT, RATE, ACCESS, SLOW, HEAT, SMART, NOW, MODEL, COLUMNS };

struct screen {
    int64_t now_s;
    bool wide, utf8;
    unsigned name_columns;
};

/* Codes whose meaning the row already has. */
static bool said_by_row(const char *code)
{
    static const char *const codes[] = {"learning", "waiting", "asleep",      "never_measured",
                                        "busy",     "off",     "quiet_hours", "gated"};

    for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
        if (strcmp(codes[i], code) == 0)
            return true;
    return false;
}

static bool has_reason(const struct platter_snapshot *s, const char *code)
{
    for (unsigned i = 0; i < s->n_reasons; i++)
        if (strcmp(s->reasons[i].code, code) == 0)
            return true;
    return false;
}

static void rate_text(const struct platter_snapshot *s, char *buf, size_t size)
{
    char outer[16] = "-", inner[16] = "-";

    if (s->n_zones) {
        platter_out_figure(outer, sizeof(outer), s->zones[0].throughput_bps / 1e6, 0);
        platter_out_figure(inner, sizeof(inner), s->zones[s->n_zones - 1].throughput_bps / 1e6, 0);
    }
    if (outer[0] == '-' && inner[0] == '-')
        snprintf(buf, size, "-");
    else
        snprintf(buf, size, "%s > %3s", outer, inner);
}

/* "ok", "12 bad", "FAILED, 12 bad", "-". */
static enum platter_tint smart_text(const struct platter_smart *s, bool wide, char *buf,
                                    size_t size)
{
    bool counted = s->bad_sectors != PLATTER_SMART_UNKNOWN;
    char bad[32] = "";

    if (counted && s->bad_sectors)
        snprintf(bad, sizeof(bad), "%llu", (unsigned long long)s->bad_sectors);
    if (s->status == PLATTER_SMART_STATUS_BAD)
        snprintf(buf, size, "FAILED%s%s%s", bad[0] ? (wide ? ", " : " ") : "", bad,
                 bad[0] && wide ? " bad" : "");
    else if (bad[0])
        snprintf(buf, size, "%s bad", bad);
    else
        snprintf(buf, size, "%s",
                 s->status == PLATTER_SMART_STATUS_GOOD ? "ok" : (counted ? "0 bad" : "-"));
    if (s->status == PLATTER_SMART_STATUS_BAD)
        return PLATTER_BAD;
    return bad[0] ? PLATTER_WARN : PLATTER_PLAIN;
}

/* Why it is not measured now, in a word. */
static const struct doing {
    const char *code, *wide, *narrow;
} doings[] = {
    {"never_measured", "not measured yet", "not yet"},
    {"off", "not sampled", "off"},
    {"quiet_hours", "quiet hours", "quiet"},
    {"busy", "busy", "busy"},
    {"waiting", "waits for use", "waits"},
};

static const struct doing *doing_of(const struct platter_snapshot *s)
{
    for (size_t i = 0; i < sizeof(doings) / sizeof(*doings); i++)
        if (has_reason(s, doings[i].code))
            return &doings[i];
    return NULL;
}

static void asleep_text(const struct platter_snapshot *s, const struct screen *on, char *buf,
                        size_t size)
{
    char when[32];

    platter_look_moment(when, sizeof(when), s->power_since_s, on->now_s);
    if (!on->wide && strlen(when) > 8) /* "Fri 22:08": the day will do */
        when[strcspn(when, " ")] = '\0';
    if (s->power_since_s <= 0)
        snprintf(buf, size, "asleep");
    else
        snprintf(buf, size, "asleep %s%s", on->wide ? "since " : "", when);
}

/* What it does, where that is worth saying: asleep, waiting to be used, measured long ago. */
static void now_text(const struct platter_snapshot *s, const struct screen *on, char *buf,
                     size_t size)
{
    const struct doing *doing = doing_of(s);
    bool old = isfinite(s->age_s) && s->age_s > OLD_S;
    const char *word = doing ? (on->wide ? doing->wide : doing->narrow) : "";
    char age[32];

    platter_out_age(age, sizeof(age), s->age_s);
    if (platter_look_asleep(s))
        asleep_text(s, on, buf, size);
    else if (doing && old)
        snprintf(buf, size, on->wide ? "%s, %s old" : "%s, %s", word, age);
    else if (doing)
        snprintf(buf, size, "%s", word);
    else if (old)
        snprintf(buf, size, on->wide ? "measured %s ago" : "%s old", age);
}

static size_t one_reason(const struct platter_reason *r, bool more, char *buf, size_t size)
{
    bool zones = r->zones[0] != '\0';

    return (size_t)snprintf(buf, size, "%s%s%s%s%s", more ? "; " : "",
                            r->text[0] ? r->text : r->code, zones ? " (zone " : "", r->zones,
                            zones ? ")" : "");
}

static void reasons_text(const struct platter_snapshot *s, char *buf, size_t size)
{
    size_t used = 0;

    for (unsigned i = 0; i < s->n_reasons && used < size; i++)
        if (!said_by_row(s->reasons[i].code))
            used += one_reason(&s->reasons[i], used > 0, buf + used, size - used);
}

static void fill_figures(struct platter_row *row, const struct platter_snapshot *s, bool wide)
{
    rate_text(s, row->cell[RATE].text, PLATTER_CELL_MAX);
    platter_out_figure(row->cell[ACCESS].text, PLATTER_CELL_MAX, platter_look_access(s) * 1e3, 1);
    platter_out_figure(row->cell[SLOW].text, PLATTER_CELL_MAX, platter_look_slow(s), 1);
    platter_out_figure(row->cell[HEAT].text, PLATTER_CELL_MAX, s->smart.temperature_c, 0);
    if (s->smart.temperature_c >= HOT_C)
        row->cell[HEAT].tint = PLATTER_WARN;
    row->cell[SMART].tint = smart_text(&s->smart, wide, row->cell[SMART].text, PLATTER_CELL_MAX);
}

static void fill_row(struct platter_row *row, const struct platter_snapshot *s,
                     const struct screen *on)
{
    const struct platter_look *look = platter_look_of((int)s->verdict);

    platter_look_cut(row->cell[DRIVE].text, PLATTER_CELL_MAX, platter_look_name(s),
                     on->name_columns, on->utf8);
    platter_look_cut(row->cell[WHERE].text, PLATTER_CELL_MAX, platter_look_where(s),
                     on->wide ? 16 : 8, on->utf8);
    snprintf(row->cell[VERDICT].text, PLATTER_CELL_MAX, "%s",
             platter_verdict_name((int)s->verdict));
    row->cell[VERDICT].tint = look->tint;
    fill_figures(row, s, on->wide);
    now_text(s, on, row->cell[NOW].text, PLATTER_CELL_MAX);
    row->cell[NOW].tint = PLATTER_DIM;
    snprintf(row->cell[MODEL].text, PLATTER_CELL_MAX, "%s", platter_look_model(s));
    row->cell[MODEL].tint = PLATTER_DIM;
    reasons_text(s, row->note, sizeof(row->note));
}

/* What it says of its learning; NULL = it has learned. */
static const char *learning_of(const struct platter_snapshot *s)
{
    for (unsigned r = 0; r < s->n_reasons; r++)
        if (strcmp(s->reasons[r].code, "learning") == 0)
            return s->reasons[r].text;
    return NULL;
}

static bool same(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* What the first says, and which of them say so unless all do: "OK so far (day 8 of 28): sda, sdb".
 */
static void learning_text(const struct platter_snapshot *drives, unsigned n, unsigned first,
                          char *buf, size_t size)
{
    const char *text = learning_of(&drives[first]);
    unsigned saying = 0;

    for (unsigned i = 0; i < n; i++)
        saying += same(text, learning_of(&drives[i]));
    int len = snprintf(buf, size, "%s", text);
    const char *between = ": ";
    for (unsigned i = first; i < n && saying < n && len >= 0 && (size_t)len < size; i++) {
        if (!same(text, learning_of(&drives[i])))
            continue;
        int more =
            snprintf(buf + len, size - (size_t)len, "%s%s", between, platter_look_name(&drives[i]));
        len = more < 0 ? more : len + more;
        between = ", ";
    }
}

/* How far they have learned, those that are as far together. */
static void say_learning(const struct platter_snapshot *drives, unsigned n)
{
    bool begun = false;

    for (unsigned i = 0; i < n; i++) {
        const char *text = learning_of(&drives[i]);
        bool said = !text;
        for (unsigned k = 0; k < i && !said; k++)
            said = same(text, learning_of(&drives[k]));
        if (said)
            continue;
        char line[1024];
        learning_text(drives, n, i, line, sizeof(line));
        if (!begun)
            putchar('\n');
        begun = true;
        platter_out_paragraph(0, line);
    }
}

int platter_status_print(struct platter_snapshot *drives, unsigned n, int64_t now_s)
{
    unsigned width = platter_out_width();
    struct screen on = {now_s, width >= WIDE, platter_out_utf8(),
                        width >= WIDE ? 24 : (width >= 80 ? 14 : 10)};
    struct platter_column columns[COLUMNS];
    struct platter_table t = {
        .columns = columns, .n_columns = on.wide ? COLUMNS : COLUMNS - 1, .tight = !on.wide};

    if (n == 0) {
        puts("The agent watches no drives. `platter list --all` shows what there is, and why.");
        return 0;
    }
    memcpy(columns, all_columns, sizeof(columns));
    if (!on.utf8)
        columns[HEAT].head = "C";
    qsort(drives, n, sizeof(*drives), platter_look_worst_first);
    for (unsigned i = 0; i < n; i++)
        fill_row(platter_table_row(&t), &drives[i], &on);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    say_learning(drives, n);
    return result;
}

void platter_status_say_not_saved(const char *why)
{
    bool colour = platter_out_colour();

    printf("\n%sNot saved:%s ", colour ? platter_tint_on(PLATTER_WARN) : "",
           colour ? "\033[0m" : "");
    platter_out_hanging(0, why);
}

int platter_status_exit(const struct platter_snapshot *drives, unsigned n)
{
    const struct platter_look *worst =
        platter_look_of(n ? PLATTER_VERDICT_OK : PLATTER_VERDICT_UNKNOWN);

    for (unsigned i = 0; i < n; i++) {
        const struct platter_look *look = platter_look_of((int)drives[i].verdict);
        if (look->rank > worst->rank)
            worst = look;
    }
    return worst->exit_status;
}

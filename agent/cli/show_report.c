/* SPDX-License-Identifier: MIT */
#include "agent/cli/show_report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "agent/cli/look.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include <platter/units.h>

#define INDENT 10

/* "  power     text", wrapped under itself. */
__attribute__((format(printf, 2, 3))) static void line(const char *head, const char *format, ...)
{
    char text[700];
    va_list ap;

    va_start(ap, format);
    vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    platter_out_labelled(head, INDENT, text);
}

static void print_head(const struct platter_snapshot *s)
{
    char size[32];

    platter_out_bytes(size, sizeof(size), s->capacity_bytes);
    printf("%s%s%s%s%s  %s\n", platter_look_name(s), s->model[0] ? "  " : "", s->model,
           s->serial[0] ? "  " : "", s->serial, s->capacity_bytes ? size : "");
    line("id", "%s", s->drive);
    line("where", "%s%s%s", s->device[0] ? s->device : "not here now", s->pool[0] ? ", in " : "",
         s->pool);
}

static void print_power(const struct platter_snapshot *s, int64_t now_s)
{
    static const char *const words[] = {
        [PLATTER_POWER_ACTIVE] = "awake",
        [PLATTER_POWER_IDLE] = "awake, idle",
        [PLATTER_POWER_IDLE_LOW] = "spinning slowly or with its heads unloaded",
        [PLATTER_POWER_STANDBY] = "asleep",
        [PLATTER_POWER_SLEEP] = "in deep sleep",
        [PLATTER_POWER_UNKNOWN] = "not known: it may be asleep",
    };
    char since[48] = "", when[32];

    if (s->power_since_s > 0) {
        platter_look_moment(when, sizeof(when), s->power_since_s, now_s);
        snprintf(since, sizeof(since), " since %s", when);
    }
    line("power", "%s%s%s",
         words[s->power > PLATTER_POWER_UNKNOWN ? PLATTER_POWER_UNKNOWN : s->power], since,
         s->gated ? "; sampled only right after somebody else used it" : "");
}

static void print_reason(const struct platter_reason *r, int64_t now_s)
{
    char when[32], since[48] = "", zones[48] = "";

    if (r->since_s > 0) {
        platter_look_moment(when, sizeof(when), r->since_s, now_s);
        snprintf(since, sizeof(since), " (since %s)", when);
    }
    if (r->zones[0])
        snprintf(zones, sizeof(zones), "zone %s: ", r->zones);
    line("", "%s%s%s", zones, r->text[0] ? r->text : r->code, since);
}

static void print_verdict(const struct platter_snapshot *s, int64_t now_s)
{
    bool colour = platter_out_colour();

    line("verdict", "%s%s%s", colour ? platter_tint_on(platter_look_of((int)s->verdict)->tint) : "",
         platter_verdict_name((int)s->verdict), colour ? "\033[0m" : "");
    for (unsigned i = 0; i < s->n_reasons; i++)
        print_reason(&s->reasons[i], now_s);
}

static void print_samples(const struct platter_snapshot *s)
{
    char age[32], contended[64] = "";

    platter_out_age(age, sizeof(age), s->age_s);
    if (isfinite(s->contended) && s->contended > 0)
        snprintf(contended, sizeof(contended), "; %.0f %% of the last one's bursts were disturbed",
                 s->contended * 100);
    if (s->samples == 0)
        line("measured", "not yet");
    else if (age[0] == '-')
        line("measured", "%llu samples, none of them quiet", (unsigned long long)s->samples);
    else
        line("measured", "%s ago, %llu sample%s%s", age, (unsigned long long)s->samples,
             s->samples == 1 ? "" : "s", contended);
}

static void print_passive(const struct platter_snapshot *s)
{
    static const char *const heads[] = {"reads", "writes"};
    char text[PLATTER_DIRECTIONS][96], wait[16], size[32];

    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++) {
        const struct platter_passive *p = &s->passive[d];
        platter_out_figure(wait, sizeof(wait), p->await_s * 1e3, 1);
        snprintf(size, sizeof(size), "-");
        if (isfinite(p->size_bytes))
            platter_out_bytes_binary(size, sizeof(size), (uint64_t)p->size_bytes);
        if (!isfinite(p->rate_ps))
            snprintf(text[d], sizeof(text[d]), "%s not counted", heads[d]);
        else if (p->rate_ps == 0)
            snprintf(text[d], sizeof(text[d]), "no %s", heads[d]);
        else
            snprintf(text[d], sizeof(text[d]), "%.1f %s/s of %s in %s ms", p->rate_ps, heads[d],
                     size, wait);
    }
    if (isfinite(s->passive[0].rate_ps) || isfinite(s->passive[1].rate_ps))
        line("others", "%s, %s; busy %.0f %% of the time", text[0], text[1],
             isfinite(s->utilisation) ? s->utilisation * 100 : 0);
}

#define WEEK_S INT64_C(604800)

/* Sectors as the kernel counts them in its messages: `dmesg` names the same. */
static void print_place(const struct platter_bad_place *p, int64_t now_s)
{
    char at[32], since[48] = "", when[32];
    uint64_t first = p->offset_bytes / PLATTER_SYSFS_SECTOR_BYTES;

    platter_out_bytes(at, sizeof(at), p->offset_bytes);
    if (p->until_s - p->since_s > WEEK_S) { /* verified, and no better */
        platter_look_moment(when, sizeof(when), p->since_s, now_s);
        snprintf(since, sizeof(since), " since %s", when);
    }
    platter_look_moment(when, sizeof(when), p->until_s, now_s);
    line("", "sectors %llu-%llu (%s): %s%s; until %s", (unsigned long long)first,
         (unsigned long long)(first + p->len_bytes / PLATTER_SYSFS_SECTOR_BYTES - 1), at,
         p->error ? "cannot be read" : "over 0.5 s", since, when);
}

static void print_bad_places(const struct platter_snapshot *s, int64_t now_s)
{
    if (s->n_bad_places == 0)
        return;
    line("bad", "%u block%s left out, so that reading %s again stalls nobody:", s->n_bad_places,
         s->n_bad_places == 1 ? "" : "s", s->n_bad_places == 1 ? "it" : "them");
    for (unsigned i = 0; i < s->n_bad_shown; i++)
        print_place(&s->bad_shown[i], now_s);
    if (s->n_bad_places > s->n_bad_shown)
        line("", "and %u more further in", s->n_bad_places - s->n_bad_shown);
}

static void print_cost(const struct platter_snapshot *s)
{
    const struct platter_cost *c = &s->cost;
    char bytes[32], duty[48] = "";

    platter_out_bytes(bytes, sizeof(bytes), c->bytes_read);
    if (isfinite(s->duty))
        snprintf(duty, sizeof(duty), " in %.2g %% of its time", s->duty * 100);
    line("cost",
         "%s read%s, %llu wakes, %llu head loads; %llu samples skipped because it was busy, %llu "
         "thrown away",
         bytes, duty, (unsigned long long)c->wakes, (unsigned long long)c->head_loads,
         (unsigned long long)c->skipped, (unsigned long long)c->discarded);
}

static const struct platter_column zone_columns[] = {
    {"zone", true, false},     {"MB/s", true, false},     {"access ms", true, false},
    {"worst ms", true, false}, {"blocks", true, false},   {"slow/1000", true, false},
    {"errors", true, false},   {"disturbed", true, true}, {"cached", true, true},
};
enum zone_column {
    ZONE,
    RATE,
    ACCESS,
    WORST,
    BLOCKS,
    SLOW,
    ERRORS,
    CONTENDED,
    CACHED,
    ZONE_COLUMNS
};

static void count(struct platter_row *row, unsigned cell, uint64_t value)
{
    snprintf(row->cell[cell].text, PLATTER_CELL_MAX, "%llu", (unsigned long long)value);
}

static void fill_zone(struct platter_row *row, unsigned zone, const struct platter_zone *z)
{
    uint64_t blocks = platter_counts_blocks(&z->counts);

    snprintf(row->cell[ZONE].text, PLATTER_CELL_MAX, "%02u", zone);
    platter_out_figure(row->cell[RATE].text, PLATTER_CELL_MAX, z->throughput_bps / 1e6, 1);
    platter_out_figure(row->cell[ACCESS].text, PLATTER_CELL_MAX, z->access_s * 1e3, 1);
    platter_out_figure(row->cell[WORST].text, PLATTER_CELL_MAX, z->worst_s * 1e3, 1);
    count(row, BLOCKS, blocks);
    platter_out_figure(row->cell[SLOW].text, PLATTER_CELL_MAX,
                       blocks ? (double)z->counts.slow * 1000 / (double)blocks : NAN, 1);
    count(row, ERRORS, z->counts.by_class[PLATTER_ERROR]);
    if (z->counts.by_class[PLATTER_ERROR])
        row->cell[ERRORS].tint = PLATTER_BAD;
    count(row, CONTENDED, z->contended);
    count(row, CACHED, z->cached);
}

static int print_zones(const struct platter_snapshot *s)
{
    struct platter_table t = {.columns = zone_columns, .n_columns = ZONE_COLUMNS};

    if (s->n_zones == 0)
        return 0;
    putchar('\n');
    for (unsigned z = 0; z < s->n_zones; z++)
        fill_zone(platter_table_row(&t), z, &s->zones[z]);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

static const struct platter_column smart_columns[] = {
    {"id", true, false},    {"attribute", false, false}, {"now", true, false},
    {"worst", true, false}, {"threshold", true, false},  {"raw", true, false},
};
enum smart_column { ID, NAME, CURRENT, LOWEST, THRESHOLD, RAW, SMART_COLUMNS };

static void fill_attribute(struct platter_row *row, const struct platter_attribute *a)
{
    count(row, ID, a->id);
    snprintf(row->cell[NAME].text, PLATTER_CELL_MAX, "%s", platter_attribute_name(a->id));
    count(row, CURRENT, a->current);
    count(row, LOWEST, a->worst);
    if (a->threshold)
        count(row, THRESHOLD, a->threshold);
    else
        snprintf(row->cell[THRESHOLD].text, PLATTER_CELL_MAX, "-");
    count(row, RAW, a->raw);
    if (a->threshold && a->current <= a->threshold)
        row->cell[CURRENT].tint = PLATTER_BAD;
}

static void smart_line(const struct platter_smart *m, int64_t now_s)
{
    static const char *const status[] = {"status not told", "status good",
                                         "STATUS BAD: a threshold was crossed"};
    char heat[32] = "", hours[64] = "", bad[64] = "", when[32];

    if (isfinite(m->temperature_c))
        snprintf(heat, sizeof(heat), ", %.0f %sC", m->temperature_c, platter_out_utf8() ? "°" : "");
    if (isfinite(m->power_on_h))
        snprintf(hours, sizeof(hours), ", %.0f h powered on (%.1f years)", m->power_on_h,
                 m->power_on_h / 8766);
    if (m->bad_sectors != PLATTER_SMART_UNKNOWN)
        snprintf(bad, sizeof(bad), ", %llu bad sectors", (unsigned long long)m->bad_sectors);
    platter_look_moment(when, sizeof(when), m->time_s, now_s);
    line("SMART", "%s%s%s%s; read %s", status[m->status > PLATTER_SMART_STATUS_BAD ? 0 : m->status],
         heat, bad, hours, when);
}

static int print_smart(const struct platter_snapshot *s)
{
    struct platter_table t = {.columns = smart_columns, .n_columns = SMART_COLUMNS};
    const struct platter_smart *m = &s->smart;

    if (m->n_attributes == 0)
        return 0;
    putchar('\n');
    for (unsigned i = 0; i < m->n_attributes; i++)
        fill_attribute(platter_table_row(&t), &m->attributes[i]);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

int platter_show_print(const struct platter_snapshot *s, int64_t now_s)
{
    print_head(s);
    print_power(s, now_s);
    print_verdict(s, now_s);
    print_samples(s);
    print_bad_places(s, now_s);
    print_passive(s);
    if (s->smart.time_s)
        smart_line(&s->smart, now_s);
    else
        line("SMART", "not read");
    print_cost(s);
    int result = print_zones(s);
    return result < 0 ? result : print_smart(s);
}

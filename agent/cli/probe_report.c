/* SPDX-License-Identifier: MIT */
#include "agent/cli/probe_report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include "agent/wire/snapshot_json.h"
#include <platter/errors.h>
#include <platter/units.h>

#define BAR_MAX 40u
#define BAR_MIN 6u

static const struct platter_column columns[] = {
    {"zone", true, false}, {"", false, false},         {"MB/s", true, false},
    {"", false, false},    {"access ms", true, false}, {"worst ms", true, false},
    {"slow", true, false}, {"errors", true, false},    {"", false, false},
};
enum column { ZONE, PLACE, RATE, BAR, ACCESS, WORST, SLOW, ERRORS, MARKS, COLUMNS };

/* What a sample comes to. */
struct summary {
    struct platter_zone zone[PLATTER_ZONES_MAX];
    double fastest_bps; /* 0: none */
    uint64_t slow, blocks, contended, cached;
    bool unwatched;
};

/* A place that could not be read, neighbours taken together. */
struct bad_place {
    uint64_t lba, blocks;
    unsigned zone;
};

static void summarise(const struct platter_probe_report *r, struct summary *s)
{
    *s = (struct summary){.fastest_bps = 0};
    for (unsigned z = 0; z < r->plan->n_zones; z++) {
        struct platter_zone *out = &s->zone[z];
        platter_zone_sample_figures(&r->sample->zones[z], r->slow_ns, r->rev_ns, out);
        if (out->throughput_bps > s->fastest_bps)
            s->fastest_bps = out->throughput_bps;
        s->slow += out->counts.slow;
        s->blocks += platter_counts_blocks(&out->counts);
        s->contended += out->contended;
        s->cached += out->cached;
        s->unwatched |= r->sample->zones[z].burst.flags & PLATTER_FLAG_UNWATCHED;
    }
}

static unsigned bad_places(const struct platter_probe_report *r, struct bad_place *out)
{
    unsigned n = 0, known = r->sample->n_bad;

    for (unsigned i = 0; i < known && i < PLATTER_BAD_MAX; i++) {
        const struct platter_bad *b = &r->sample->bad[i];
        uint64_t lba = b->offset_bytes / r->logical_bytes;
        uint64_t blocks = b->len_bytes / r->logical_bytes;
        if (n && out[n - 1].lba + out[n - 1].blocks == lba && out[n - 1].zone == b->zone)
            out[n - 1].blocks += blocks;
        else
            out[n++] = (struct bad_place){lba, blocks, b->zone};
    }
    return n;
}

static const char *place_of(const struct platter_probe_report *r, unsigned zone)
{
    if (r->plan->n_zones < 2)
        return "";
    if (zone == 0)
        return r->rotating ? "outer" : "first";
    if (zone == r->plan->n_zones - 1)
        return r->rotating ? "inner" : "last";
    return "";
}

static void marks_of(const struct platter_zone *z, uint16_t flags, char *buf, size_t size)
{
    snprintf(buf, size, "%s%s%s%s", z->contended ? "contended" : "",
             z->contended && z->cached ? ", " : "", z->cached ? "cached" : "",
             flags & PLATTER_FLAG_CUT ? " too slow: cut" : "");
}

static void fill_row(struct platter_row *row, const struct platter_probe_report *r, unsigned zone,
                     const struct platter_zone *z)
{
    snprintf(row->cell[ZONE].text, PLATTER_CELL_MAX, "%02u", zone);
    snprintf(row->cell[PLACE].text, PLATTER_CELL_MAX, "%s", place_of(r, zone));
    platter_out_figure(row->cell[RATE].text, PLATTER_CELL_MAX, z->throughput_bps / 1e6, 1);
    platter_out_figure(row->cell[ACCESS].text, PLATTER_CELL_MAX, z->access_s * 1e3, 2);
    platter_out_figure(row->cell[WORST].text, PLATTER_CELL_MAX, z->worst_s * 1e3, 2);
    snprintf(row->cell[SLOW].text, PLATTER_CELL_MAX, "%llu", (unsigned long long)z->counts.slow);
    snprintf(row->cell[ERRORS].text, PLATTER_CELL_MAX, "%llu",
             (unsigned long long)z->counts.by_class[PLATTER_ERROR]);
    marks_of(z, r->sample->zones[zone].burst.flags, row->cell[MARKS].text, PLATTER_CELL_MAX);
    row->cell[PLACE].tint = PLATTER_DIM;
    row->cell[BAR].tint = PLATTER_BAR;
    row->cell[SLOW].tint = z->counts.slow ? PLATTER_WARN : PLATTER_DIM;
    row->cell[ERRORS].tint = z->counts.by_class[PLATTER_ERROR] ? PLATTER_BAD : PLATTER_DIM;
    row->cell[MARKS].tint = PLATTER_DIM;
}

/* The bars take what the figures leave. */
static void fill_bars(struct platter_table *t, const struct summary *s)
{
    unsigned used = platter_table_width(t), width = platter_out_width();
    unsigned bar = width > used + BAR_MIN ? width - used : BAR_MIN;
    bool utf8 = platter_out_utf8();

    if (bar > BAR_MAX)
        bar = BAR_MAX;
    for (unsigned z = 0; z < t->n_rows; z++)
        platter_out_bar(t->rows[z].cell[BAR].text, PLATTER_CELL_MAX,
                        s->zone[z].throughput_bps / s->fastest_bps, bar, utf8);
}

static int print_table(const struct platter_probe_report *r, const struct summary *s)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};

    for (unsigned z = 0; z < r->plan->n_zones; z++)
        fill_row(platter_table_row(&t), r, z, &s->zone[z]);
    fill_bars(&t, s);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    char text[600];
    va_list ap;

    va_start(ap, format);
    vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    platter_out_paragraph(0, text);
}

static void say_read(const struct platter_probe_report *r, const struct summary *s)
{
    double first = s->zone[0].throughput_bps, last = s->zone[r->plan->n_zones - 1].throughput_bps;
    char bytes[32], rates[128] = "";

    platter_out_bytes_binary(bytes, sizeof(bytes), r->sample->bytes_read);
    if (r->plan->n_zones > 1 && isfinite(first) && isfinite(last))
        snprintf(rates, sizeof(rates), " %s %.1f MB/s, %s %.1f MB/s (%.0f %%).",
                 r->rotating ? "Outer" : "First part", first / 1e6,
                 r->rotating ? "inner" : "last part", last / 1e6, last / first * 100);
    say("Read %s in %.2f s%s.%s", bytes, (double)r->sample->duration_ns / 1e9,
        r->complete ? "" : ", then it was ended: not all zones were measured", rates);
}

static void say_slow(const struct platter_probe_report *r, const struct summary *s)
{
    double worst = 0;
    unsigned at = 0;

    for (unsigned z = 0; z < r->plan->n_zones; z++)
        if (s->zone[z].worst_s > worst) {
            worst = s->zone[z].worst_s;
            at = z;
        }
    if (s->slow)
        say("%llu of %llu blocks took %g ms or more; the worst %.1f ms, in zone %02u.",
            (unsigned long long)s->slow, (unsigned long long)s->blocks,
            (double)r->slow_ns / (double)PLATTER_NS_PER_MS, worst * 1e3, at);
}

static void say_disturbed(const struct platter_probe_report *r, const struct summary *s)
{
    if (s->contended)
        say("%u of %u bursts were disturbed: others used the drive, or the CPU was busy. Their "
            "times say nothing about the drive and are not shown%s.",
            r->sample->contended, r->sample->bursts, "; probe again when it is quieter");
    if (s->cached)
        say("%llu reads came from the drive's own buffer, not from its surface, and are not shown; "
            "another --sample reads other places.",
            (unsigned long long)s->cached);
    if (s->unwatched)
        say("The kernel does not count the use of this drive (queue/iostats is 0), so whether "
            "others used it meanwhile cannot be told: `echo 1 > /sys/block/%s/queue/iostats`.",
            r->found->name);
}

static void say_bad(const struct platter_probe_report *r)
{
    struct bad_place bad[PLATTER_BAD_MAX];
    unsigned n = bad_places(r, bad);

    for (unsigned i = 0; i < n; i++) {
        char zone[32] = "the walk burst";
        if (bad[i].zone != PLATTER_ZONE_WALK)
            snprintf(zone, sizeof(zone), "zone %02u", bad[i].zone);
        say("Cannot be read: LBA %llu, or one of the %llu blocks from there on (%s).",
            (unsigned long long)bad[i].lba, (unsigned long long)bad[i].blocks, zone);
    }
    if (r->sample->n_bad)
        say("%u read%s failed. Have a backup; then look at the cable, `dmesg` and SMART.",
            r->sample->n_bad, r->sample->n_bad == 1 ? "" : "s");
}

int platter_probe_print(const struct platter_probe_report *r)
{
    struct summary s;
    char size[32];

    summarise(r, &s);
    platter_out_bytes(size, sizeof(size), r->found->geometry.capacity_bytes);
    printf("%s  %s%s%s  %s, sample %llu\n\n", r->found->name, r->found->model,
           r->found->serial[0] ? "  " : "", r->found->serial, size,
           (unsigned long long)r->sample->number);
    if (print_table(r, &s) < 0)
        return PLATTER_EXIT_OS;
    putchar('\n');
    say_read(r, &s);
    say_slow(r, &s);
    say_disturbed(r, &s);
    say_bad(r);
    return PLATTER_EXIT_FINE;
}

static struct platter_json *zones_to_json(const struct platter_probe_report *r)
{
    struct platter_json *zones = platter_json_array_new();
    struct summary s;

    summarise(r, &s);
    for (unsigned z = 0; z < r->plan->n_zones; z++)
        platter_json_append(zones, platter_zone_to_json(z, &s.zone[z]));
    return zones;
}

/* zone is null for the walk burst. */
static struct platter_json *bad_to_json(const struct platter_probe_report *r)
{
    struct platter_json *list = platter_json_array_new();
    struct bad_place bad[PLATTER_BAD_MAX];
    unsigned n = bad_places(r, bad);

    for (unsigned i = 0; i < n; i++) {
        struct platter_json *j = platter_json_object_new();
        platter_json_set_uint(j, "lba", bad[i].lba);
        platter_json_set_uint(j, "blocks", bad[i].blocks);
        if (bad[i].zone == PLATTER_ZONE_WALK)
            platter_json_set_null(j, "zone");
        else
            platter_json_set_uint(j, "zone", bad[i].zone);
        platter_json_append(list, j);
    }
    return list;
}

int platter_probe_print_json(const struct platter_probe_report *r, bool pretty)
{
    struct platter_json *j = platter_json_object_new();
    const struct platter_sample *sample = r->sample;

    platter_json_set_text(j, "schema", PLATTER_SCHEMA_PROBE);
    platter_json_set_text(j, "drive", r->found->id);
    platter_json_set_text(j, "device", r->found->device);
    platter_json_set_int(j, "time", sample->time_s);
    platter_json_set_bool(j, "complete", r->complete);
    platter_json_set_real(j, "duration_s", (double)sample->duration_ns / 1e9);
    platter_json_set_uint(j, "bytes_read", sample->bytes_read);
    platter_json_set_uint(j, "sample", sample->number);
    platter_json_set_uint(j, "slot", platter_plan_slot(r->plan, sample->number));
    platter_json_set_uint(j, "read_errors", sample->n_bad);
    platter_json_set(j, "zones", zones_to_json(r));
    platter_json_set(j, "bad", bad_to_json(r));
    return platter_out_json(j, pretty);
}

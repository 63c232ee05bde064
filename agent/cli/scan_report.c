/* SPDX-License-Identifier: MIT */
#include "agent/cli/scan_report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "agent/cli/out.h"
#include "agent/cli/scan_map.h"
#include "agent/cli/scan_smart.h"
#include "agent/cli/table.h"
#include <platter/errors.h>
#include <platter/units.h>

#define LIST_MAX 12u
#define BAR_COLUMNS 20u
#define WATCH_CLASS PLATTER_LT150 /* blocks of 50 ms and more */

static const struct platter_column part_columns[] = {
    {"from", true, false},     {"MB/s", true, false}, {"", false, true},
    {"worst ms", true, false}, {"slow", true, false}, {"errors", true, false},
};
enum part_column { FROM, RATE, BAR, WORST, SLOW, ERRORS, PART_COLUMNS };

void platter_scan_part(const struct platter_scan *s, unsigned part, uint32_t *from, uint32_t *to)
{
    *from = (uint32_t)((uint64_t)part * s->n_cells / PLATTER_SCAN_PARTS);
    *to = (uint32_t)((uint64_t)(part + 1) * s->n_cells / PLATTER_SCAN_PARTS);
}

double platter_scan_part_bps(const struct platter_scan *s, const struct platter_scan_cell *sum)
{
    uint64_t blocks = sum->blocks - sum->errors;

    return sum->ns && blocks
               ? (double)blocks * s->plan.block_bytes * (double)PLATTER_NS_PER_S / (double)sum->ns
               : NAN;
}

int platter_scan_exit(const struct platter_scan *s)
{
    uint64_t watch = 0;

    for (unsigned c = WATCH_CLASS; c < PLATTER_ERROR; c++)
        watch += s->counts.by_class[c];
    if (s->counts.by_class[PLATTER_ERROR] || s->n_bad)
        return PLATTER_EXIT_ACT;
    return watch ? PLATTER_EXIT_WATCH : PLATTER_EXIT_FINE;
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

static unsigned long long lba_of(const struct platter_scan_report *r, uint64_t byte)
{
    return (unsigned long long)(byte / r->geometry->logical_bytes);
}

static enum platter_tint tint_of(unsigned class, uint64_t n)
{
    if (!n)
        return PLATTER_DIM;
    return class >= PLATTER_GE500 ? PLATTER_BAD
           : class >= WATCH_CLASS ? PLATTER_WARN
                                  : PLATTER_PLAIN;
}

static int print_classes(const struct platter_scan_report *r)
{
    static const struct platter_column columns[] = {
        {"block time", false, false}, {"blocks", true, false}, {"share", true, false}};
    struct platter_table t = {.columns = columns, .n_columns = 3};
    uint64_t all = platter_counts_blocks(&r->scan->counts);

    for (unsigned c = 0; c < PLATTER_CLASSES; c++) {
        struct platter_row *row = platter_table_row(&t);
        uint64_t n = r->scan->counts.by_class[c];
        unsigned limit = platter_class_limit_ms((enum platter_class)c);
        if (limit)
            snprintf(row->cell[0].text, PLATTER_CELL_MAX, "under %u ms", limit);
        else
            snprintf(row->cell[0].text, PLATTER_CELL_MAX, "%s",
                     c == PLATTER_ERROR ? "cannot be read" : "500 ms or more");
        snprintf(row->cell[1].text, PLATTER_CELL_MAX, "%llu", (unsigned long long)n);
        if (n)
            snprintf(row->cell[2].text, PLATTER_CELL_MAX, "%.4f %%", (double)n / (double)all * 100);
        row->cell[0].tint = row->cell[1].tint = row->cell[2].tint = tint_of(c, n);
    }
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

static void fill_part(struct platter_row *row, const struct platter_scan_report *r, unsigned part,
                      double fastest_bps)
{
    const struct platter_scan *s = r->scan;
    uint32_t from, to;

    platter_scan_part(s, part, &from, &to);
    struct platter_scan_cell sum = platter_scan_cells(s, from, to);
    double bps = platter_scan_part_bps(s, &sum);
    platter_out_bytes(row->cell[FROM].text, PLATTER_CELL_MAX,
                      s->plan.first_byte + from * s->cell_blocks * s->plan.block_bytes);
    platter_out_figure(row->cell[RATE].text, PLATTER_CELL_MAX, bps / 1e6, 1);
    if (!sum.blocks)
        return;
    platter_out_bar(row->cell[BAR].text, PLATTER_CELL_MAX, isfinite(bps) ? bps / fastest_bps : 0,
                    BAR_COLUMNS, platter_out_utf8());
    snprintf(row->cell[WORST].text, PLATTER_CELL_MAX, "%.1f", sum.worst_us / 1e3);
    snprintf(row->cell[SLOW].text, PLATTER_CELL_MAX, "%u", sum.slow);
    snprintf(row->cell[ERRORS].text, PLATTER_CELL_MAX, "%u", sum.errors);
    row->cell[BAR].tint = PLATTER_BAR;
    row->cell[SLOW].tint = sum.slow ? PLATTER_PLAIN : PLATTER_DIM;
    row->cell[ERRORS].tint = sum.errors ? PLATTER_BAD : PLATTER_DIM;
}

static int print_parts(const struct platter_scan_report *r)
{
    struct platter_table t = {.columns = part_columns, .n_columns = PART_COLUMNS};
    double fastest_bps = 0;
    uint32_t from, to;

    for (unsigned i = 0; i < PLATTER_SCAN_PARTS; i++) {
        platter_scan_part(r->scan, i, &from, &to);
        struct platter_scan_cell sum = platter_scan_cells(r->scan, from, to);
        fastest_bps = fmax(fastest_bps, platter_scan_part_bps(r->scan, &sum));
    }
    for (unsigned i = 0; i < PLATTER_SCAN_PARTS; i++) {
        platter_scan_part(r->scan, i, &from, &to);
        if (from < to)
            fill_part(platter_table_row(&t), r, i, fastest_bps);
    }
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

static void say_read(const struct platter_scan_report *r)
{
    const struct platter_scan *s = r->scan;
    char bytes[32], age[32], paused[96] = "";

    platter_out_bytes(bytes, sizeof(bytes), s->bytes);
    platter_out_age(age, sizeof(age), (double)s->duration_ns / 1e9);
    if (s->paused_ns)
        snprintf(paused, sizeof(paused), ", %llu s of which it was left to cool down",
                 (unsigned long long)(s->paused_ns / PLATTER_NS_PER_S));
    say("Read %s, %llu of %llu blocks, in %s%s: %.1f MB/s.", bytes, (unsigned long long)s->done,
        (unsigned long long)s->n_blocks, age, paused,
        s->block_ns ? (double)s->bytes / ((double)s->block_ns / 1e9) / 1e6 : 0);
}

static void say_turns(const struct platter_scan_report *r)
{
    const uint64_t *t = r->scan->turns;

    if (!r->scan->counts.revolutions)
        return;
    say("Blocks that lost turns of the platters (%.2f ms each): one turn %llu, two %llu, three "
        "%llu, four %llu, more %llu.",
        (double)r->scan->plan.rev_ns / 1e6, (unsigned long long)t[0], (unsigned long long)t[1],
        (unsigned long long)t[2], (unsigned long long)t[3], (unsigned long long)t[4]);
}

static void say_again(const struct platter_scan *s)
{
    uint32_t again = 0, gone = 0;

    for (uint32_t i = 0; i < s->n_slow; i++) {
        again += s->slow[i].reads && s->slow[i].slow_again;
        gone += s->slow[i].reads && !s->slow[i].slow_again;
    }
    const char *which = again + gone < s->counts.slow ? ", the slowest of them" : "";
    if (again && gone)
        say("Read again%s: %u were slow again, so it is the place; %u were not, so it passed.",
            which, again, gone);
    else if (again)
        say("Read again%s: slow again, so it is the place.", which);
    else if (gone)
        say("Read again%s: not slow again, so it passed.", which);
}

static void list_slow(const struct platter_scan_report *r)
{
    const struct platter_scan *s = r->scan;
    uint32_t shown = s->n_slow < LIST_MAX ? s->n_slow : LIST_MAX;

    if (!s->counts.slow)
        return;
    say("%llu block%s took %g ms or more (%.3f %%); the worst %.1f ms, at LBA %llu.",
        (unsigned long long)s->counts.slow, s->counts.slow == 1 ? "" : "s",
        (double)s->plan.slow_ns / 1e6,
        (double)s->counts.slow / (double)platter_counts_blocks(&s->counts) * 100,
        (double)s->worst_ns / 1e6, lba_of(r, s->worst_byte));
    say_again(s);
    if (s->counts.slow > LIST_MAX)
        return;
    for (uint32_t i = 0; i < shown; i++) {
        const struct platter_scan_slow *e = &s->slow[i];
        printf("  LBA %-12llu %8.1f ms%s\n", lba_of(r, e->first_byte), e->time_us / 1e3,
               !e->reads       ? ""
               : e->slow_again ? ", slow again"
                               : ", not again");
    }
}

static void list_bad(const struct platter_scan_report *r)
{
    const struct platter_scan *s = r->scan;

    if (!s->n_bad && !s->counts.by_class[PLATTER_ERROR])
        return;
    if (!s->n_bad) {
        say("Every block that could not be read could be when it was tried again. Look at the "
            "cable and `dmesg`, then scan once more.");
        return;
    }
    for (uint32_t i = 0; i < s->n_bad && i < LIST_MAX; i++) {
        const struct platter_scan_bad *b = &s->bad[i];
        unsigned long long blocks = b->len_bytes / r->geometry->logical_bytes;
        printf("  cannot be read: LBA %llu, %llu sector%s%s\n", lba_of(r, b->first_byte), blocks,
               blocks == 1 ? "" : "s", b->exact ? "" : ", or some of them");
    }
    if (s->n_bad > LIST_MAX)
        printf("  and %u more places: --json, --badblocks or --ddrescue list them\n",
               s->n_bad - LIST_MAX);
    say("%llu block%s could not be read. Have a backup; then look at the cable, `dmesg` and SMART.",
        (unsigned long long)s->counts.by_class[PLATTER_ERROR],
        s->counts.by_class[PLATTER_ERROR] == 1 ? "" : "s");
}

int platter_scan_print(const struct platter_scan_report *r)
{
    char size[32], part[96] = "";

    platter_out_bytes(size, sizeof(size), r->geometry->capacity_bytes);
    if (r->scan->plan.end_byte - r->scan->plan.first_byte + r->geometry->align_bytes <=
        r->geometry->capacity_bytes)
        snprintf(part, sizeof(part), ", LBA %llu to %llu", lba_of(r, r->scan->plan.first_byte),
                 lba_of(r, r->scan->plan.end_byte) - 1);
    printf("%s  %s%s%s  %s\n", r->found->name, r->found->model, r->found->serial[0] ? "  " : "",
           r->found->serial, size);
    printf("Surface scan, %u KiB blocks, method %s%s\n\n", r->scan->plan.block_bytes / 1024,
           platter_scan_method_name(r->scan->plan.method), part);
    if (print_parts(r) < 0)
        return PLATTER_EXIT_OS;
    putchar('\n');
    if (!platter_scan_map_print(r->scan, platter_out_width(), platter_out_utf8(),
                                platter_out_colour()))
        say("Too narrow here for a map.");
    putchar('\n');
    if (print_classes(r) < 0)
        return PLATTER_EXIT_OS;
    putchar('\n');
    say_read(r);
    list_slow(r);
    say_turns(r);
    list_bad(r);
    platter_scan_smart_print(r->before, r->after);
    return PLATTER_EXIT_FINE;
}

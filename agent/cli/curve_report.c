/* SPDX-License-Identifier: MIT */
#include "agent/cli/curve_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/cli.h"
#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include "agent/report/curve_plot.h"
#include <platter/errors.h>

#define TENTHS 10u
#define BAR_MAX 30u
#define BAR_MIN 6u

static const struct platter_column columns[] = {
    {"from", true, false}, {"MB/s", true, false},  {"min", true, false},
    {"max", true, false},  {"p99 ms", true, true}, {"", false, true},
};
enum column { FROM, RATE, MIN, MAX, P99, BAR, COLUMNS };

static void say_rate(const char *name, double bps)
{
    char text[32];

    platter_out_figure(text, sizeof(text), bps / 1e6, 1);
    printf("%-22s %9s %s\n", name, text, "MB/s");
}

static void print_figures(const struct platter_curve *c)
{
    char access[32], median[32], p99[32], cpu[32];

    say_rate("Transfer rate minimum", c->min_bps);
    say_rate("Transfer rate maximum", c->max_bps);
    say_rate("Transfer rate average", c->avg_bps);
    platter_out_ms(access, sizeof(access), c->access.mean);
    platter_out_ms(median, sizeof(median), c->access.median);
    platter_out_ms(p99, sizeof(p99), c->access.p99);
    printf("%-22s %9s ms   (median %s, p99 %s)\n", "Access time", access, median, p99);
    say_rate("Burst rate", c->burst_bps);
    platter_out_figure(cpu, sizeof(cpu), c->cpu_share * 100, 1);
    printf("%-22s %9s %%\n", "CPU usage", cpu);
}

/* Ten lines for the points of a tenth each. */
static void fill_tenth(struct platter_row *row, const struct platter_curve *c, uint32_t first,
                       uint32_t end, unsigned bar)
{
    double sum = 0, min = NAN, max = NAN, p99 = NAN;
    uint32_t n = 0;

    for (uint32_t i = first; i < end; i++) {
        const struct platter_curve_point *p = &c->points[i];
        min = fmin(min, p->min_bps);
        max = fmax(max, p->max_bps);
        p99 = fmax(p99, p->p99_block_s);
        sum += isfinite(p->bps) ? p->bps : 0;
        n += isfinite(p->bps) ? 1 : 0;
    }
    double mean = n ? sum / n : NAN;
    platter_out_bytes(row->cell[FROM].text, PLATTER_CELL_MAX, c->points[first].offset_bytes);
    platter_out_figure(row->cell[RATE].text, PLATTER_CELL_MAX, mean / 1e6, 1);
    platter_out_figure(row->cell[MIN].text, PLATTER_CELL_MAX, min / 1e6, 1);
    platter_out_figure(row->cell[MAX].text, PLATTER_CELL_MAX, max / 1e6, 1);
    platter_out_ms(row->cell[P99].text, PLATTER_CELL_MAX, p99);
    platter_out_bar(row->cell[BAR].text, PLATTER_CELL_MAX, mean / c->max_bps, bar,
                    platter_out_utf8());
    row->cell[BAR].tint = PLATTER_BAR;
    row->cell[MIN].tint = row->cell[MAX].tint = PLATTER_DIM;
}

static int print_tenths(const struct platter_curve *c)
{
    struct platter_table t = {.columns = columns, .n_columns = COLUMNS};
    unsigned width = platter_out_width(), bar = width > 46 + BAR_MIN ? width - 46 : BAR_MIN;
    uint32_t lines = c->n_points < TENTHS ? c->n_points : TENTHS;

    for (uint32_t i = 0; i < lines; i++)
        fill_tenth(platter_table_row(&t), c, c->n_points * i / lines, c->n_points * (i + 1) / lines,
                   bar < BAR_MAX ? bar : BAR_MAX);
    int result = platter_table_print(&t);
    platter_table_deinit(&t);
    return result;
}

void platter_curve_say_errors(const struct platter_session *session, uint64_t errors,
                              uint64_t first_error_byte)
{
    char text[256];

    if (errors == 0)
        return;
    snprintf(
        text, sizeof(text),
        "%llu read%s failed, the first at LBA %llu, and %s left out. Have a backup; then "
        "`platter scan %s` shows where the drive cannot be read.",
        (unsigned long long)errors, errors == 1 ? "" : "s",
        (unsigned long long)(first_error_byte / session->subject.drive->geometry.logical_bytes),
        errors == 1 ? "is" : "are", session->subject.found.name);
    platter_out_paragraph(0, text);
}

static void say_how(const struct platter_curve_report *r)
{
    char block[32], text[400];
    const struct platter_curve_plan *p = r->plan;

    platter_out_bytes_binary(block, sizeof(block), p->block_bytes);
    if (p->full)
        snprintf(text, sizeof(text), "All of it was read, in blocks of %s.", block);
    else
        snprintf(text, sizeof(text), "%u places, %g s each, in blocks of %s; %u random reads.",
                 r->curve->n_points, (double)p->point_ns / 1e9, block, r->curve->n_accesses);
    if (!r->complete)
        strncat(text, " It was ended early: these are the figures so far.",
                sizeof(text) - strlen(text) - 1);
    platter_out_paragraph(0, text);
}

int platter_curve_print(const struct platter_curve_report *r)
{
    platter_session_print_drive(r->session);
    putchar('\n');
    print_figures(r->curve);
    putchar('\n');
    if (r->curve->n_points && print_tenths(r->curve) < 0)
        return PLATTER_EXIT_OS;
    if (r->curve->n_points)
        putchar('\n');
    say_how(r);
    platter_curve_say_errors(r->session, r->curve->errors, r->curve->first_error_byte);
    return PLATTER_EXIT_FINE;
}

static struct platter_json *points_to_json(const struct platter_curve *c)
{
    struct platter_json *list = platter_json_array_new();

    for (uint32_t i = 0; i < c->n_points; i++) {
        const struct platter_curve_point *p = &c->points[i];
        struct platter_json *j = platter_json_object_new();
        platter_json_set_uint(j, "offset_bytes", p->offset_bytes);
        platter_json_set_real(j, "avg_bps", p->bps);
        platter_json_set_real(j, "min_bps", p->min_bps);
        platter_json_set_real(j, "median_bps", p->median_bps);
        platter_json_set_real(j, "max_bps", p->max_bps);
        platter_json_set_real(j, "p99_block_s", p->p99_block_s);
        platter_json_set_uint(j, "blocks", p->blocks);
        platter_json_set_uint(j, "errors", p->errors);
        platter_json_append(list, j);
    }
    return list;
}

static struct platter_json *accesses_to_json(const struct platter_curve *c)
{
    struct platter_json *list = platter_json_array_new();

    for (uint32_t i = 0; i < c->n_accesses; i++) {
        struct platter_json *j = platter_json_object_new();
        platter_json_set_uint(j, "offset_bytes", c->accesses[i].offset_bytes);
        platter_json_set_real(j, "time_s", c->accesses[i].time_s);
        platter_json_append(list, j);
    }
    return list;
}

struct platter_json *platter_curve_to_json(const struct platter_curve_report *r)
{
    const struct platter_curve *c = r->curve;
    struct platter_json *j = platter_session_document(r->session, r->complete);

    platter_json_set_uint(j, "from_bytes", r->plan->from_bytes);
    platter_json_set_uint(j, "to_bytes", r->plan->to_bytes);
    platter_json_set_uint(j, "block_bytes", r->plan->block_bytes);
    platter_json_set_bool(j, "full", r->plan->full);
    platter_json_set_uint(j, "bytes_read", c->bytes_read);
    platter_json_set_uint(j, "errors", c->errors);
    platter_json_set_real(j, "avg_bps", c->avg_bps);
    platter_json_set_real(j, "min_bps", c->min_bps);
    platter_json_set_real(j, "max_bps", c->max_bps);
    platter_json_set_real(j, "access_s", c->access.mean);
    platter_json_set_real(j, "access_median_s", c->access.median);
    platter_json_set_real(j, "access_p99_s", c->access.p99);
    platter_json_set_real(j, "burst_bps", c->burst_bps);
    platter_json_set_real(j, "cpu_share", c->cpu_share);
    platter_json_set(j, "points", points_to_json(c));
    platter_json_set(j, "accesses", accesses_to_json(c));
    return j;
}

static void summarise(const struct platter_curve *c, char *buf, size_t size)
{
    char avg[24], min[24], max[24], access[24];

    platter_out_figure(avg, sizeof(avg), c->avg_bps / 1e6, 1);
    platter_out_figure(min, sizeof(min), c->min_bps / 1e6, 1);
    platter_out_figure(max, sizeof(max), c->max_bps / 1e6, 1);
    platter_out_ms(access, sizeof(access), c->access.mean);
    snprintf(buf, size, "average %s MB/s (%s to %s), access time %s ms", avg, min, max, access);
}

int platter_curve_draw(const struct platter_curve_report *r, const char *path, unsigned width,
                       unsigned height)
{
    const struct platter_curve *c = r->curve;
    const struct platter_found *f = &r->session->subject.found;
    CLEANUP_FREE struct platter_plot_point *points = calloc(c->n_points + 1, sizeof(*points));
    CLEANUP_FREE struct platter_plot_dot *dots = calloc(c->n_accesses + 1, sizeof(*dots));
    char title[PLATTER_NAME_MAX * 2], summary[160], size[32], why[512] = "";

    platter_out_bytes(size, sizeof(size), f->geometry.capacity_bytes);
    snprintf(title, sizeof(title), "%s, %s", f->model[0] ? f->model : f->name, size);
    summarise(c, summary, sizeof(summary));
    for (uint32_t i = 0; points && i < c->n_points; i++)
        points[i] =
            (struct platter_plot_point){(double)c->points[i].offset_bytes, c->points[i].min_bps,
                                        c->points[i].median_bps, c->points[i].max_bps};
    for (uint32_t i = 0; dots && i < c->n_accesses; i++)
        dots[i] =
            (struct platter_plot_dot){(double)c->accesses[i].offset_bytes, c->accesses[i].time_s};
    /* A few that took long would press all others to the ground. */
    const struct platter_curve_plot plot = {
        .title = title,
        .summary = summary,
        .from_bytes = r->plan->from_bytes,
        .to_bytes = r->plan->to_bytes,
        .points = points,
        .n_points = c->n_points,
        .dots = dots,
        .n_dots = c->n_accesses,
        .top_s = fmin(c->access.max, c->access.p99 * 1.3),
        .width = width,
        .height = height,
    };
    int result = points && dots ? platter_curve_plot_draw(&plot, path, why, sizeof(why)) : -ENOMEM;
    if (result == 0)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("%s", why[0] ? why : strerror(-result));
    return result == -ENOMEM ? PLATTER_EXIT_OS : PLATTER_EXIT_CANT_CREATE;
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "agent/report/draw.h"

static const struct platter_graph graph = {
    .kind = PLATTER_GRAPH_THROUGHPUT,
    .dir = "/tree:1/nas/platter-X",
    .title = "X",
    .imgformat = "SVG",
    .output = "x.svg",
    .start_s = 1793480000,
    .end_s = 1796072000,
    .width = 800,
    .height = 300,
};

static struct platter_draw_zones zones(unsigned n)
{
    struct platter_draw_zones z = {.n = n, .last = n - 1};

    for (unsigned i = 0; i < n; i++)
        z.zone[i] = i;
    return z;
}

static struct platter_arguments arguments(const struct platter_graph *g, unsigned n)
{
    struct platter_draw_zones z = zones(n);
    struct platter_arguments a;

    assert_int_equal(platter_draw_arguments(g, &z, "out.tmp", &a), 0);
    return a;
}

/* How many arguments begin so. */
static unsigned count(const struct platter_arguments *a, const char *begin)
{
    unsigned n = 0;

    for (int i = 0; i < a->n; i++)
        n += strncmp(a->v[i], begin, strlen(begin)) == 0;
    return n;
}

static const char *find(const struct platter_arguments *a, const char *begin)
{
    for (int i = 0; i < a->n; i++)
        if (strncmp(a->v[i], begin, strlen(begin)) == 0)
            return a->v[i];
    fail_msg("no argument begins with %s", begin);
    return NULL;
}

static void one_line_per_zone(void **state)
{
    struct platter_arguments a = arguments(&graph, 10);

    (void)state;
    assert_string_equal(a.v[0], "graph");
    assert_string_equal(a.v[1], "out.tmp");
    assert_int_equal(count(&a, "LINE1.5:m"), 10);
    assert_int_equal(count(&a, "DEF:"), 10);
    assert_string_equal(find(&a, "DEF:b03="),
                        "DEF:b03=/tree\\:1/nas/platter-X/platter_zone-03.rrd:throughput:AVERAGE");
    assert_non_null(strstr(find(&a, "LINE1.5:m00"), "zone 00 (outer)"));
    assert_non_null(strstr(find(&a, "LINE1.5:m09"), "zone 09 (inner)"));
    platter_arguments_deinit(&a);
}

/* Outer is the darkest: each colour is lighter than the one before. */
static void colours_are_ordered(void **state)
{
    struct platter_arguments a = arguments(&graph, 64);
    double before = -1;

    (void)state;
    for (unsigned z = 0; z < 64; z++) {
        char begin[16];
        unsigned r, g, b;
        snprintf(begin, sizeof(begin), "LINE1.5:m%02u#", z);
        assert_int_equal(sscanf(find(&a, begin) + strlen(begin), "%2x%2x%2x", &r, &g, &b), 3);
        double luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        assert_true(luma > before);
        before = luma;
    }
    platter_arguments_deinit(&a);
}

static void slow_blocks_are_stacked_per_day(void **state)
{
    struct platter_graph g = graph;

    (void)state;
    g.kind = PLATTER_GRAPH_SLOW;
    struct platter_arguments a = arguments(&g, 3);
    assert_int_equal(count(&a, "AREA:"), 3);
    assert_non_null(strstr(find(&a, "DEF:s01="), ":slow:AVERAGE:step=86400"));
    assert_string_equal(find(&a, "CDEF:c01="), "CDEF:c01=s01,86400,*");
    assert_string_equal(find(&a, "--vertical-label"), "--vertical-label=slow blocks per day");
    assert_null(strstr(find(&a, "AREA:c00"), ":STACK"));
    assert_non_null(strstr(find(&a, "AREA:c01"), ":STACK"));
    platter_arguments_deinit(&a);
}

/* Whatever the span, there are bars enough to see and not too many to draw. */
static void bars_suit_the_span(void **state)
{
    static const int64_t spans_s[] = {180, 3600, 86400, 7 * 86400, 365 * 86400, 10 * 365 * 86400ll};
    struct platter_graph g = graph;

    (void)state;
    g.kind = PLATTER_GRAPH_SLOW;
    for (size_t i = 0; i < sizeof(spans_s) / sizeof(*spans_s); i++) {
        unsigned bin_s;
        g.start_s = g.end_s - spans_s[i];
        struct platter_arguments a = arguments(&g, 1);
        assert_int_equal(sscanf(strstr(find(&a, "DEF:s00="), "step="), "step=%u", &bin_s), 1);
        assert_in_range(spans_s[i] / bin_s, 7, 600);
        platter_arguments_deinit(&a);
    }
}

static void one_zone_alone(void **state)
{
    struct platter_arguments a = arguments(&graph, 1);

    (void)state;
    assert_null(strstr(find(&a, "LINE1.5:m00"), "outer"));
    platter_arguments_deinit(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line_per_zone),
        cmocka_unit_test(colours_are_ordered),
        cmocka_unit_test(slow_blocks_are_stacked_per_day),
        cmocka_unit_test(bars_suit_the_span),
        cmocka_unit_test(one_zone_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

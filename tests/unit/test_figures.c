/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "agent/bench/figures.h"

static void take(const char *text, struct platter_figure_list *list)
{
    char why[128] = "";
    struct platter_json *j = platter_json_parse(text, strlen(text), why, sizeof(why));

    if (!j)
        fail_msg("%s: %s", text, why);
    list->n = 0;
    platter_figures_of(j, list);
    platter_json_free(j);
}

static void documents(void **state)
{
    static const struct {
        const char *text, *name, *unit;
        double value;
    } cases[] = {
        {"{\"schema\":\"platter.curve/1\",\"avg_bps\":2e8}", "average", "B/s", 2e8},
        {"{\"schema\":\"platter.curve/1\",\"access_s\":0.0136}", "access", "s", 0.0136},
        {"{\"schema\":\"platter.strokes/1\",\"rows\":[{\"share\":0.175,\"avg_bps\":1}]}",
         "first 17.5 % average", "B/s", 1},
        {"{\"schema\":\"platter.random/1\",\"rows\":[{\"size_bytes\":0,\"ops_per_s\":3}]}",
         "mixed random", "1/s", 3},
        {"{\"schema\":\"platter.random/1\",\"rows\":[{\"size_bytes\":512,\"ops_per_s\":3}]}",
         "512 B random", "1/s", 3},
        {"{\"schema\":\"platter.random/1\",\"rows\":[{\"size_bytes\":65536,\"p99_s\":0.1}]}",
         "64 KiB random p99", "s", 0.1},
        {"{\"schema\":\"platter.random/1\",\"rows\":[{\"size_bytes\":1048576,\"ops_per_s\":9}]}",
         "1 MiB random", "1/s", 9},
        {"{\"schema\":\"platter.edges/1\",\"rows\":[{\"edge\":\"inner\",\"op\":\"write\",\"count\":"
         "10,\"bps\":5}]}",
         "inner write x10", "B/s", 5},
        {"{\"schema\":\"platter.mark/1\",\"rows\":[{\"name\":\"rnd4k_q1t1\",\"op\":\"read\","
         "\"median_bps\":6}]}",
         "rnd4k_q1t1 read", "B/s", 6},
        {"{\"schema\":\"platter.scan/1\",\"slow\":62,\"blocks\":100}", "slow blocks", "1", 62},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct platter_figure_list list;
        take(cases[i].text, &list);
        assert_near(platter_figures_find(&list, cases[i].name), cases[i].value, 1e-12);
        for (unsigned k = 0; k < list.n; k++)
            if (strcmp(list.v[k].name, cases[i].name) == 0)
                assert_string_equal(list.v[k].unit, cases[i].unit);
    }
}

static void nothing_in_it(void **state)
{
    struct platter_figure_list list;

    (void)state;
    take("{\"schema\":\"platter.list/1\"}", &list);
    assert_int_equal(list.n, 0);
    take("{\"schema\":\"platter.random/1\",\"rows\":7}", &list);
    assert_int_equal(list.n, 0);
    take("{\"schema\":\"platter.edges/1\",\"rows\":[7,null]}", &list);
    assert_int_equal(list.n, 2);
    assert_nan(list.v[0].value);
    assert_nan(platter_figures_find(&list, "average"));
}

static void no_more_than_there_is_room_for(void **state)
{
    struct platter_figure_list list = {.n = 0};

    (void)state;
    for (unsigned i = 0; i < PLATTER_FIGURES_MAX + 5; i++)
        platter_figures_add(
            &list, "a name that is much longer than the one that any figure of ours has", "s", i);
    assert_int_equal(list.n, PLATTER_FIGURES_MAX);
    assert_int_equal(strlen(list.v[0].name), PLATTER_FIGURE_NAME_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents),
        cmocka_unit_test(nothing_in_it),
        cmocka_unit_test(no_more_than_there_is_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

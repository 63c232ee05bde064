/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/wire/fields.h"
#include <platter/errors.h>

struct thing {
    char name[4];
    uint64_t count, other;
    double figure;
};

static const struct platter_field texts[] = {PLATTER_TEXT(thing, name)};
static const struct platter_field counts[] = {PLATTER_COUNT(thing, "n", count),
                                              PLATTER_COUNT(thing, "o", other)};
static const struct platter_figure figures[] = {{"f", offsetof(struct thing, figure), -1, 1}};

static int read_thing(const char *text, struct thing *t, int64_t *time_s)
{
    char why[128];
    CLEANUP_JSON struct platter_json *j = platter_json_parse(text, strlen(text), why, sizeof(why));

    assert_non_null(j);
    platter_texts_in(j, texts, PLATTER_N(texts), t);
    if (platter_figures_in(j, figures, PLATTER_N(figures), t) ||
        platter_known_counts_in(j, counts, PLATTER_N(counts), t))
        return -EPROTO;
    return platter_time_in(j, "t", time_s);
}

static void there_and_back(void **state)
{
    const struct thing in = {"a\xc3\xa4", 7, PLATTER_COUNT_UNKNOWN, -.5};
    struct thing out = {.count = 0};
    int64_t time_s = -1;
    CLEANUP_JSON struct platter_json *j = platter_json_object_new();

    (void)state;
    platter_texts_out(j, texts, PLATTER_N(texts), &in);
    platter_known_counts_out(j, counts, PLATTER_N(counts), &in);
    platter_figures_out(j, figures, PLATTER_N(figures), &in);
    platter_time_out(j, "t", 0);
    CLEANUP_FREE char *text = platter_json_dump(j);
    assert_string_equal(text, "{\"name\":\"a\xc3\xa4\",\"n\":7,\"o\":null,\"f\":-0.5,\"t\":null}");
    assert_int_equal(read_thing(text, &out, &time_s), 0);
    assert_string_equal(out.name, in.name);
    assert_true(out.count == 7 && out.other == PLATTER_COUNT_UNKNOWN && out.figure == -.5);
    assert_int_equal(time_s, 0);
}

static void what_is_missing_is_unknown(void **state)
{
    struct thing out = {.count = 0};
    int64_t time_s = -1;

    (void)state;
    assert_int_equal(read_thing("{\"t\":9,\"name\":\"abc\xc3\xa4\"}", &out, &time_s), 0);
    assert_int_equal(time_s, 9);
    assert_string_equal(out.name, "abc");
    assert_true(out.count == PLATTER_COUNT_UNKNOWN);
    assert_nan(out.figure);
    assert_int_equal(read_thing("{\"name\":\"ab\xc3\xa4\"}", &out, &time_s), 0);
    assert_string_equal(out.name, "ab");
}

static void out_of_range(void **state)
{
    static const char *const bad[] = {"{\"f\":1.1}", "{\"f\":-1.1}", "{\"n\":-1}", "{\"t\":-1}"};
    struct thing out = {.count = 0};
    int64_t time_s = -1;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (read_thing(bad[i], &out, &time_s) != -EPROTO)
            fail_msg("taken: %s", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(what_is_missing_is_unknown),
        cmocka_unit_test(out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/wire/json.h"
#include <platter/errors.h>

static void assert_dump(const struct platter_json *j, const char *expected)
{
    CLEANUP_FREE char *text = platter_json_dump(j);

    assert_non_null(text);
    assert_string_equal(text, expected);
}

static struct platter_json *parse(const char *text)
{
    char why[128] = "";

    return platter_json_parse(text, strlen(text), why, sizeof(why));
}

static void test_build(void **state)
{
    CLEANUP_JSON struct platter_json *j = platter_json_object_new();
    struct platter_json *a = platter_json_array_new();

    (void)state;
    platter_json_append_real(a, 0.5);
    platter_json_append_real(a, NAN);
    platter_json_append(a, NULL);
    platter_json_set_text(j, "t", "a\"\n");
    platter_json_set_int(j, "i", INT64_MIN);
    platter_json_set_uint(j, "u", (uint64_t)INT64_MAX);
    platter_json_set_uint(j, "clamped", UINT64_MAX);
    platter_json_set_real(j, "inf", (double)INFINITY);
    platter_json_set_bool(j, "b", true);
    platter_json_set_null(j, "n");
    platter_json_set(j, "a", a);
    platter_json_set(j, "none", NULL);
    assert_dump(j, "{\"t\":\"a\\\"\\n\",\"i\":-9223372036854775808,\"u\":9223372036854775807,"
                   "\"clamped\":9223372036854775807,\"inf\":null,\"b\":true,\"n\":null,"
                   "\"a\":[0.5,null,null],\"none\":null}");
}

static void test_bytes_that_are_no_utf8(void **state)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"\xc3\xa4", "\xc3\xa4"},                 /* two bytes */
        {"\xe2\x82\xac", "\xe2\x82\xac"},         /* three */
        {"\xf0\x9f\x92\xbe", "\xf0\x9f\x92\xbe"}, /* four */
        {"a\xff\xfe", "a??"},
        {"\xc3", "?"},                /* cut short */
        {"\xe2\x82", "??"},           /* the same */
        {"\xc0\xaf", "??"},           /* over-long */
        {"\xe0\x80\xaf", "???"},      /* over-long */
        {"\xed\xa0\x80", "???"},      /* surrogate */
        {"\xf4\x90\x80\x80", "????"}, /* past U+10FFFF */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        CLEANUP_JSON struct platter_json *j = platter_json_object_new();

        platter_json_set_text(j, "t", cases[i].in);
        assert_string_equal(platter_json_text(j, "t", NULL), cases[i].out);
    }
}

static void test_read(void **state)
{
    CLEANUP_JSON struct platter_json *j =
        parse("{\"t\":\"x\",\"i\":-5,\"r\":2.5,\"b\":true,\"a\":[1,{\"k\":2}],\"n\":null}");

    (void)state;
    assert_true(platter_json_is_object(j));
    assert_string_equal(platter_json_text(j, "t", "?"), "x");
    assert_int_equal(platter_json_int(j, "i", 0), -5);
    assert_int_equal(platter_json_uint(j, "i", 7), 7);
    assert_true(platter_json_real(j, "r", 0) == 2.5);
    assert_true(platter_json_real(j, "i", 0) == -5);
    assert_true(platter_json_bool(j, "b", false));
    assert_int_equal(platter_json_count(platter_json_get(j, "a")), 2);
    assert_int_equal(platter_json_int(platter_json_at(platter_json_get(j, "a"), 1), "k", 0), 2);
    assert_null(platter_json_at(platter_json_get(j, "a"), 2));
}

static void test_read_what_is_not_there(void **state)
{
    CLEANUP_JSON struct platter_json *j = parse("{\"t\":\"x\",\"n\":null,\"r\":1.0}");

    (void)state;
    assert_string_equal(platter_json_text(j, "n", "?"), "?");
    assert_int_equal(platter_json_int(j, "t", 3), 3);
    assert_int_equal(platter_json_int(j, "r", 3), 3);
    assert_nan(platter_json_real(j, "n", NAN));
    assert_false(platter_json_bool(j, "t", false));
    assert_null(platter_json_get(j, "zzz"));
    assert_int_equal(platter_json_count(platter_json_get(j, "t")), 0);
    assert_string_equal(platter_json_text(NULL, "t", "?"), "?");
    assert_false(platter_json_is_object(NULL));
    assert_int_equal(platter_json_count(NULL), 0);
    platter_json_free(NULL);
}

static void test_parse_refuses(void **state)
{
    static const char *const bad[] = {"",
                                      "{",
                                      "nonsense",
                                      "{\"a\":1}x",
                                      "{\"a\":1e999}",
                                      "{'a':1}",
                                      "[1,]",
                                      "5",
                                      "{\"a\":\"\\u0000\"}",
                                      "{\"a\":99999999999999999999}",
                                      "{\"\xff\":1}"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char why[128] = "";

        assert_null(platter_json_parse(bad[i], strlen(bad[i]), why, sizeof(why)));
        assert_true(why[0] != '\0');
    }
}

static void test_depth(void **state)
{
    char text[2 * 4000 + 1];
    char why[64];
    CLEANUP_JSON struct platter_json *quoted = NULL;

    (void)state;
    for (size_t depth = 1; depth <= 4000; depth = depth < 40 ? depth + 1 : depth * 10) {
        CLEANUP_JSON struct platter_json *j = NULL;

        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        j = platter_json_parse(text, 2 * depth, why, sizeof(why));
        assert_int_equal(j != NULL, depth <= 32);
    }
    /* Brackets in a string are none, also after an escaped quote. */
    quoted = parse("[\"\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"]");
    assert_non_null(quoted);
}

static void test_reals_come_back(void **state)
{
    static const double values[] = {
        0.1, 1.0 / 3, 123456789.123456789, 5e-324, 1.7976931348623157e308, 0.012999999999999999,
        2e9, -0.5};

    (void)state;
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        CLEANUP_JSON struct platter_json *out = platter_json_object_new(), *in = NULL;
        CLEANUP_FREE char *text = NULL;

        platter_json_set_real(out, "v", values[i]);
        text = platter_json_dump(out);
        in = parse(text);
        assert_true(platter_json_real(in, "v", 0) == values[i]);
    }
}

static void test_pretty_ends_in_newline(void **state)
{
    CLEANUP_JSON struct platter_json *j = parse("{\"a\":[1]}");
    CLEANUP_FREE char *text = platter_json_dump_pretty(j);

    (void)state;
    assert_string_equal(text, "{\n  \"a\": [\n    1\n  ]\n}\n");
    assert_null(platter_json_dump(NULL));
    assert_null(platter_json_dump_pretty(NULL));
}

static void test_decimal_comma(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "ru_RU.UTF-8", "fr_FR.UTF-8"};
    CLEANUP_JSON struct platter_json *j = NULL;
    bool found = false;

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !found; i++)
        found = setlocale(LC_ALL, names[i]) != NULL;
    if (!found) {
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    j = parse("{\"a\":0.5}");
    assert_true(platter_json_real(j, "a", 0) == 0.5);
    assert_dump(j, "{\"a\":0.5}");
    setlocale(LC_ALL, "C");
}

/* jansson's own hook; its header has one gate, which is not here. */
extern void json_set_alloc_funcs(void *(*malloc_fn)(size_t), void (*free_fn)(void *));

static int allocations_left;

static void *failing_malloc(size_t size)
{
    return allocations_left-- > 0 ? malloc(size) : NULL;
}

static char *build_and_dump(void)
{
    CLEANUP_JSON struct platter_json *j = platter_json_object_new();
    struct platter_json *array = platter_json_array_new();
    struct platter_json *inner = platter_json_object_new();

    platter_json_set_real(inner, "r", 0.25);
    platter_json_set_text(inner, "t", "text");
    platter_json_append_real(array, 1.5);
    if (!j || !array || !inner) {
        platter_json_free(array);
        platter_json_free(inner);
        return NULL;
    }
    platter_json_append(array, inner);
    platter_json_set(j, "array", array);
    platter_json_set_int(j, "i", 5);
    return platter_json_dump(j);
}

static void test_no_memory(void **state)
{
    CLEANUP_FREE char *text = NULL;
    int needed = 0;

    (void)state;
    json_set_alloc_funcs(failing_malloc, free);
    for (; !text && needed < 500; needed++) {
        allocations_left = needed;
        text = build_and_dump();
    }
    json_set_alloc_funcs(malloc, free);
    assert_non_null(text);
    assert_string_equal(text, "{\"array\":[1.5,{\"r\":0.25,\"t\":\"text\"}],\"i\":5}");
    assert_true(needed > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_build),
        cmocka_unit_test(test_bytes_that_are_no_utf8),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_read_what_is_not_there),
        cmocka_unit_test(test_parse_refuses),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_reals_come_back),
        cmocka_unit_test(test_pretty_ends_in_newline),
        cmocka_unit_test(test_decimal_comma),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

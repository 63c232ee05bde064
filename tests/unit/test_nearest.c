/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/core/nearest.h"

static void distances(void **unused)
{
    static const struct {
        const char *a, *b;
        unsigned distance;
    } rows[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"abc", "", 3},
        {"interval", "interval", 0},
        {"intervall", "interval", 1},
        {"intreval", "interval", 1},
        {"zone", "zones", 1},
        {"kitten", "sitting", 3},
        {"Quiet_Hours", "quiet-hours", 0},
        {"ca", "abc", 3}, /* a swap that is torn apart later is none */
        {"ab", "ba", 1},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(platter_edit_distance(rows[i].a, rows[i].b), rows[i].distance);
        assert_int_equal(platter_edit_distance(rows[i].b, rows[i].a), rows[i].distance);
    }
}

static void long_words_are_cut(void **unused)
{
    char word[200];
    (void)unused;
    for (size_t i = 0; i < sizeof(word) - 1; i++)
        word[i] = 'x';
    word[sizeof(word) - 1] = '\0';
    assert_int_equal(platter_edit_distance(word, "interval"), PLATTER_NEAREST_MAX);
    assert_int_equal(platter_edit_distance(word, word), 0);
    assert_false(platter_is_near(PLATTER_NEAREST_MAX, word, "interval") &&
                 platter_is_near(8, "interval", "zones"));
}

static void near_enough(void **unused)
{
    (void)unused;
    assert_true(platter_is_near(1, "zone", "zones"));
    assert_true(platter_is_near(3, "intravel", "interval"));
    assert_false(platter_is_near(4, "intravel", "interval"));
    assert_false(platter_is_near(1, "", "x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(near_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

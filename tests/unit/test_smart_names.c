/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include <platter/smart.h>

/* As they stand in file names of every back end: "005-" and at most 27 characters. */
static void names_are_short_and_plain(void **state)
{
    (void)state;
    for (unsigned id = 0; id < 256; id++) {
        const char *name = platter_attribute_name((uint8_t)id);
        size_t len = strlen(name);
        assert_in_range(len, 3, 27);
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-"), len);
        assert_true(name[0] != '-' && name[len - 1] != '-' && !strstr(name, "--"));
    }
}

static void no_name_stands_for_two_numbers(void **state)
{
    (void)state;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = a + 1; b < 256; b++) {
            const char *name = platter_attribute_name((uint8_t)a);
            if (strcmp(name, "attribute") != 0)
                assert_string_not_equal(name, platter_attribute_name((uint8_t)b));
        }
}

static void the_ones_that_matter_have_one(void **state)
{
    static const uint8_t known[] = {1,   3,   4,   5,   7,   9,   10,  12,  184, 187, 188, 190,
                                    191, 192, 193, 194, 196, 197, 198, 199, 240, 241, 242};

    (void)state;
    for (size_t i = 0; i < sizeof known; i++)
        assert_string_not_equal(platter_attribute_name(known[i]), "attribute");
    assert_string_equal(platter_attribute_name(5), "reallocated-sectors");
    assert_string_equal(platter_attribute_name(0), "attribute");
    assert_string_equal(platter_attribute_name(99), "attribute");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_short_and_plain),
        cmocka_unit_test(no_name_stands_for_two_numbers),
        cmocka_unit_test(the_ones_that_matter_have_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/store/blobs.h"

static void parts_make_a_whole(void **state)
{
    (void)state;
    struct platter_blobs b = {.blobs = NULL};

    assert_int_equal(platter_blobs_part(&b, "a", 6, 0, "abcd", 4), 0);
    assert_null(platter_blobs_find(&b, "a"));
    assert_int_equal(platter_blobs_part(&b, "b", 2, 0, "xy", 2), 1);
    assert_int_equal(platter_blobs_part(&b, "a", 6, 4, "ef", 2), 1);
    assert_memory_equal(platter_blobs_find(&b, "a")->bytes, "abcdef", 6);
    assert_memory_equal(platter_blobs_find(&b, "b")->bytes, "xy", 2);
    /* anew, and another size */
    assert_int_equal(platter_blobs_part(&b, "a", 3, 0, "xyz", 3), 1);
    assert_int_equal(platter_blobs_find(&b, "a")->size, 3);
    platter_blobs_drop(&b, "a");
    assert_null(platter_blobs_find(&b, "a"));
    assert_non_null(platter_blobs_find(&b, "b"));
    platter_blobs_clear(&b);
    assert_int_equal(b.n, 0);
}

/* Gaps, overlaps, too much, nothing, nobody: refused, and what was there is gone. */
static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const struct {
        size_t size, offset, len;
    } bad[] = {{6, 5, 1}, {6, 3, 1},        {7, 4, 3},
               {6, 4, 3}, {6, 7, 1},        {0, 0, 1},
               {6, 0, 0}, {6, 4, SIZE_MAX}, {PLATTER_BLOB_MAX + 1, 0, 4}};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct platter_blobs b = {.blobs = NULL};
        assert_int_equal(platter_blobs_part(&b, "a", 6, 0, "abcd", 4), 0);
        assert_int_equal(
            platter_blobs_part(&b, "a", bad[i].size, bad[i].offset, "abcd", bad[i].len), -EINVAL);
        assert_int_equal(b.n, 0);
        assert_int_equal(platter_blobs_part(&b, "", 1, 0, "a", 1), -EINVAL);
        platter_blobs_clear(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_make_a_whole),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

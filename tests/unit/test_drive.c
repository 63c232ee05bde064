/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdlib.h>

#include "agent/drive/drive.h"

static void what_a_read_came_to(void **state)
{
    (void)state;
    assert_int_equal(platter_read_result(4096, 4096, 0), 0);
    assert_int_equal(platter_read_result(512, 4096, 0), PLATTER_READ_MEDIUM);
    assert_int_equal(platter_read_result(0, 4096, 0), PLATTER_READ_GONE);
    const int medium[] = {EIO, ENODATA, EREMOTEIO, EILSEQ};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(platter_read_result(-1, 4096, medium[i]), PLATTER_READ_MEDIUM);
    assert_int_equal(platter_read_result(-1, 4096, ENODEV), PLATTER_READ_GONE);
    assert_int_equal(platter_read_result(-1, 4096, ENXIO), PLATTER_READ_GONE);
    assert_int_equal(platter_read_result(-1, 4096, EINVAL), -EINVAL);
}

static void buffers_are_aligned(void **state)
{
    (void)state;
    const uint32_t aligns[] = {512, 4096, 65536};

    for (unsigned i = 0; i < 3; i++) {
        struct platter_geometry g = {.align_bytes = aligns[i]};
        void *buf = platter_drive_buffer(&g, 131072);
        assert_non_null(buf);
        assert_int_equal((uintptr_t)buf % 4096, 0);
        assert_int_equal((uintptr_t)buf % aligns[i], 0);
        free(buf);
    }
    platter_drive_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_read_came_to),
        cmocka_unit_test(buffers_are_aligned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

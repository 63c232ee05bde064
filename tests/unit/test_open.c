/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/drive/open.h"

static void a_simulated_drive_by_name(void **state)
{
    (void)state;
    struct platter_found f;
    CLEANUP_DRIVE struct platter_drive *d = NULL;

    assert_int_equal(platter_sim_found("sim:wd80eazz", &f), 0);
    assert_int_equal(platter_open(NULL, &f, PLATTER_SIM_VIRTUAL, 1, &d), 0);
    assert_int_equal(d->geometry.capacity_bytes, 8001563222016);
}

static void a_simulated_drive_that_is_none(void **state)
{
    (void)state;
    struct platter_found f = {.name = "sim:nothing", .transport = PLATTER_TRANSPORT_SIM};
    struct platter_drive *d = NULL;

    assert_int_equal(platter_open(NULL, &f, PLATTER_SIM_VIRTUAL, 1, &d), -ENODEV);
    assert_null(d);
}

static void anything_else_is_a_device(void **state)
{
    (void)state;
    struct platter_found f = {.name = "null", .device = "/dev/null"};
    struct platter_sysroot root;
    struct platter_drive *d = NULL;

    assert_int_equal(platter_sysroot_init(&root, NULL), 0);
    assert_int_equal(platter_open(&root, &f, PLATTER_SIM_REAL, 1, &d), PLATTER_BLOCK_NOT_BLOCK);
    assert_null(d);
}

static void messages_say_what_to_do(void **state)
{
    (void)state;
    const struct platter_found f = {.device = "/dev/sda"};
    static const struct {
        int result;
        const char *words;
    } expected[] = {
        {-EACCES, "/dev/sda: no permission: run as root or as a member of group disk"},
        {-EPERM, "not permitted here"},
        {-ENXIO, "the drive is gone"},
        {PLATTER_BLOCK_NO_DIRECT, "refuses O_DIRECT"},
        {PLATTER_BLOCK_CHANGED, "another disk"},
        {PLATTER_BLOCK_NOT_BLOCK, "not a block device"},
        {PLATTER_BLOCK_TOO_SMALL, "smaller than 16 MiB"},
        {-EMFILE, "/dev/sda: cannot be opened: "},
        {99, "unknown reason"},
    };

    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char text[256];
        platter_open_message(expected[i].result, &f, text, sizeof text);
        assert_non_null(strstr(text, expected[i].words));
        assert_int_equal(strncmp(text, "/dev/sda: ", 10), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_simulated_drive_by_name),
        cmocka_unit_test(a_simulated_drive_that_is_none),
        cmocka_unit_test(anything_else_is_a_device),
        cmocka_unit_test(messages_say_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "agent/drive/monitor.h"
#include "tests/support/loop.h"

static void a_captured_tree_has_no_events(void **unused)
{
    struct platter_sysroot root;
    struct platter_monitor *m = NULL;
    (void)unused;
    assert_int_equal(platter_sysroot_init(&root, "/tmp"), 0);
    assert_int_equal(platter_monitor_new(&root, &m), -EOPNOTSUPP);
    assert_null(m);
    platter_monitor_free(NULL);
}

/* Wait for an event of a device; false: none came. */
static bool comes(struct platter_monitor *m, const char *name, enum platter_change change)
{
    struct platter_monitor_event event;
    struct pollfd p = {.fd = platter_monitor_fd(m), .events = POLLIN};
    while (poll(&p, 1, 3000) > 0) {
        int r;
        while ((r = platter_monitor_next(m, &event)) == 0)
            if (strcmp(event.name, name) == 0 && event.change == change)
                return true;
        assert_int_equal(r, PLATTER_MONITOR_NONE);
    }
    return false;
}

static void a_loop_device_that_comes_and_goes(void **unused)
{
    struct platter_sysroot root;
    struct platter_monitor *m = NULL;
    struct platter_monitor_event event;
    struct test_loop loop;
    (void)unused;
    assert_int_equal(platter_sysroot_init(&root, NULL), 0);
    if (platter_monitor_new(&root, &m) < 0)
        skip(); /* no netlink here */
    assert_non_null(platter_monitor_source(m));
    assert_int_equal(platter_monitor_next(m, &event), PLATTER_MONITOR_NONE);
    if (test_loop_up(&loop, 1 << 20) < 0) {
        platter_monitor_free(m);
        skip(); /* no loop devices here */
    }
    bool came = comes(m, loop.name, PLATTER_CHANGE_CHANGED);
    test_loop_down(&loop);
    bool went = came && comes(m, loop.name, PLATTER_CHANGE_CHANGED);
    platter_monitor_free(m);
    /* In a network namespace of another user the kernel tells nothing. */
    if (!came)
        skip();
    assert_true(went);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_captured_tree_has_no_events),
        cmocka_unit_test(a_loop_device_that_comes_and_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

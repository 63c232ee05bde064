/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "agent/report/axes.h"
#include "agent/report/palette.h"
#include "tests/support/rrd_leaks.h"

static void round_axes(void **state)
{
    (void)state;
    struct platter_axis a = platter_axis_round(0, 151.7, 6, false, "MB/s");
    assert_near(a.step, 50, 1e-9);
    assert_true(a.from == 0 && a.digits == 0);
    assert_near(a.to, 200, 1e-9);
    a = platter_axis_round(0, 2.000398934016, 10, true, "TB");
    assert_near(a.step, .5, 1e-9);
    assert_near(a.to, 2.000398934016, 1e-12);
    assert_int_equal(a.digits, 1);
    a = platter_axis_round(.31, .36, 5, false, "ms");
    assert_near(a.step, .01, 1e-9);
    assert_near(a.from, .31, 1e-9);
    assert_near(a.to, .36, 1e-9);
    assert_int_equal(a.digits, 2);
    a = platter_axis_round(0, 10, 10, false, "");
    assert_near(a.step, 1, 1e-9);
}

static void places(void **state)
{
    const struct platter_frame f = {.x = 10,
                                    .y = 20,
                                    .width = 100,
                                    .height = 50,
                                    .across = {0, 2, 1, 0, ""},
                                    .up = {0, 100, 50, 0, ""},
                                    .right = {0, 10, 5, 0, ""}};
    struct platter_point p = platter_frame_at(&f, 1, 100);

    (void)state;
    assert_true(p.x == 60 && p.y == 20);
    p = platter_frame_at(&f, 0, 0);
    assert_true(p.x == 10 && p.y == 70);
    p = platter_frame_at_right(&f, 2, 5);
    assert_true(p.x == 110 && p.y == 45);
    p = platter_frame_at(&f, 1, NAN);
    assert_nan(p.y);
}

static void it_draws(void **state)
{
    const struct platter_frame f = {.x = 40,
                                    .y = 20,
                                    .width = 100,
                                    .height = 50,
                                    .across = platter_axis_round(0, 2, 4, true, "TB"),
                                    .up = platter_axis_round(0, 90, 4, false, "MB/s"),
                                    .up_ink = PLATTER_INK_BLUE};
    char path[] = "/tmp/platter-axes.XXXXXX.svg", why[256] = "";
    struct platter_canvas *c;

    (void)state;
    int fd = mkstemps(path, 4);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(platter_canvas_new(path, 200, 100, &c, why, sizeof(why)), 0);
    platter_frame_draw(c, &f);
    assert_int_equal(platter_canvas_end(c, why, sizeof(why)), 0);
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_axes),
        cmocka_unit_test(places),
        cmocka_unit_test(it_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

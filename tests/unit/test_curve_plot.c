/* SPDX-License-Identifier: MIT */
/* The picture is made whatever the figures are; what it looks like is for people. */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/report/curve_plot.h"
#include "tests/support/rrd_leaks.h"

static char path[] = "/tmp/platter-plot.XXXXXX.png", why[256];

static int make_file(void **state)
{
    (void)state;
    int fd = mkstemps(path, 4);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static struct platter_curve_plot plot(void)
{
    static struct platter_plot_point points[100];
    static struct platter_plot_dot dots[200];

    for (unsigned i = 0; i < 100; i++)
        points[i] = (struct platter_plot_point){i * 20e9, 140e6 - i * 6e5, 145e6 - i * 6e5,
                                                150e6 - i * 6e5};
    for (unsigned i = 0; i < 200; i++)
        dots[i] = (struct platter_plot_dot){(i * 37 % 200) * 10e9, .004 + (i * 53 % 100) * 1e-4};
    points[40].middle_bps = points[40].min_bps = points[40].max_bps = NAN;
    dots[7].time_s = NAN;
    dots[8].time_s = 5;
    return (struct platter_curve_plot){.title = "A drive, 2.00 TB",
                                       .summary = "average 120 MB/s",
                                       .to_bytes = 2000000000000,
                                       .points = points,
                                       .n_points = 100,
                                       .dots = dots,
                                       .n_dots = 200,
                                       .top_s = .02,
                                       .width = 640,
                                       .height = 400};
}

static void draws(const struct platter_curve_plot *p)
{
    struct stat st;

    assert_int_equal(platter_curve_plot_draw(p, path, why, sizeof(why)), 0);
    assert_int_equal(stat(path, &st), 0);
    assert_true(st.st_size > 1000);
}

static void all_of_it(void **state)
{
    struct platter_curve_plot p = plot();

    (void)state;
    draws(&p);
    p.width = PLATTER_PLOT_WIDTH_MIN;
    p.height = PLATTER_PLOT_HEIGHT_MIN;
    draws(&p);
}

static void next_to_nothing(void **state)
{
    struct platter_curve_plot p = plot();

    (void)state;
    p.n_points = 1;
    p.n_dots = 0;
    p.top_s = NAN;
    draws(&p);
    p.n_points = 0;
    draws(&p);
    p.n_points = 1;
    p.points = &(struct platter_plot_point){0, NAN, NAN, NAN};
    draws(&p);
}

static void not_at_all(void **state)
{
    struct platter_curve_plot p = plot();

    (void)state;
    assert_int_equal(platter_curve_plot_draw(&p, "/no/such/a.png", why, sizeof(why)), -ENOENT);
    p.width = 10;
    assert_int_equal(platter_curve_plot_draw(&p, path, why, sizeof(why)), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it),
        cmocka_unit_test(next_to_nothing),
        cmocka_unit_test(not_at_all),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/session.h"

#include <unistd.h>

#include "agent/cli/curve_report.h"
#include "tests/support/rrd_leaks.h"
#include <platter/errors.h>

static struct platter_curve_point points[20];
static struct platter_access accesses[2];
static struct platter_curve curve;
static const struct platter_curve_plan plan = {
    .to_bytes = 2000398934016, .block_bytes = 65536, .point_ns = 1000000000};
static struct platter_curve_report report = {&session, &plan, &curve, true};

static int setup(void **state)
{
    (void)state;
    return session_open("curve");
}

static int fill(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 20; i++)
        points[i] = (struct platter_curve_point){i * 100000000000ull,
                                                 145e6 - i * 3e6,
                                                 140e6 - i * 3e6,
                                                 145e6 - i * 3e6,
                                                 151e6 - i * 3e6,
                                                 .0005,
                                                 2000,
                                                 0};
    accesses[0] = (struct platter_access){4096, .012};
    accesses[1] = (struct platter_access){40960, NAN};
    curve = (struct platter_curve){.avg_bps = 118.8e6,
                                   .min_bps = 83e6,
                                   .max_bps = 151e6,
                                   .burst_bps = NAN,
                                   .cpu_share = .025,
                                   .access = {1, .0119, .0119, .0119, .019, .02},
                                   .n_points = 20,
                                   .n_accesses = 2,
                                   .points = points,
                                   .accesses = accesses};
    report.complete = true;
    return 0;
}

static void print(struct capture *c)
{
    capture_begin(c);
    int status = platter_curve_print(&report);
    capture_end(c);
    assert_int_equal(status, PLATTER_EXIT_FINE);
    assert_fits(c, 80);
}

static void all_of_it(void **state)
{
    struct capture c;

    (void)state;
    print(&c);
    assert_says(&c, "sim:wd2002faex  WDC WD2002FAEX");
    assert_says(&c, "Transfer rate minimum       83.0 MB/s");
    assert_says(&c, "Transfer rate average      118.8 MB/s");
    assert_says(&c, "Access time                11.90 ms   (median 11.90, p99 19.00)");
    assert_says(&c, "Burst rate                     - MB/s");
    assert_says(&c, "CPU usage                    2.5 %");
    assert_says(&c, "\n    0 B  143.5  137.0  151.0");
    assert_says(&c, "20 places, 1 s each, in blocks of 64.0 KiB; 2 random reads.");
    assert_silent_about(&c, "ended early");
    assert_silent_about(&c, "failed");
    capture_free(&c);
}

static void part_of_it(void **state)
{
    struct capture c;

    (void)state;
    curve.n_points = 3;
    curve.n_accesses = 0;
    curve.access = (struct platter_spread){0, NAN, NAN, NAN, NAN, NAN};
    curve.errors = 1;
    curve.first_error_byte = 5120;
    report.complete = false;
    print(&c);
    assert_says(&c, "It was ended early");
    assert_says(&c, "Access time                    - ms");
    assert_says(&c, "1 read failed, the first at LBA 10, and is left out.");
    assert_says(&c, "\n200 GB  139.0");
    capture_free(&c);
    curve.n_points = 0;
    print(&c);
    capture_free(&c);
}

static void as_json(void **state)
{
    (void)state;
    CLEANUP_JSON struct platter_json *j = platter_curve_to_json(&report);
    const struct platter_json *list = platter_json_get(j, "points");
    assert_int_equal(platter_json_count(list), 20);
    assert_near(platter_json_real(platter_json_at(list, 1), "median_bps", 0), 142e6, 1e-9);
    assert_near(platter_json_real(j, "cpu_share", 0), .025, 1e-9);
    list = platter_json_get(j, "accesses");
    assert_int_equal(platter_json_count(list), 2);
    assert_near(platter_json_real(platter_json_at(list, 0), "time_s", 0), .012, 1e-9);
}

static void as_a_picture(void **state)
{
    char path[] = "/tmp/platter-curve.XXXXXX.svg";
    struct capture c;

    (void)state;
    close(mkstemps(path, 4));
    assert_int_equal(platter_curve_draw(&report, path, 640, 400), PLATTER_EXIT_FINE);
    assert_int_equal(unlink(path), 0);
    capture_begin(&c);
    int status = platter_curve_draw(&report, "/no/such/a.png", 640, 400);
    capture_end(&c);
    assert_int_equal(status, PLATTER_EXIT_CANT_CREATE);
    assert_says(&c, "/no/such/a.png: No such file");
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(all_of_it, fill),
        cmocka_unit_test_setup(part_of_it, fill),
        cmocka_unit_test_setup(as_json, fill),
        cmocka_unit_test_setup(as_a_picture, fill),
    };
    return cmocka_run_group_tests(tests, setup, session_close);
}

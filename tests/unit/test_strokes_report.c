/* SPDX-License-Identifier: MIT */
#include "tests/support/session.h"

#include "agent/cli/strokes_report.h"
#include <platter/errors.h>

static struct platter_stroke rows[4];
static const struct platter_curve_plan plan = {
    .block_bytes = 65536, .points = 200, .accesses = 1500, .point_ns = 250000000};
static struct platter_strokes_report report;

static int setup(void **state)
{
    (void)state;
    return session_open("strokes");
}

static int fill(void **state)
{
    static const double shares[] = {.05, .175, .5, 1}, ms[] = {7.02, 8.12, 9.86, 11.95};

    (void)state;
    for (unsigned i = 0; i < 4; i++)
        rows[i] = (struct platter_stroke){(uint64_t)(shares[i] * 2e12),
                                          shares[i],
                                          145e6 - i * 8e6,
                                          151.7e6,
                                          100e6,
                                          ms[i] / 1e3,
                                          0,
                                          true};
    report = (struct platter_strokes_report){&session, &plan, rows, 4, 0, 0, true};
    return 0;
}

static void print(struct capture *c)
{
    capture_begin(c);
    int status = platter_strokes_print(&report);
    capture_end(c);
    assert_int_equal(status, PLATTER_EXIT_FINE);
    assert_fits(c, 80);
}

static void the_table(void **state)
{
    struct capture c;

    (void)state;
    print(&c);
    assert_says(&c, "17.5 %   350 GB     137.0  151.7  100.0       8.12  ");
    assert_says(&c, " 100 %  2.00 TB     121.0");
    assert_says(&c, "best below 17.5 % of the drive: 7.02 ms at 5 %, 11.95 ms at\n100 %.");
    assert_says(&c, "knee is at 17.5 %");
    assert_says(&c, "falls from 145.0 to 121.0 MB/s");
    capture_free(&c);
}

static void ended_early(void **state)
{
    struct capture c;

    (void)state;
    report.n = 2;
    report.complete = rows[1].complete = false;
    rows[1].access_s = NAN;
    print(&c);
    assert_says(&c, "ended early\n");
    assert_silent_about(&c, "knee");
    capture_free(&c);
}

static void nothing_to_gain(void **state)
{
    struct capture c;

    (void)state;
    for (unsigned i = 0; i < 4; i++)
        rows[i].access_s = .0001;
    print(&c);
    assert_says(&c, "nothing to gain");
    capture_free(&c);
}

static void as_json(void **state)
{
    (void)state;
    CLEANUP_JSON struct platter_json *j = platter_strokes_to_json(&report);
    const struct platter_json *list = platter_json_get(j, "rows");
    assert_int_equal(platter_json_count(list), 4);
    assert_near(platter_json_real(platter_json_at(list, 1), "access_s", 0), .00812, 1e-9);
    assert_near(platter_json_real(platter_json_get(j, "knee"), "share", 0), .175, 1e-9);
    report.n = 2;
    CLEANUP_JSON struct platter_json *two = platter_strokes_to_json(&report);
    assert_false(platter_json_is_object(platter_json_get(two, "knee")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_table, fill),
        cmocka_unit_test_setup(ended_early, fill),
        cmocka_unit_test_setup(nothing_to_gain, fill),
        cmocka_unit_test_setup(as_json, fill),
    };
    return cmocka_run_group_tests(tests, setup, session_close);
}

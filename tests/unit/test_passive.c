/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/core/passive.h"

#define S 1000000000ull

static struct platter_disk_stat parsed(const char *text)
{
    struct platter_disk_stat s;

    assert_int_equal(platter_disk_stat_parse(text, &s), 0);
    return s;
}

static const char *const line =
    "   28114     5295  1884626     7909    12284     3715   726800     "
    "1344        0     6108     9492     5475       18   187448      "
    "194     2108       43\n";

static void fields_have_their_places(void **state)
{
    (void)state;
    struct platter_disk_stat s = parsed(line);

    assert_int_equal(s.ios[PLATTER_READ], 28114);
    assert_int_equal(s.sectors[PLATTER_READ], 1884626);
    assert_int_equal(s.ms[PLATTER_READ], 7909);
    assert_int_equal(s.ios[PLATTER_WRITE], 12284);
    assert_int_equal(s.sectors[PLATTER_WRITE], 726800);
    assert_int_equal(s.ms[PLATTER_WRITE], 1344);
    assert_int_equal(s.in_flight, 0);
    assert_int_equal(s.busy_ms, 6108);
    assert_int_equal(s.queue_ms, 9492);
    assert_int_equal(s.discards, 5475);
    assert_int_equal(s.flushes, 2108);
    /* an old kernel's line is a whole one */
    assert_int_equal(parsed("1 2 3 4 5 6 7 8 9 10 11\n").busy_ms, 10);
}

static void anything_else_is_refused(void **state)
{
    (void)state;
    const char *const bad[] = {"",
                               "\n",
                               "1 2 3 4 5 6 7 8 9 10",
                               "a b c",
                               "1 2 3 4 5 x 7 8 9 10 11",
                               "1 2 3 4 5 -6 7 8 9 10 11",
                               "99999999999999999999999 2 3 4 5 6 7 8 9 10 11"};
    struct platter_disk_stat s = {.in_flight = 77};

    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(platter_disk_stat_parse(bad[i], &s), -EPROTO);
    assert_int_equal(s.in_flight, 77);
}

static void use_is_any_request(void **state)
{
    (void)state;
    const struct platter_disk_stat a = parsed(line);
    struct platter_disk_stat b = a;

    b.busy_ms += 9; /* times alone are no use */
    assert_false(platter_disk_stat_used(&a, &b));
    b = a, b.ios[PLATTER_READ]++;
    assert_true(platter_disk_stat_used(&a, &b));
    b = a, b.ios[PLATTER_WRITE]++;
    assert_true(platter_disk_stat_used(&a, &b));
    b = a, b.discards++;
    assert_true(platter_disk_stat_used(&a, &b));
    b = a, b.flushes++;
    assert_true(platter_disk_stat_used(&a, &b));
    b = a, b.in_flight = 1;
    assert_true(platter_disk_stat_used(&a, &b));
}

static void figures_of_a_step(void **state)
{
    (void)state;
    struct platter_passive_sum sum = {{0}, {0}, {0}, 0, 0};
    struct platter_passive p[PLATTER_DIRECTIONS];
    struct platter_disk_stat a = parsed(line), b = a;
    double utilisation;

    platter_passive_take(&sum, p, &utilisation);
    assert_nan(p[PLATTER_READ].rate_ps);
    assert_nan(utilisation);

    b.ios[PLATTER_READ] += 100;
    b.sectors[PLATTER_READ] += 100 * 8;
    b.ms[PLATTER_READ] += 1200;
    b.busy_ms += 2500;
    platter_passive_add(&sum, &a, &b, 10 * S);
    platter_passive_add(&sum, &b, &b, 10 * S);
    platter_passive_take(&sum, p, &utilisation);
    assert_near(p[PLATTER_READ].await_s, .012, 1e-12);
    assert_near(p[PLATTER_READ].size_bytes, 4096, 1e-12);
    assert_near(p[PLATTER_READ].rate_ps, 5, 1e-12);
    assert_near(utilisation, .125, 1e-12);
    /* none written: no time and no size, but a rate of 0 */
    assert_nan(p[PLATTER_WRITE].await_s);
    assert_nan(p[PLATTER_WRITE].size_bytes);
    assert_true(p[PLATTER_WRITE].rate_ps == 0);
    /* and the sum is empty again */
    platter_passive_take(&sum, p, &utilisation);
    assert_nan(p[PLATTER_READ].rate_ps);
}

static void milliseconds_wrap(void **state)
{
    (void)state;
    struct platter_disk_stat a = parsed(line), b = a;

    a.busy_ms = UINT32_MAX - 499;
    b.busy_ms = 4500;
    assert_near(platter_disk_stat_utilisation(&a, &b, 10 * S), .5, 1e-12);
    b.busy_ms = 60000;
    assert_true(platter_disk_stat_utilisation(&a, &b, 10 * S) == 1);
    assert_nan(platter_disk_stat_utilisation(&a, &b, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_have_their_places), cmocka_unit_test(anything_else_is_refused),
        cmocka_unit_test(use_is_any_request),       cmocka_unit_test(figures_of_a_step),
        cmocka_unit_test(milliseconds_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

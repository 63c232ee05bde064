/* SPDX-License-Identifier: MIT */
#include "tests/support/session.h"

#include "agent/cli/random_report.h"
#include <platter/errors.h>

static struct platter_random_row rows[3];
static struct platter_random_report report;

static int setup(void **state)
{
    (void)state;
    return session_open("random");
}

static int fill(void **state)
{
    static const struct platter_spread spread = {10, .001, .0118, .0119, .0191, .0204};

    (void)state;
    rows[0] = (struct platter_random_row){.size_bytes = 512, .refused = true, .complete = false};
    rows[0].figures = (struct platter_random){
        .ops_per_s = NAN, .bps = NAN, .time = {0, NAN, NAN, NAN, NAN, NAN}, .depth = 1, .note = ""};
    for (unsigned i = 1; i < 3; i++) {
        rows[i] = (struct platter_random_row){.size_bytes = i == 1 ? 4096 : 0, .complete = true};
        rows[i].figures = (struct platter_random){
            .ops_per_s = 84.1, .bps = 344474, .time = spread, .reads = 10, .depth = 1, .note = ""};
    }
    report = (struct platter_random_report){
        &session, rows, 3, 0, session.subject.drive->geometry.capacity_bytes, 1, true};
    return 0;
}

static void print(struct capture *c)
{
    capture_begin(c);
    int status = platter_random_print(&report);
    capture_end(c);
    assert_int_equal(status, PLATTER_EXIT_FINE);
    assert_fits(c, 80);
}

static void the_table(void **state)
{
    struct capture c;

    (void)state;
    print(&c);
    assert_says(&c, "\n4 KiB     84.1    11.90  11.80  19.10  20.40  0.34\n");
    assert_says(&c, "\n512 B        -        -      -      -      -     -  not in such pieces\n");
    assert_says(&c, "\nmixed     84.1");
    assert_says(&c, "Reads all over the drive, one after another.");
    capture_free(&c);
}

static void what_was_otherwise(void **state)
{
    struct capture c;

    (void)state;
    report.to_bytes = 100000000000;
    report.depth = 8;
    report.complete = rows[2].complete = false;
    for (unsigned i = 0; i < 3; i++)
        rows[i].figures.note = "no io_uring here";
    rows[1].figures.errors = 2;
    rows[1].figures.first_error_byte = 10240;
    print(&c);
    assert_says(&c, "Reads from 0 B to 100 GB, one after another.");
    assert_says(&c, "8 were to be in flight: no io_uring here.");
    assert_says(&c, "It was ended early");
    assert_says(&c, "2 reads failed, the first at LBA 20");
    capture_free(&c);
}

static void as_json(void **state)
{
    (void)state;
    CLEANUP_JSON struct platter_json *j = platter_random_to_json(&report);
    const struct platter_json *list = platter_json_get(j, "rows");
    assert_int_equal(platter_json_count(list), 3);
    assert_near(platter_json_real(platter_json_at(list, 1), "p99_s", 0), .0191, 1e-9);
    assert_true(platter_json_bool(platter_json_at(list, 0), "refused", false));
    assert_int_equal(platter_json_uint(platter_json_at(list, 2), "size_bytes", 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_table, fill),
        cmocka_unit_test_setup(what_was_otherwise, fill),
        cmocka_unit_test_setup(as_json, fill),
    };
    return cmocka_run_group_tests(tests, setup, session_close);
}

/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/cli/edges_report.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static const struct platter_session_options options = {.subject.seed = 1};
static struct platter_session session;

static int begin(void **state)
{
    (void)state;
    setenv("COLUMNS", "80", 1);
    return platter_session_open(&session, "edges", &options, "sim:wd2002faex");
}

static int end(void **state)
{
    (void)state;
    platter_session_close(&session);
    return 0;
}

static void add(struct platter_edges_report *r, enum platter_edge edge, enum platter_direction op,
                unsigned count, double mbps)
{
    r->rows[r->n_rows++] = (struct platter_edges_row){
        edge, op, count, {.bytes = count * 100000000ull, .bps = mbps * 1e6}};
}

static void the_table(void **state)
{
    struct platter_edges_report r = {
        .session = &session, .unit_bytes = PLATTER_EDGE_UNIT_BYTES, .complete = true};
    struct capture c;

    (void)state;
    add(&r, PLATTER_OUTER, PLATTER_READ, 1, 123);
    add(&r, PLATTER_OUTER, PLATTER_READ, 10, 126);
    add(&r, PLATTER_INNER, PLATTER_READ, 1, 63.46);
    add(&r, PLATTER_INNER, PLATTER_READ, 10, NAN);
    capture_begin(&c);
    assert_int_equal(platter_edges_print(&r), PLATTER_EXIT_FINE);
    capture_end(&c);
    assert_says(&c, "outer read  inner read");
    assert_says(&c, "100 MB x 1        123.0        63.5\n");
    assert_says(&c, "100 MB x 10       126.0           -\n");
    assert_says(&c, "reads at 50 %");
    assert_silent_about(&c, "write");
    assert_silent_about(&c, "Others");
    capture_free(&c);
}

static void through_files(void **state)
{
    struct platter_edges_report r = {
        .session = &session,
        .unit_bytes = PLATTER_EDGE_UNIT_BYTES,
        .dir = {[PLATTER_OUTER] = "/mnt/a", [PLATTER_INNER] = "/mnt/b"},
        .direct = {[PLATTER_OUTER] = true}};
    struct capture c;

    (void)state;
    add(&r, PLATTER_OUTER, PLATTER_WRITE, 1, 88.7);
    add(&r, PLATTER_INNER, PLATTER_WRITE, 1, 53.5);
    r.rows[0].time.contended = true;
    capture_begin(&c);
    assert_int_equal(platter_edges_print(&r), PLATTER_EXIT_FINE);
    capture_end(&c);
    assert_says(&c, "outer write");
    assert_says(&c, "/mnt/a, since removed");
    assert_says(&c, "no O_DIRECT");
    assert_says(&c, "ended before");
    assert_says(&c, "Others used");
    capture_free(&c);
    CLEANUP_JSON struct platter_json *j = platter_edges_to_json(&r);
    const struct platter_json *row = platter_json_at(platter_json_get(j, "rows"), 1);
    assert_string_equal(platter_json_text(j, "schema", ""), "platter.edges/1");
    assert_false(platter_json_bool(j, "complete", true));
    assert_string_equal(platter_json_text(row, "edge", ""), "inner");
    assert_string_equal(platter_json_text(row, "op", ""), "write");
    assert_string_equal(platter_json_text(row, "folder", ""), "/mnt/b");
    assert_false(platter_json_bool(row, "direct", true));
    assert_near(platter_json_real(row, "bps", 0), 53.5e6, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_table, begin, end),
        cmocka_unit_test_setup_teardown(through_files, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

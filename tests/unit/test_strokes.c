/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/bench/strokes.h"
#include "agent/drive/fault.h"
#include "agent/drive/sim.h"

#define GB 1000000000ull

static const struct platter_curve_plan plan = {
    .block_bytes = 65536, .access_bytes = 4096, .points = 20, .accesses = 500, .seed = 1};

static struct platter_drive *drive(const struct platter_fault *fault)
{
    struct platter_drive *d;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    if (fault)
        assert_int_equal(platter_fault_new(d, fault, 1, &d), 0);
    return d;
}

static void two_parts(void **state)
{
    CLEANUP_DRIVE struct platter_drive *d = drive(NULL);
    struct platter_stroke rows[2] = {{.capacity_bytes = 100 * GB}, {.capacity_bytes = 2000 * GB}};
    struct platter_curve_plan p = plan;
    uint64_t first_error;
    unsigned done;

    (void)state;
    p.point_ns = platter_accuracy_ns[0];
    assert_int_equal(platter_strokes_run(d, &p, NULL, rows, 2, &done, &first_error), 0);
    assert_int_equal(done, 2);
    assert_near(rows[0].share, .05, .001);
    assert_near(rows[0].avg_bps, 144.87e6, .005);
    assert_near(rows[0].max_bps, 151.65e6, .001);
    assert_near(rows[0].access_s, 7.02e-3, .05);
    assert_near(rows[1].access_s, 11.95e-3, .05);
    assert_true(rows[0].complete && rows[1].complete);
    assert_true(rows[1].min_bps < rows[1].avg_bps);
}

static void gone_in_the_second_part(void **state)
{
    const struct platter_fault fault = {
        .kind = PLATTER_FAULT_GONE, .first_byte = 800 * GB, .len_bytes = UINT64_MAX / 2};
    CLEANUP_DRIVE struct platter_drive *d = drive(&fault);
    struct platter_stroke rows[3] = {
        {.capacity_bytes = 100 * GB}, {.capacity_bytes = 1000 * GB}, {.capacity_bytes = 2000 * GB}};
    struct platter_curve_plan p = plan;
    uint64_t first_error;
    unsigned done;

    (void)state;
    p.point_ns = platter_accuracy_ns[0];
    assert_int_equal(platter_strokes_run(d, &p, NULL, rows, 3, &done, &first_error),
                     PLATTER_READ_GONE);
    assert_int_equal(done, 2);
    assert_true(rows[0].complete && !rows[1].complete);
    assert_near(rows[1].avg_bps, 140e6, .05);
    assert_nan(rows[1].access_s);
}

/* Access times of rows, ms. */
static int knee_of(const double *ms, unsigned n, struct platter_knee *knee)
{
    struct platter_stroke rows[16] = {{0}};

    for (unsigned i = 0; i < n; i++)
        rows[i].access_s = ms[i] / 1e3;
    return platter_strokes_knee(rows, n, knee);
}

static void the_knee(void **state)
{
    /* what the model of this drive gives for 5, 7.5, 10 ... 25, 50, 100 % */
    static const double model[] = {7.02, 7.30, 7.54, 7.75, 7.94, 8.12,
                                   8.28, 8.44, 8.59, 9.86, 11.95};
    static const double flat[] = {.1, .1, .11, .105};
    static const double steps[] = {1, 1, 1, 9, 10};
    const double cut[] = {7, 8, 9, NAN}, few[] = {7, NAN, NAN};
    struct platter_knee knee;

    (void)state;
    assert_int_equal(knee_of(model, 11, &knee), 0);
    assert_int_equal(knee.best, 1);
    assert_int_equal(knee.knee, 5);
    assert_near(knee.gain_s, 4.93e-3, 1e-9);
    assert_int_equal(knee_of(flat, 4, &knee), PLATTER_KNEE_NONE);
    assert_int_equal(knee_of(steps, 5, &knee), 0);
    assert_true(knee.best == 2 && knee.knee == 2);
    assert_int_equal(knee_of(cut, 4, &knee), 0);
    assert_near(knee.gain_s, 2e-3, 1e-9);
    assert_int_equal(knee_of(few, 3, &knee), PLATTER_KNEE_FEW);
    assert_int_equal(knee_of(model, 2, &knee), PLATTER_KNEE_FEW);
    assert_int_equal(knee_of(model, 0, &knee), PLATTER_KNEE_FEW);
    /* smaller is slower: nothing to gain */
    assert_int_equal(knee_of((const double[]){9, 8, 7}, 3, &knee), PLATTER_KNEE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_parts),
        cmocka_unit_test(gone_in_the_second_part),
        cmocka_unit_test(the_knee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

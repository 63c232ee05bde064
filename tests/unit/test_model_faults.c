/* SPDX-License-Identifier: MIT */
/* Each kind of fault does to a drive what it says, from its day on. */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/model.h"
#include "agent/core/model_conf.h"

#define BLOCK 131072u
#define DAY_NS 86400000000000ull
#define MS 1e6

struct rig {
    struct platter_model_spec spec;
    struct platter_model model;
};

static void rig_init(struct rig *rig, const char *name, double day)
{
    struct platter_model_error e;

    assert_int_equal(platter_model_named(&rig->spec, name, &e), PLATTER_MODEL_OK);
    platter_model_init(&rig->model, &rig->spec, 3);
    platter_model_wait(&rig->model, (uint64_t)(day * (double)DAY_NS));
}

/* Mean time of a block in a stream of n from a share of the surface on; *slow those over 5 ms. */
static double stream_ns(struct rig *rig, double from, unsigned n, unsigned *slow, unsigned *errors)
{
    uint64_t at = (uint64_t)(from * (double)rig->spec.capacity_bytes) / BLOCK * BLOCK, ns;
    double sum = 0;

    *slow = *errors = 0;
    platter_model_read_ns(&rig->model, at, BLOCK);
    for (unsigned i = 1; i <= n; i++) {
        *errors += platter_model_read(&rig->model, at + (uint64_t)i * BLOCK, BLOCK, &ns) ==
                   PLATTER_MODEL_MEDIUM;
        *slow += (double)ns >= 5 * MS;
        sum += (double)ns;
    }
    return sum / n;
}

static double mean_ns(const char *name, double day, double from)
{
    struct rig rig;
    unsigned slow, errors;

    rig_init(&rig, name, day);
    return stream_ns(&rig, from, 20000, &slow, &errors);
}

static void a_zone_gets_slow(void **state)
{
    (void)state;
    const char *at_once = "wd2002faex,fault=slow:zone=9:by=20%:day=10";
    const char *ramp = "wd2002faex,fault=slow:zone=9:by=20%:day=10:over=20";
    double healthy = mean_ns("wd2002faex", 0, .95);

    assert_near(mean_ns(at_once, 9, .95), healthy, .001);
    assert_near(mean_ns(at_once, 11, .95), healthy / .8, .01);
    assert_near(mean_ns(at_once, 11, .85), mean_ns("wd2002faex", 0, .85), .001);
    assert_near(mean_ns(ramp, 20, .95), healthy * 1.125, .01);
    assert_near(mean_ns(ramp, 40, .95), healthy / .8, .01);
}

/* A stream that runs into the range feels where it begins. */
static void it_begins_where_it_begins(void **state)
{
    (void)state;
    struct rig rig;
    unsigned slow, errors;

    rig_init(&rig, "wd2002faex,fault=slow:from=50%:to=60%:by=50%", 0);
    double before = stream_ns(&rig, .4999, 100, &slow, &errors);
    double across = stream_ns(&rig, .5 - 50. * BLOCK / 2e12, 100, &slow, &errors);
    assert_near(across, before * 1.5, .1);
}

static void seeks_get_slow(void **state)
{
    (void)state;
    double means[2];
    const char *names[2] = {"wd2002faex", "wd2002faex,fault=seek:by=50%"};

    for (unsigned k = 0; k < 2; k++) {
        struct rig rig;
        double sum = 0;
        rig_init(&rig, names[k], 0);
        for (unsigned i = 0; i < 20000; i++)
            sum += (double)platter_model_read_ns(
                &rig.model, (i * 7919ull % 20000) * (rig.spec.capacity_bytes / 20000 / 4096) * 4096,
                4096);
        means[k] = sum / 20000;
    }
    /* seeks are 7.7 of 11.9 ms */
    assert_true(means[1] > means[0] * 1.25 && means[1] < means[0] * 1.4);
}

static void one_head_of_eight(void **state)
{
    (void)state;
    const char *name = "wd2002faex,fault=head:every=8:by=100%:chance=0:tracks=100";
    unsigned weak = 0, n = 4000;
    double healthy[4000];
    struct rig rig;
    unsigned slow, errors;

    for (unsigned k = 0; k < 2; k++) {
        rig_init(&rig, k ? name : "wd2002faex", 0);
        for (unsigned i = 0; i < n; i++) {
            double ns = stream_ns(&rig, .9 * i / n, 8, &slow, &errors);
            if (k)
                weak += ns > healthy[i] * 1.3;
            else
                healthy[i] = ns;
        }
    }
    assert_near(weak, n / 8., .15);
}

static void turns_are_lost(void **state)
{
    (void)state;
    struct rig rig;
    unsigned slow, errors;

    rig_init(&rig, "wd2002faex,fault=retries:chance=2%", 0);
    stream_ns(&rig, .3, 50000, &slow, &errors);
    assert_near(slow, 1000, .15);
}

/* A whole small drive, block by block: exactly so many places. */
static void places_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned slow, errors;
    } cases[] = {
        {"st380815as,capacity=8 GB,fault=blocks:count=62:ms=25", 62, 0},
        {"st380815as,capacity=8 GB,fault=moved:count=100", 100, 0},
        {"st380815as,capacity=8 GB,fault=pending:count=20:turns=10", 20, 0},
        {"st380815as,capacity=8 GB,fault=unreadable:count=4", 4, 4},
        {"st380815as,capacity=8 GB,fault=blocks:count=30:zone=3,fault=blocks:count=32:zone=7", 62,
         0},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct rig rig;
        unsigned slow, errors;
        rig_init(&rig, cases[i].name, 0);
        stream_ns(&rig, 0, 61034, &slow, &errors);
        assert_in_range(slow, cases[i].slow - 2, cases[i].slow + 1);
        assert_int_equal(errors, cases[i].errors);
    }
}

/* The same places whatever the seed, others for another drive of the kind. */
static void places_are_the_drives_own(void **state)
{
    (void)state;
    struct platter_model_fault f;

    assert_int_equal(platter_model_fault_parse("blocks:count=10", &f), 0);
    uint64_t place = platter_model_fault_place(&f, 1, 1ull << 40, 0, 1);
    assert_int_equal(place % 4096, 0);
    assert_true(place < (1ull << 40) / 10);
    assert_true(platter_model_fault_place(&f, 1, 1ull << 40, place, 1) == place);
    assert_true(platter_model_fault_place(&f, 1, 1ull << 40, place + 4096, 1) > place);
    assert_true(platter_model_fault_place(&f, 2, 1ull << 40, 0, 1) != place);
    assert_true(platter_model_fault_place(&f, 1, 1ull << 40, (1ull << 40) - 1, 1) == UINT64_MAX);
    /* they come up one after another */
    unsigned half = 0;
    for (uint64_t at = 0; (at = platter_model_fault_place(&f, 5, 1ull << 40, at, .5)) != UINT64_MAX;
         at += 4096)
        half++;
    assert_in_range(half, 1, 9);
}

static void a_drive_that_goes(void **state)
{
    (void)state;
    struct rig rig;
    uint64_t ns;

    rig_init(&rig, "wd2002faex,fault=gone:day=2", 1.9);
    assert_int_equal(platter_model_read(&rig.model, 0, 4096, &ns), 0);
    platter_model_wait(&rig.model, DAY_NS);
    assert_int_equal(platter_model_read(&rig.model, 4096, 4096, &ns), PLATTER_MODEL_GONE);
    assert_int_equal(platter_model_read(&rig.model, 1 << 30, 4096, &ns), PLATTER_MODEL_GONE);
}

static void not_a_fault(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "slo",
                                      "slow:",
                                      "slow:by",
                                      "slow:by=",
                                      "slow:by=x",
                                      "slow:by=1",
                                      "slow:count=3",
                                      "slow:zone=1.5",
                                      "slow:from=50%:to=20%",
                                      "slow:by=20%x",
                                      "head:every=0",
                                      "slow:day=-1",
                                      "gone:ms=1",
                                      "slowly"};
    struct platter_model_fault f;

    for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_true(platter_model_fault_parse(bad[i], &f) < 0);
    unsigned n;
    const struct platter_model_fault_info *infos = platter_model_fault_infos(&n);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(platter_model_fault_parse(infos[i].name, &f), 0);
        assert_int_equal(f.kind, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zone_gets_slow),
        cmocka_unit_test(it_begins_where_it_begins),
        cmocka_unit_test(seeks_get_slow),
        cmocka_unit_test(one_head_of_eight),
        cmocka_unit_test(turns_are_lost),
        cmocka_unit_test(places_are_counted),
        cmocka_unit_test(places_are_the_drives_own),
        cmocka_unit_test(a_drive_that_goes),
        cmocka_unit_test(not_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
